import type { Decimal } from '#shared/decimal.ts';
import { lastPrice, type PricePoint, sortPoints } from '#shared/portfolio/prices/price-series.ts';
import { blockAt, blockKey, type CandleBlock, type CandleCache, type PriceInterval } from './candle-cache.ts';

/** A mark of a contract that a figure needs. */
export interface MarkNeed {
  readonly symbol: string;
  readonly atMs: number;
  readonly interval: PriceInterval;
}

/** The last close of a contract at a time; null: none within 24 hours. */
export type MarkLookup = (symbol: string, atMs: number) => Decimal | null;

/** Reads the candles of contracts, one request for a contract and window. Closes stand for marks, which the exchange does not keep. */
export async function loadMarks(needs: readonly MarkNeed[], cache: CandleCache): Promise<MarkLookup> {
  const blocks = new Map<string, { readonly block: CandleBlock; readonly neededMs: number }>();
  for (const { symbol, atMs, interval } of needs.toSorted((a, b) => a.atMs - b.atMs)) {
    const block = blockAt({ venue: 'futures', symbol, interval }, atMs);
    blocks.set(blockKey(block), { block, neededMs: atMs });
  }
  const bySymbol = new Map<string, PricePoint[]>();
  for (const { block, neededMs } of blocks.values()) {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    const points = (await cache.load(block, neededMs)) ?? [];
    const known = bySymbol.get(block.symbol) ?? [];
    bySymbol.set(block.symbol, known);
    for (const point of points) known.push(point);
  }
  const sorted = new Map([...bySymbol].map(([symbol, points]) => [symbol, sortPoints(points)]));
  return (symbol, atMs) => lastPrice(sorted.get(symbol) ?? [], atMs)?.price ?? null;
}
