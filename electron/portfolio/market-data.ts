import type { ContractTerms } from '#shared/portfolio/contracts/contract-terms.ts';
import type { Result } from '#shared/errors.ts';
import type { MarketSource } from './market-source.ts';
import { type CandleCache, createCandleCache } from './prices/candle-cache.ts';
import type { ListedPairs } from './prices/price-paths.ts';

/** What is known of the markets of an exchange, kept in memory. */
export interface MarketData {
  readonly pairs: () => Promise<Result<ListedPairs>>;
  readonly terms: () => Promise<Result<(symbol: string) => ContractTerms | null>>;
  readonly cache: CandleCache;
  /** the exchange's time */
  readonly nowMs: () => number;
}

const listsLastMs = 60 * 60_000;

/** Reads again after an hour; a failure is not kept. */
function keepForAnHour<T>(read: () => Promise<Result<T>>, nowMs: () => number): () => Promise<Result<T>> {
  let kept: { readonly answer: Promise<Result<T>>; readonly untilMs: number } | null = null;
  return async () => {
    if (kept !== null && nowMs() < kept.untilMs) return kept.answer;
    const entry = { answer: read(), untilMs: nowMs() + listsLastMs };
    kept = entry;
    const answer = await entry.answer;
    if (!answer.ok && kept === entry) kept = null;
    return answer;
  };
}

/** Keeps the lists of an exchange for an hour, and its candles. */
export function createMarketData({ pairs, contracts, candles, nowMs }: MarketSource): MarketData {
  return {
    pairs: keepForAnHour(async () => {
      const symbols = await pairs();
      return symbols.ok ? { ok: true, value: new Set(symbols.value) } : symbols;
    }, nowMs),
    terms: keepForAnHour(async () => {
      const listed = await contracts();
      if (!listed.ok) return listed;
      const terms = new Map(
        listed.value.map(({ symbol, multiplier, isInverse, settleCurrency: settleCoin }) => [
          symbol,
          { multiplier, isInverse, settleCoin },
        ]),
      );
      return { ok: true, value: symbol => terms.get(symbol) ?? null };
    }, nowMs),
    cache: createCandleCache({ candles, nowMs }),
    nowMs,
  };
}
