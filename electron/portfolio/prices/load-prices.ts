import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import type { PriceLookup } from '#shared/portfolio/pools/trade-legs.ts';
import {
  createPriceBook,
  type PairPrice,
  type PathPrice,
  priceAt,
  type PriceBook,
} from '#shared/portfolio/prices/price-path.ts';
import {
  blockAt,
  blockKey,
  blockStartMs,
  type CandleBlock,
  type CandleCache,
  type PriceInterval,
} from './candle-cache.ts';
import { type ListedPairs, type PathPair, pathsTo } from './price-paths.ts';

/** A price that a figure needs. */
export interface PriceNeed {
  readonly coin: string;
  readonly atMs: number;
  /** `1hour`: the last hourly close is enough */
  readonly interval: PriceInterval;
}

export interface LoadPricesOptions {
  readonly cache: CandleCache;
  readonly pairs: ListedPairs;
  readonly currency: string;
}

/** Prices of the past in the valuation currency. */
export interface PastPrices {
  readonly priceOf: PriceLookup;
  /** with its path and age; null: none */
  readonly priceWithAge: (coin: string, atMs: number) => PathPrice | null;
}

const dayMs = 86_400_000;
/** Requests at a time; the client's pools decide when they are sent. */
const together = 4;
/** Older movements are valued by hourly closes when more windows of minutes than these are needed. */
const mostMinuteBlocks = 150;

interface NeededBlock {
  readonly block: CandleBlock;
  readonly pair: PathPair;
  readonly neededMs: number;
}

function addBlock(blocks: Map<string, NeededBlock>, needed: NeededBlock): void {
  const key = blockKey(needed.block);
  const known = blocks.get(key);
  if (known === undefined || known.neededMs < needed.neededMs) blocks.set(key, needed);
}

function blocksOf(
  path: readonly PathPair[],
  { atMs, interval }: PriceNeed,
): readonly (readonly [PathPair, CandleBlock])[] {
  return path.map(pair => [pair, blockAt({ venue: 'spot', symbol: pair.symbol, interval }, atMs)] as const);
}

function hourly({ coin, atMs }: PriceNeed): PriceNeed {
  return { coin, atMs, interval: '1hour' };
}

/** The oldest windows of minutes beyond the limit are replaced by hours. */
function limitMinutes(
  needs: readonly PriceNeed[],
  pathOf: (coin: string) => readonly PathPair[],
): readonly PriceNeed[] {
  const seen = new Set<string>();
  return needs
    .toSorted((a, b) => b.atMs - a.atMs)
    .map(need => {
      if (need.interval === '1hour') return need;
      const keys = blocksOf(pathOf(need.coin), need).map(([, block]) => blockKey(block));
      const added = keys.filter(key => !seen.has(key));
      if (seen.size + added.length > mostMinuteBlocks) return hourly(need);
      for (const key of added) seen.add(key);
      return need;
    });
}

async function readBlocks(blocks: readonly NeededBlock[], cache: CandleCache): Promise<readonly PairPrice[]> {
  const prices: PairPrice[] = [];
  for (let first = 0; first < blocks.length; first += together) {
    const reading = blocks.slice(first, first + together).map(async ({ block, pair: { base, quote }, neededMs }) => {
      const points = (await cache.load(block, neededMs)) ?? [];
      return points.map(({ knownAtMs, price, source }) => ({ knownAtMs, price, source, base, quote }));
    });
    // oxlint-disable-next-line no-await-in-loop -- a few requests at a time
    for (const points of await Promise.all(reading)) for (const point of points) prices.push(point);
  }
  return prices;
}

/** What of the needs has no price yet, with the way that is tried next. */
interface Round {
  readonly needs: readonly PriceNeed[];
  readonly way: number;
  /** also the window before, because a market may have had no trade for hours */
  readonly isWider: boolean;
}

function blocksOfRound({ needs, way, isWider }: Round, options: LoadPricesOptions): readonly NeededBlock[] {
  const blocks = new Map<string, NeededBlock>();
  for (const need of needs) {
    const path = pathsTo(options.pairs, need.coin, options.currency)[way] ?? [];
    for (const [pair, block] of blocksOf(path, need)) {
      addBlock(blocks, { pair, block, neededMs: need.atMs });
      const isReachable = blockStartMs(block) > need.atMs - dayMs;
      if (isWider && isReachable)
        addBlock(blocks, { pair, block: { ...block, index: block.index - 1 }, neededMs: need.atMs });
    }
  }
  return [...blocks.values()];
}

function lookupOf(book: PriceBook, currency: string): PastPrices {
  const known = new Map<string, PathPrice | null>();
  const priceWithAge = (coin: string, atMs: number): PathPrice | null => {
    const key = `${coin} ${atMs}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const price = priceAt(book, { coin, currency, atMs });
    known.set(key, price);
    return price;
  };
  return { priceWithAge, priceOf: (coin, atMs) => priceWithAge(coin, atMs)?.price ?? null };
}

/** The rounds: each way by its windows, then with the window before. Most needs are met by the first. */
const rounds = [0, 1, 2, 3].flatMap(way => [
  { way, isWider: false },
  { way, isWider: true },
]);

/**
 * Reads the candles that the needs ask for, one request for a market and window, and nothing where a price is known. A coin
 * without a price at a time has none in the answer.
 */
export async function loadPrices(needs: readonly PriceNeed[], options: LoadPricesOptions): Promise<PastPrices> {
  const currency = canonicalCoin(options.currency);
  const foreign = needs.filter(({ coin }) => canonicalCoin(coin) !== currency);
  let open = limitMinutes(foreign, coin => pathsTo(options.pairs, coin, currency)[0] ?? []);
  const prices: PairPrice[] = [];
  let lookup = lookupOf(createPriceBook([]), currency);
  for (const round of rounds) {
    const blocks = blocksOfRound({ ...round, needs: open }, options);
    if (blocks.length === 0) continue;
    // oxlint-disable-next-line no-await-in-loop -- the next way is needed only for what this one does not answer
    for (const price of await readBlocks(blocks, options.cache)) prices.push(price);
    lookup = lookupOf(createPriceBook(prices), currency);
    open = open.filter(({ coin, atMs }) => lookup.priceOf(coin, atMs) === null);
    if (open.length === 0) break;
  }
  return lookup;
}
