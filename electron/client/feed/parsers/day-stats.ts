import * as z from 'zod/mini';
import { anyTime, decimalOrNull, textOrNull } from '#client/wire/scalars.ts';
import type { DayStats } from '../messages/prices.ts';
import { parserOf } from './parser.ts';

/** `/market/snapshot`: the figures lie one level deeper. docs/exchange/feeds.md §5. */
export const readSpotSnapshot = parserOf(
  z.object({
    data: z.object({
      symbol: textOrNull,
      lastTradedPrice: decimalOrNull,
      open: decimalOrNull,
      high: decimalOrNull,
      low: decimalOrNull,
      changePrice: decimalOrNull,
      changeRate: decimalOrNull,
      vol: decimalOrNull,
      volValue: decimalOrNull,
      datetime: anyTime,
    }),
  }),
  ({ data }, { suffix }): DayStats => ({
    venue: 'spot',
    symbol: data.symbol ?? suffix,
    lastPrice: data.lastTradedPrice,
    open: data.open,
    high: data.high,
    low: data.low,
    change: data.changePrice,
    changeRate: data.changeRate,
    volume: data.vol,
    turnover: data.volValue,
    timeMs: data.datetime,
  }),
);

/** `/contractMarket/snapshot`. */
export const readFuturesSnapshot = parserOf(
  z.object({
    symbol: textOrNull,
    lastPrice: decimalOrNull,
    price24HoursBefore: decimalOrNull,
    highPrice: decimalOrNull,
    lowPrice: decimalOrNull,
    priceChg: decimalOrNull,
    priceChgPct: decimalOrNull,
    volume: decimalOrNull,
    turnover: decimalOrNull,
    ts: anyTime,
  }),
  (data, { suffix }): DayStats => ({
    venue: 'futures',
    symbol: data.symbol ?? suffix,
    lastPrice: data.lastPrice,
    open: data.price24HoursBefore,
    high: data.highPrice,
    low: data.lowPrice,
    change: data.priceChg,
    changeRate: data.priceChgPct,
    volume: data.volume,
    turnover: data.turnover,
    timeMs: data.ts,
  }),
);
