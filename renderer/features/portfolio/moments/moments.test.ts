import { afterEach, beforeEach, expect, it } from 'vitest';
import { setTimeView } from '#lib/time.ts';
import { buildComparison } from '../testing/build-portfolio.ts';
import { effectTotals, readMoments } from './moments.ts';

beforeEach(() => setTimeView(() => 0, false));
afterEach(() => setTimeView(null, false));

const nowMs = Date.UTC(2026, 2, 24, 12);

it('comparison form reads two typed times; an empty second one is now', () => {
  expect(readMoments({ first: '2h', second: ' ' }, nowMs)).toEqual({
    isValid: true,
    moments: { firstMs: nowMs - 2 * 3_600_000, secondMs: null },
  });
  expect(readMoments({ first: '2026-03-20 09:00', second: '2026-03-22' }, nowMs)).toEqual({
    isValid: true,
    moments: { firstMs: Date.UTC(2026, 2, 20, 9), secondMs: Date.UTC(2026, 2, 22) },
  });
});

it.each([
  ['', '', 'first'],
  ['1d', 'noon', 'second'],
  ['09:00', '08:00', 'first'],
  ['2026-03-25', '', 'first'],
])('comparison form rejects "%s" to "%s" and names the field', (first, second, field) => {
  expect(readMoments({ first, second }, nowMs)).toMatchObject({ isValid: false, field });
});

it('comparison form sums known effects and counts holdings with an unknown one', () => {
  const [holding] = buildComparison().holdings;
  if (holding === undefined) throw new Error('the comparison has a holding');
  const all = [holding, holding, { ...holding, priceEffect: null }, { ...holding, amountEffect: null }];
  expect(effectTotals(all)).toEqual({ price: '8000', amount: '-12864', unknown: 2 });
});
