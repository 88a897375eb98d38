import { expect, it } from 'vitest';
import type { Fill } from '#shared/domain/account/fill.ts';
import { buildCandle } from '#shared/testing/build-candle.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { fillMarks } from './chart-marks.ts';

const candle = (openAtMs: number) => buildCandle({ openAtMs, open: '1', high: '1', low: '1', close: '1' });
const candles = [candle(60_000), candle(120_000)];
const fill = (change: Partial<Fill>) => buildFill({ size: '0.1', createdAtMs: 60_000, ...change });
const marksOf = (...fills: Fill[]) => fillMarks(fills, candles, 'BTC-USDT');

it('a fill is marked at its candle', () => {
  expect(marksOf(fill({ createdAtMs: 119_999 }))).toEqual([{ time: 60, side: 'buy', text: '0.1' }]);
  expect(marksOf(fill({ createdAtMs: 900_000, side: 'sell' }))).toEqual([{ time: 120, side: 'sell', text: '0.1' }]);
});

it('fills of one side within one candle are summed exactly, sides and candles separately', () => {
  expect(
    marksOf(
      fill({ createdAtMs: 130_000, size: '5' }),
      fill({ size: '0.1' }),
      fill({ size: '0.2' }),
      fill({ side: 'sell', size: '3' }),
    ),
  ).toEqual([
    { time: 60, side: 'buy', text: '0.3' },
    { time: 60, side: 'sell', text: '3' },
    { time: 120, side: 'buy', text: '5' },
  ]);
});

it('fills before the first candle and those of other pairs are not drawn', () => {
  expect(marksOf(fill({ createdAtMs: 59_999 }), fill({ symbol: 'ETH-USDT' }))).toEqual([]);
  expect(fillMarks([fill({})], [], 'BTC-USDT')).toEqual([]);
});

it('a long size is shortened, a large one is grouped', () => {
  expect(marksOf(fill({ size: '1234.123456789' }))[0]?.text).toBe('1,234.123457');
});
