import * as z from 'zod/mini';
import { listOf } from '#client/wire/rows.ts';
import { decimalOrNull, id, setDecimalOrNull } from '#client/wire/scalars.ts';
import type { DaySummary } from '#client/types.ts';

/**
 * GET /api/v1/market/allTickers. docs/exchange/records.md §6.6. A price of "0" means none; a change of "0" is a value:
 * the price is unchanged, unless there never was a price.
 */
export const spotDayBody = z.object({
  ticker: listOf(
    z.pipe(
      z.object({
        symbol: id,
        last: setDecimalOrNull,
        changePrice: decimalOrNull,
        changeRate: decimalOrNull,
        volValue: decimalOrNull,
        buy: setDecimalOrNull,
        sell: setDecimalOrNull,
      }),
      z.transform(
        ({ symbol, last, changePrice, changeRate, volValue, buy, sell }): DaySummary => ({
          symbol,
          lastPrice: last,
          change: last === null ? null : changePrice,
          changeRate: last === null ? null : changeRate,
          turnover: volValue,
          bid: buy,
          ask: sell,
        }),
      ),
    ),
  ),
});

/** The 24 hours in a row of GET /api/v1/contracts/active. docs/exchange/records.md §8.1. */
export const futuresDayRow = z.pipe(
  z.object({
    symbol: id,
    lastTradePrice: decimalOrNull,
    priceChg: decimalOrNull,
    priceChgPct: decimalOrNull,
    turnoverOf24h: decimalOrNull,
  }),
  z.transform(
    ({ symbol, lastTradePrice, priceChg, priceChgPct, turnoverOf24h }): DaySummary => ({
      symbol,
      lastPrice: lastTradePrice,
      change: priceChg,
      changeRate: priceChgPct,
      turnover: turnoverOf24h,
      bid: null,
      ask: null,
    }),
  ),
);
