import { expect, it } from 'vitest';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { buildCandle } from '#shared/testing/build-candle.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { fillMarks, priceMarks } from './chart-marks.ts';

const candle = (openAtMs: number) => buildCandle({ openAtMs, open: '1', high: '1', low: '1', close: '1' });
const candles = [candle(60_000), candle(120_000)];
const fill = (change: Partial<Fill>) => buildFill({ size: '0.1', createdAtMs: 60_000, ...change });
const marksOf = (...fills: Fill[]) => fillMarks(fills, candles, 'BTC-USDT');

it('a fill stands at the candle it happened in', () => {
  expect(marksOf(fill({ createdAtMs: 119_999 }))).toEqual([{ time: 60, side: 'buy', text: '0.1' }]);
  expect(marksOf(fill({ createdAtMs: 900_000, side: 'sell' }))).toEqual([{ time: 120, side: 'sell', text: '0.1' }]);
});

it('fills of one side within one candle are added up exactly, the sides and the candles are not', () => {
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

const order = (change: Partial<Order> = {}) => buildOrder({ price: '100.5', filledSize: '0.5', ...change });
const stop = (change: Partial<StopOrder> = {}) => buildStopOrder(change);
const linesOf = (orders: Order[], stops: StopOrder[] = []) => priceMarks(orders, stops, 'BTC-USDT');

it('a resting order is a line at its price with what is left of it', () => {
  expect(linesOf([order()])).toEqual([{ price: 100.5, side: 'buy', kind: 'order', text: 'buy 1.5' }]);
});

it('what has no price, no size, nothing left or another pair has no line', () => {
  const others: Partial<Order>[] = [
    { price: null },
    { size: null },
    { filledSize: '2' },
    { filledSize: '3' },
    { symbol: 'ETH-USDT' },
  ];
  expect(linesOf(others.map(other => order(other)))).toEqual([]);
});

it('a waiting stop is a line at the price that sets it off, with its size where it has one', () => {
  expect(linesOf([order()], [stop(), stop({ size: null, side: 'buy' }), stop({ symbol: 'X' })]).slice(1)).toEqual([
    { price: 90, side: 'sell', kind: 'stop', text: 'stop sell 1' },
    { price: 90, side: 'buy', kind: 'stop', text: 'stop buy' },
  ]);
});
