import { add, compare, type Decimal, multiply, subtract, toNumber } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { GroupedBook } from '../model/levels.ts';
import { touchOf } from '../model/levels.ts';
import { midOf } from '../model/middle.ts';

/** One corner of the stepped curve. Numbers: this is only drawn, never traded on. */
export interface DepthPoint {
  readonly price: number;
  /** base currency resting on the side up to this price; null on the other side's half */
  readonly bid: number | null;
  readonly ask: number | null;
}

/** How far from the mid the curve goes: a lonely order far away would press everything else into the middle. */
const reach = '0.01';
/** Where so few levels are near, the nearest ones are drawn however far they lie. */
const fewest = 10;

/** The part of a book that the curve shows. A book without a mid is shown whole. */
export function clipToReach(book: GroupedBook): GroupedBook {
  const mid = midOf(touchOf(book), 12);
  if (mid === null) return book;
  const distance = multiply(mid, reach);
  const [low, high] = [subtract(mid, distance), add(mid, distance)];
  return {
    ...book,
    bids: book.bids.filter(([price], index) => index < fewest || compare(price, low) >= 0),
    asks: book.asks.filter(([price], index) => index < fewest || compare(price, high) <= 0),
  };
}

/** The drawing stays cheap however deep the book is. */
const mostPoints = 200;

/** A book as the points of a depth curve, lowest price first: bids fall towards the middle, asks rise from it. */
export function depthPoints(book: Pick<GroupedBook, 'bids' | 'asks'>): readonly DepthPoint[] {
  const perSide = mostPoints / 2;
  const bids = thin(cumulate(book.bids), perSide).toReversed();
  const asks = thin(cumulate(book.asks), perSide);
  return [
    ...bids.map(level => ({ price: toNumber(level.price), bid: toNumber(level.total), ask: null })),
    ...asks.map(level => ({ price: toNumber(level.price), bid: null, ask: toNumber(level.total) })),
  ];
}

interface CumulativeLevel {
  readonly price: Decimal;
  /** this level and all better ones */
  readonly total: Decimal;
}

function cumulate(levels: readonly BookLevel[]): readonly CumulativeLevel[] {
  let total: Decimal = '0';
  return levels.map(([price, size]) => {
    total = add(total, size);
    return { price, total };
  });
}

/** Every n-th level and always the last, which carries the total. */
function thin(levels: readonly CumulativeLevel[], most: number): readonly CumulativeLevel[] {
  if (levels.length <= most) return levels;
  const stride = Math.ceil(levels.length / (most - 1));
  return levels.filter((_, index) => index % stride === 0 || index === levels.length - 1);
}

/** The point whose price is closest; null when there is none, or no price. */
export function nearestPoint(points: readonly DepthPoint[], price: number): DepthPoint | null {
  let nearest: DepthPoint | null = null;
  for (const point of points)
    if (Math.abs(point.price - price) < Math.abs((nearest?.price ?? Number.POSITIVE_INFINITY) - price)) nearest = point;
  return nearest;
}
