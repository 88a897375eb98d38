import { describe, expect, it } from 'vitest';
import { addKnown, amountsInTransit, createRecentViews } from './total-nav.ts';

const entry = (createdAtMs: number, amount: `${number}`, direction: 'in' | 'out', currency = 'USDT') => ({
  createdAtMs,
  amount,
  direction,
  currency,
});

describe('transfers in transit', () => {
  const span = { oldestMs: 100, asOfMs: 200 };

  it('transfers in transit are those between the oldest figure and the time of the total, netted by currency', () => {
    const entries = [
      entry(100, '1', 'out'),
      entry(101, '50', 'out'),
      entry(200, '20', 'in'),
      entry(150, '3', 'in', 'BTC'),
      entry(201, '9', 'out'),
    ];
    expect(amountsInTransit(entries, span)).toEqual([
      { currency: 'USDT', amount: '30' },
      { currency: 'BTC', amount: '-3' },
    ]);
  });

  it('cancel out when they returned', () => {
    expect(amountsInTransit([entry(150, '5', 'out'), entry(160, '5', 'in')], span)).toEqual([]);
  });
});

describe('views of the last minutes', () => {
  it('finds the view nearest to a moment, and none that is more than five seconds away', () => {
    const views = createRecentViews<string>();
    expect(views.findAt(10_000)).toBeNull();
    for (const takenAtMs of [10_000, 12_000, 14_000]) views.add(takenAtMs, `at ${takenAtMs}`);
    expect([5000, 10_900, 11_100, 13_500, 19_000].map(views.findAt)).toEqual([
      'at 10000',
      'at 10000',
      'at 12000',
      'at 14000',
      'at 14000',
    ]);
    expect([4999, 19_001].map(views.findAt)).toEqual([null, null]);
  });

  it('keeps one view for each second, for three minutes, also when the clock is set back', () => {
    const views = createRecentViews<string>();
    views.add(1000, 'first');
    views.add(1999, 'too early');
    expect(views.findAt(1999)).toBe('first');
    views.add(181_000, 'later');
    expect(views.findAt(1000)).toBe('first');
    views.add(182_000, 'last');
    expect(views.findAt(1000)).toBeNull();
    views.add(500, 'set back');
    expect(views.findAt(500)).toBe('set back');
    expect(views.findAt(182_000)).toBeNull();
  });
});

it('total NAV sums two parts only when both are known', () => {
  expect([addKnown('1.5', '2'), addKnown('1.5', null), addKnown(null, '2')]).toEqual(['3.5', null, null]);
});
