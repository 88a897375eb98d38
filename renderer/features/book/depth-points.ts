import { toNumber } from '../../../shared/decimal.ts';
import type { BookSnapshot } from '../../../shared/domain/book.ts';
import { type CumulativeLevel, cumulate } from './book-view.ts';

/** One corner of the stepped curve. Numbers: this is only drawn, never traded on. */
export interface DepthPoint {
  readonly price: number;
  /** base currency resting on the side up to this price; null on the other side's half */
  readonly bid: number | null;
  readonly ask: number | null;
}

/** The drawing stays cheap however deep the book is. */
const mostPoints = 200;

/** A book as the points of a depth curve, lowest price first: bids fall towards the middle, asks rise from it. */
export function depthPoints(book: BookSnapshot): readonly DepthPoint[] {
  const perSide = mostPoints / 2;
  const bids = thin(cumulate(book.bids), perSide).toReversed();
  const asks = thin(cumulate(book.asks), perSide);
  return [
    ...bids.map(level => ({ price: toNumber(level.price), bid: toNumber(level.total), ask: null })),
    ...asks.map(level => ({ price: toNumber(level.price), bid: null, ask: toNumber(level.total) })),
  ];
}

/** Every n-th level and always the last, which carries the total. */
function thin(levels: readonly CumulativeLevel[], most: number): readonly CumulativeLevel[] {
  if (levels.length <= most) return levels;
  const stride = Math.ceil(levels.length / (most - 1));
  return levels.filter((_, index) => index % stride === 0 || index === levels.length - 1);
}
