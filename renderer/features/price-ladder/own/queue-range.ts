import { compare, type Decimal, divide, isPositive, maximum, minimum, multiply, subtract } from '#shared/decimal.ts';

/**
 * What others have resting before an own order at its price. Nobody is told: trades take from the front for certain, but a
 * cancel may be of whoever stands before the order or behind it.
 */
export interface QueueRange {
  /** if every cancel was of one before it */
  readonly least: Decimal;
  /** if cancels are spread over the queue as its sizes are */
  readonly spread: Decimal;
  /** if only trades move it, and never more than rests there */
  readonly most: Decimal;
}

/** The range with what it was told by: what others have at the price. */
export interface QueueState extends QueueRange {
  readonly others: Decimal;
}

/** One change of a price as it was seen: what others have there now, and what has traded there since the last one. */
export interface QueueChange {
  readonly others: Decimal;
  readonly traded: Decimal;
  /** the own order itself has traded since: nobody is before it any more */
  readonly isFilled: boolean;
}

/** Far below any lot: only for sharing cancels out. */
const digits = { scale: 12, rounding: 'half-even' } as const;

function lessThan(a: Decimal, b: Decimal): Decimal {
  return maximum('0', subtract(a, b));
}

/** An order that was seen to come stands behind all others; of one that was there already nothing is known but that. */
export function joinQueue(others: Decimal, isSeenComing: boolean): QueueState {
  return isSeenComing
    ? { least: others, spread: others, most: others, others }
    : { least: '0', spread: '0', most: others, others };
}

/**
 * The range after a change. It holds the truth as long as every change of the price was seen by itself; of what came and
 * went between two of them nobody knows.
 */
export function moveQueue(queue: QueueState, { others, traded, isFilled }: QueueChange): QueueState {
  if (isFilled) return { least: '0', spread: '0', most: '0', others };
  const left = lessThan(queue.others, traded);
  const cancelled = lessThan(left, others);
  const most = minimum(lessThan(queue.most, traded), others);
  const least = minimum(lessThan(lessThan(queue.least, traded), cancelled), most);
  const kept = lessThan(queue.spread, traded);
  const share = isPositive(left) ? divide(multiply(kept, cancelled), left, digits) : '0';
  const spread = minimum(maximum(lessThan(kept, share), least), most);
  return { least, spread, most, others };
}

/** What the row shows: cancels spread .. only trades. Null: nobody is before it. */
export function shownRange({ spread, most }: QueueRange): { readonly from: Decimal; readonly to: Decimal } | null {
  return isPositive(most) ? { from: spread, to: most } : null;
}

/** True when the range is one figure. */
export function isExact({ spread, most }: QueueRange): boolean {
  return compare(spread, most) === 0;
}

/** What others have at a price: all that rests there without the own orders; never below zero while one list is behind the other. */
export function othersAt(resting: Decimal, own: Decimal): Decimal {
  return lessThan(resting, own);
}
