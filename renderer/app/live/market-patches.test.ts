import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { patchCandles, patchTrades } from './market-patches.ts';

const trade = (sequence: string, price: Decimal = '1'): PublicTrade => ({
  venue: 'spot',
  symbol: 'BTC-USDT',
  sequence,
  tradeId: null,
  price,
  size: '1',
  takerSide: 'buy',
  timeMs: 1,
});
const candle = (openAtMs: number, close: Decimal = '1'): Candle => ({
  openAtMs,
  open: '1',
  high: '1',
  low: '1',
  close,
  volume: '1',
});

it('trades are newest first and each of them once, also within one push', () => {
  const list = patchTrades([trade('2'), trade('1')], [trade('3'), trade('2', '9'), trade('3', '9')]);
  expect(list.map(each => [each.sequence, each.price])).toEqual([
    ['3', '9'],
    ['2', '1'],
    ['1', '1'],
  ]);
});

it('candles update the last one, append the next one, and sort a late one', () => {
  const list = [candle(0), candle(60)];
  expect(patchCandles(list, candle(60, '2')).map(each => each.close)).toEqual(['1', '2']);
  expect(patchCandles(list, candle(120)).map(each => each.openAtMs)).toEqual([0, 60, 120]);
  expect(patchCandles(list, candle(0, '3')).map(each => each.close)).toEqual(['3', '1']);
  expect(patchCandles(list, candle(30)).map(each => each.openAtMs)).toEqual([0, 30, 60]);
  expect(patchCandles([], candle(5))).toHaveLength(1);
});

it('candles of the newest page have a maximum number', () => {
  const many = Array.from({ length: 2000 }, (_, index) => candle(index));
  const next = patchCandles(many, candle(2000));
  expect([next.length, next[0]?.openAtMs]).toEqual([2000, 1]);
});
