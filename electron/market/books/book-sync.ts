import type { BookLevel, BookSnapshot } from '#shared/domain/book.ts';
import { parseUnits } from '../level-text.ts';
import { type BookDelta, createOrderBook, type OrderBook, type Verdict } from '../order-book.ts';

/** A book that is right at its sequence number, and the prices between which it knows every level. */
export interface ProvedBook {
  readonly book: OrderBook;
  /** digits after the point that one unit of price stands for */
  readonly priceScale: number;
  /** no bid below it is known for sure; -Infinity when all are */
  readonly floorUnits: number;
  /** no ask above it is known for sure; Infinity when all are */
  readonly ceilingUnits: number;
}

/** Why a book is not right, or not right yet. `too-old`: the snapshot ends before the increments at hand begin. */
export type Loss = Exclude<Verdict, 'applied' | 'stale'> | 'too-old';

/**
 * One book on its way from increments and a snapshot to being right (facts.md §5.5). Increments are gathered until a
 * snapshot joins them; after that each is applied as it comes. Once it is lost it stays so: make a new one.
 */
export interface BookSync {
  /** null when all is well, which while gathering it always is */
  readonly take: (delta: BookDelta) => Loss | null;
  /** Joins a snapshot and what was gathered. When that fails the gathered increments stay for the next snapshot. */
  readonly load: (snapshot: BookSnapshot, limit: number | null) => Loss | null;
  readonly proved: () => ProvedBook | null;
}

/** Increments kept while there is no snapshot: at ten thousand a second two seconds of them. The oldest go first. */
const mostGathered = 20_000;
/** Prices may get finer than those of the snapshot happen to be, by this many digits. */
const spareDigits = 2;
/** Whole numbers of this many digits are exact in a double. */
const countableDigits = 15;

function digitsOf(levels: readonly BookLevel[]): { whole: number; decimals: number } {
  let whole = 1;
  let decimals = 0;
  for (const [price] of levels) {
    const pointAt = price.indexOf('.');
    whole = Math.max(whole, pointAt < 0 ? price.length : pointAt);
    if (pointAt >= 0) decimals = Math.max(decimals, price.length - pointAt - 1);
  }
  return { whole, decimals };
}

/** As fine as the prices are and a bit finer, but no finer than a double can count the highest one. */
function priceScaleOf({ bids, asks }: BookSnapshot): number {
  const below = digitsOf(bids);
  const above = digitsOf(asks);
  const decimals = Math.max(below.decimals, above.decimals);
  const room = countableDigits - Math.max(below.whole, above.whole);
  return Math.max(decimals, Math.min(decimals + spareDigits, room));
}

/** The price of the last row, when the list was cut there; everything is known when it was not. */
function edgeOf(levels: readonly BookLevel[], limit: number | null, priceScale: number): number | null {
  const last = limit !== null && levels.length >= limit ? levels.at(-1) : undefined;
  return last === undefined ? null : parseUnits(last[0], priceScale);
}

function isWell(verdict: Verdict): verdict is 'applied' | 'stale' {
  return verdict === 'applied' || verdict === 'stale';
}

/** Reads a snapshot by itself. `sequence` stands in where the exchange did not say one. */
export function proveImage(snapshot: BookSnapshot, limit: number | null): ProvedBook | Loss {
  const priceScale = priceScaleOf(snapshot);
  const book = createOrderBook({ priceScale });
  const verdict = book.load({ sequence: Number(snapshot.sequence), bids: snapshot.bids, asks: snapshot.asks });
  if (!isWell(verdict)) return verdict;
  return {
    book,
    priceScale,
    floorUnits: edgeOf(snapshot.bids, limit, priceScale) ?? Number.NEGATIVE_INFINITY,
    ceilingUnits: edgeOf(snapshot.asks, limit, priceScale) ?? Number.POSITIVE_INFINITY,
  };
}

function replay(proved: ProvedBook, deltas: readonly BookDelta[]): Loss | null {
  for (const delta of deltas) {
    const verdict = proved.book.apply(delta);
    if (!isWell(verdict)) return verdict;
  }
  return null;
}

export function createBookSync(): BookSync {
  let gathered: BookDelta[] = [];
  let proved: ProvedBook | null = null;
  return {
    take(delta) {
      if (proved !== null) {
        const verdict = proved.book.apply(delta);
        return isWell(verdict) ? null : verdict;
      }
      gathered.push(delta);
      if (gathered.length >= 2 * mostGathered) gathered = gathered.slice(-mostGathered);
      return null;
    },
    load(snapshot, limit) {
      const sequence = Number(snapshot.sequence);
      // what was overtaken on the wire finds its place again
      const deltas = gathered.toSorted((a, b) => a.sequenceStart - b.sequenceStart);
      const first = deltas.find(delta => delta.sequenceEnd > sequence);
      if (first !== undefined && first.sequenceStart > sequence + 1) return 'too-old';
      const image = proveImage(snapshot, limit);
      if (typeof image === 'string') return image;
      const loss = replay(image, deltas);
      if (loss !== null) return loss;
      proved = image;
      gathered = [];
      return null;
    },
    proved: () => proved,
  };
}
