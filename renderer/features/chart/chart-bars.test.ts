import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import { buildCandle } from '#shared/testing/build-candle.ts';
import { candleAt, chartTime, isRising, isTailChange, joinCandles, toBar } from './chart-bars.ts';

const candle = (openAtMs: number, close: Decimal = '1', open: Decimal = '1') =>
  buildCandle({ openAtMs, open, high: '3', low: '0.5', close, volume: '7' });
const opens = (candles: readonly Candle[]) => candles.map(each => each.openAtMs);

it('a bar has the figures of its candle, at the second it opens', () => {
  expect(toBar({ openAtMs: 61_999, open: '1.5', high: '2', low: '1', close: '1.25', volume: '9' })).toEqual({
    time: 61,
    open: 1.5,
    high: 2,
    low: 1,
    close: 1.25,
  });
  expect(chartTime(0)).toBe(0);
});

it('a candle rises when it closes at its open or above', () => {
  expect([isRising(candle(0, '2')), isRising(candle(0, '1.0')), isRising(candle(0, '0.9'))]).toEqual([
    true,
    true,
    false,
  ]);
});

it('adjacent answers are joined, and at the same time the newer answer counts', () => {
  const joined = joinCandles([candle(1), candle(2), candle(3)], [candle(3, '9'), candle(4)]);
  expect(joined.map(each => [each.openAtMs, each.close])).toEqual([
    [1, '1'],
    [2, '1'],
    [3, '9'],
    [4, '1'],
  ]);
});

it('separate answers have a gap between them: only the newer one is shown', () => {
  expect(opens(joinCandles([candle(1), candle(2)], [candle(3), candle(4)]))).toEqual([3, 4]);
});

it('a join with nothing gives the same rows in a new list', () => {
  const next = [candle(1)];
  expect(joinCandles(undefined, next)).toEqual(next);
  expect(joinCandles(undefined, next)).not.toBe(next);
  expect(joinCandles([], next)).toEqual(next);
  expect(joinCandles([candle(1)], [])).toEqual([]);
});

it('joined bars are unique, oldest first, and nothing of the answer is lost', () => {
  const list = fc
    .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })
    .map(times => times.toSorted((a, b) => a - b).map(each => candle(each)));
  fc.assert(
    fc.property(list, list, (previous, next) => {
      const joined = joinCandles(previous, next);
      const times = opens(joined);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      expect(joined.slice(joined.length - next.length)).toEqual(next);
    }),
  );
});

const [first, second, third, fourth] = [candle(1), candle(2), candle(3), candle(4)] as const;
const drawn = [first, second, third];

it('a chart updates incrementally when the last bar moved, or one more opened', () => {
  expect(isTailChange(drawn, [first, second, candle(3, '5')])).toBe(true);
  expect(isTailChange(drawn, [first, second, third, fourth])).toBe(true);
  expect(isTailChange(drawn, [first, second, candle(3, '5'), fourth])).toBe(true);
});

it.each<[string, readonly Candle[]]>([
  ['a settled bar changed', [first, candle(2, '5'), third]],
  ['the first bar changed', [candle(1, '5'), second, third]],
  ['older ones came before', [candle(0), first, second, third]],
  ['one came between', [first, second, candle(2.5), third]],
  ['the last went back', [first, second, candle(2.5)]],
  ['two more opened', [first, second, third, fourth, candle(5)]],
  ['one is gone', [first, second]],
  ['the oldest was cut', [second, third, fourth]],
  ['all are gone', []],
])('a chart is set completely when %s', (_, next) => {
  expect(isTailChange(drawn, next)).toBe(false);
});

it('a chart is set completely when an older bar was corrected', () => {
  expect(isTailChange([first, second, third, fourth], [first, candle(2, '5'), third, fourth])).toBe(false);
});

it('a chart with fewer than two bars is set completely', () => {
  expect(isTailChange([], [first])).toBe(false);
  expect(isTailChange([first], [first, second])).toBe(false);
});

it('a time belongs to the candle that opened last before it', () => {
  const candles = [candle(10), candle(20), candle(40)];
  expect([9, 10, 19, 20, 39, 40, 1000].map(at => candleAt(candles, at)?.openAtMs ?? null)).toEqual([
    null,
    10,
    10,
    20,
    20,
    40,
    40,
  ]);
  expect(candleAt([], 5)).toBeNull();
});
