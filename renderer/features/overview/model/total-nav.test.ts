import { describe, expect, it } from 'vitest';
import { addKnown, amountsInTransit, isSameMoment } from './total-nav.ts';

const entry = (createdAtMs: number, amount: `${number}`, direction: 'in' | 'out', currency = 'USDT') => ({
  createdAtMs,
  amount,
  direction,
  currency,
});

describe('transfers in transit', () => {
  const span = { oldestMs: 100, asOfMs: 200 };

  it('are those between the oldest figure and the moment of the total, netted by currency', () => {
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

  it('are none when what went came back', () => {
    expect(amountsInTransit([entry(150, '5', 'out'), entry(160, '5', 'in')], span)).toEqual([]);
  });
});

it('does not add up figures that are more than five seconds apart', () => {
  expect([isSameMoment(10_000, 15_000), isSameMoment(15_000, 10_000), isSameMoment(10_000, 50_000)]).toEqual([
    true,
    true,
    false,
  ]);
});

it('adds up two parts only when both are known', () => {
  expect([addKnown('1.5', '2'), addKnown('1.5', null), addKnown(null, '2')]).toEqual(['3.5', null, null]);
});
