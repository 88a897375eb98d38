import * as z from 'zod/mini';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { decimal, epochMs, epochNs, id, side } from '#client/wire/scalars.ts';

/** Cells of a row by their place: rows grow at the end (a turnover, for one), so more than `least` is fine. */
function rowOf(least: number) {
  return z.array(decimal).check(z.minLength(least));
}

function failed(context: { issues: unknown[] }, input: unknown): typeof z.NEVER {
  context.issues.push({ code: 'custom', message: 'expected a candle', input });
  return z.NEVER;
}

/** docs/exchange/records.md §6.4: [time s, open, CLOSE, high, low, volume, turnover]. */
export const spotCandleRow = z.pipe(
  rowOf(6),
  z.transform((row, context): Candle => {
    const [time, open, close, high, low, volume] = row;
    const seconds = z.safeParse(epochMs, time);
    if (!seconds.success || open === undefined || close === undefined) return failed(context, row);
    if (high === undefined || low === undefined || volume === undefined) return failed(context, row);
    return { openAtMs: seconds.data * 1000, open, high, low, close, volume };
  }),
);

/** docs/exchange/records.md §6.4: [time ms, open, HIGH, low, close, volume]. */
export const futuresCandleRow = z.pipe(
  rowOf(6),
  z.transform((row, context): Candle => {
    const [time, open, high, low, close, volume] = row;
    const openAt = z.safeParse(epochMs, time);
    if (!openAt.success || open === undefined || close === undefined) return failed(context, row);
    if (high === undefined || low === undefined || volume === undefined) return failed(context, row);
    return { openAtMs: openAt.data, open, high, low, close, volume };
  }),
);

/** Rows of any order, oldest first, the last word on each bucket. */
export function inOrder(candles: readonly Candle[]): Candle[] {
  const byTime = new Map(candles.map(candle => [candle.openAtMs, candle]));
  return [...byTime.values()].toSorted((a, b) => a.openAtMs - b.openAtMs);
}

/** docs/exchange/records.md §6.5, market/histories. */
export const spotTradeRow = z.object({ sequence: id, price: decimal, size: decimal, side, time: epochNs });

/** docs/exchange/records.md §6.5, trade/history. */
export const futuresTradeRow = z.object({
  sequence: id,
  tradeId: id,
  price: decimal,
  size: decimal,
  side,
  ts: epochNs,
});

export function toSpotTrade(symbol: string, row: z.infer<typeof spotTradeRow>): PublicTrade {
  const { sequence, price, size } = row;
  return { venue: 'spot', symbol, sequence, tradeId: null, price, size, takerSide: row.side, timeMs: row.time };
}

export function toFuturesTrade(symbol: string, row: z.infer<typeof futuresTradeRow>): PublicTrade {
  const { sequence, tradeId, price, size } = row;
  return { venue: 'futures', symbol, sequence, tradeId, price, size, takerSide: row.side, timeMs: row.ts };
}

/** Oldest first, whatever order the venue prefers. Sequences are whole numbers that may exceed 2^53. */
export function oldestFirst(trades: readonly PublicTrade[]): PublicTrade[] {
  return trades.toSorted((a, b) => {
    if (a.timeMs !== b.timeMs) return a.timeMs - b.timeMs;
    return a.sequence.length - b.sequence.length || (a.sequence < b.sequence ? -1 : 1);
  });
}
