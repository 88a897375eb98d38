import type { CandleInterval } from '#shared/domain/market/candle.ts';
import { candleMinutes } from '#shared/domain/market/candle.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { PricePoint } from '#shared/portfolio/prices/price-series.ts';
import type { Result } from '#shared/errors.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { CandlesQuery } from '#client/types.ts';

const minuteMs = 60_000;

/** The candle lengths that prices of the past are read in. */
export type PriceInterval = Extract<CandleInterval, '1min' | '1hour'>;

/** Candles of one market over a fixed window, which one request answers. */
export interface CandleBlock {
  readonly venue: Venue;
  readonly symbol: string;
  readonly interval: PriceInterval;
  /** counts windows since the epoch */
  readonly index: number;
}

/** The exchange answers at most 1500 candles of spot and 500 of futures; both numbers divide the hours of a day. */
const candlesInBlock: Readonly<Record<Venue, number>> = { spot: 1440, futures: 480 };
/** A day of minutes is about 100 KB. */
const mostBlocks = 250;

function spanMs({ venue, interval }: Pick<CandleBlock, 'venue' | 'interval'>): number {
  return candlesInBlock[venue] * candleMinutes[interval] * minuteMs;
}

/** The block with the last candle that ended at a time or before. */
export function blockAt(market: Omit<CandleBlock, 'index'>, atMs: number): CandleBlock {
  const lastOpenMs = atMs - candleMinutes[market.interval] * minuteMs;
  return { ...market, index: Math.floor(lastOpenMs / spanMs(market)) };
}

/** When a block begins, epoch ms. */
export function blockStartMs(block: CandleBlock): number {
  return block.index * spanMs(block);
}

interface Kept {
  readonly points: Promise<readonly PricePoint[] | null>;
  /** candles that ended later are not in it */
  readonly untilMs: number;
}

export interface CandleCacheOptions {
  readonly candles: (query: CandlesQuery) => Promise<Result<readonly Candle[]>>;
  /** the exchange's time */
  readonly nowMs: () => number;
}

/** Closing prices, read block by block and kept in memory. */
export interface CandleCache {
  /** The closes of a block, known up to `neededMs`; null: the exchange did not answer. One request at a time for a block. */
  readonly load: (block: CandleBlock, neededMs: number) => Promise<readonly PricePoint[] | null>;
  /** how many requests the exchange has not answered */
  readonly failureCount: () => number;
}

export function blockKey({ venue, symbol, interval, index }: CandleBlock): string {
  return `${venue} ${symbol} ${interval} ${index}`;
}

export function createCandleCache({ candles, nowMs }: CandleCacheOptions): CandleCache {
  const kept = new Map<string, Kept>();
  let failures = 0;
  const forget = (key: string, entry: Kept): void => {
    if (kept.get(key) === entry) kept.delete(key);
  };
  const read = async (block: CandleBlock, toMs: number): Promise<readonly PricePoint[] | null> => {
    const { venue, symbol, interval } = block;
    const intervalMs = candleMinutes[interval] * minuteMs;
    const answer = await candles({ venue, symbol, interval, fromMs: blockStartMs(block), toMs });
    if (!answer.ok) {
      failures += 1;
      return null;
    }
    return answer.value
      .filter(({ openAtMs }) => openAtMs + intervalMs <= toMs)
      .map(({ openAtMs, close }) => ({
        knownAtMs: openAtMs + intervalMs,
        price: close,
        source: venue === 'spot' ? ('candle' as const) : ('contract' as const),
      }));
  };
  return {
    failureCount: () => failures,
    load(block, neededMs) {
      const key = blockKey(block);
      const endMs = blockStartMs(block) + spanMs(block);
      const known = kept.get(key);
      kept.delete(key);
      if (known !== undefined && known.untilMs >= Math.min(neededMs, endMs)) {
        kept.set(key, known);
        return known.points;
      }
      const untilMs = Math.min(endMs, nowMs());
      if (untilMs <= blockStartMs(block)) return Promise.resolve([]);
      const entry: Kept = { points: read(block, untilMs), untilMs };
      kept.set(key, entry);
      void entry.points.then(points => {
        if (points === null) forget(key, entry);
      });
      for (const [oldest] of kept) if (kept.size > mostBlocks) kept.delete(oldest);
      return entry.points;
    },
  };
}
