import type { BookLevel, BookSnapshot } from '#shared/domain/market/book.ts';
import { parseUnits } from './level-text.ts';
import { type ApplyOutcome, createOrderBook, type OrderBook } from './order-book.ts';

/** A book that is right at its sequence number, and the prices between which it knows every level. */
export interface ProvedBook {
  readonly book: OrderBook;
  /** decimal places of one unit of price */
  readonly priceScale: number;
  /** no bid below it is known for sure; -Infinity when all are */
  readonly floorUnits: number;
  /** no ask above it is known for sure; Infinity when all are */
  readonly ceilingUnits: number;
}

/** Why a book cannot be trusted any more. */
export type ApplyLoss = Exclude<ApplyOutcome, 'applied' | 'stale'>;

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

/**
 * A book of a snapshot alone; `limit`: rows a side at which the exchange cuts it. `sequence` is used when the exchange
 * did not state one.
 */
export function proveSnapshot(snapshot: BookSnapshot, limit: number | null): ProvedBook | ApplyLoss {
  const priceScale = priceScaleOf(snapshot);
  const book = createOrderBook({ priceScale });
  const outcome = book.load({ sequence: Number(snapshot.sequence), bids: snapshot.bids, asks: snapshot.asks });
  if (outcome !== 'applied' && outcome !== 'stale') return outcome;
  return {
    book,
    priceScale,
    floorUnits: edgeOf(snapshot.bids, limit, priceScale) ?? Number.NEGATIVE_INFINITY,
    ceilingUnits: edgeOf(snapshot.asks, limit, priceScale) ?? Number.POSITIVE_INFINITY,
  };
}
