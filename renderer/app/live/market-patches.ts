import type { Candle } from '#shared/domain/market/candle.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { newestFirst } from '#features/tape/tape-rows.ts';

/** Newest first, each trade once, no more than the tape shows. */
export function patchTrades(list: readonly PublicTrade[], arrived: readonly PublicTrade[]): readonly PublicTrade[] {
  const known = new Set(list.map(trade => trade.sequence));
  const fresh = new Map(arrived.map(trade => [trade.sequence, trade]));
  return newestFirst([...[...fresh.values()].filter(trade => !known.has(trade.sequence)), ...list]);
}

/** The newest page of candles must not grow for ever; older ones come by paging. */
const mostCandles = 2000;

/** The candle in its place, oldest first: the last one moves, the next one opens. */
export function patchCandles(list: readonly Candle[], candle: Candle): readonly Candle[] {
  const last = list.at(-1);
  if (last === undefined || candle.openAtMs > last.openAtMs) return [...list, candle].slice(-mostCandles);
  const index = list.findLastIndex(each => each.openAtMs === candle.openAtMs);
  if (index < 0) return [...list, candle].toSorted((a, b) => a.openAtMs - b.openAtMs);
  return list.with(index, candle);
}
