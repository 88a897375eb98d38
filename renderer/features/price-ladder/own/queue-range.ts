import { compare, type Decimal, divide, isPositive, maximum, minimum, multiply, subtract } from '#shared/decimal.ts';

/**
 * The size of others before an own order at its price. It is not published: trades certainly take from the front, but a
 * cancel may be before the order or behind it.
 */
export interface QueueRange {
  /** if every cancel was of one before it */
  readonly least: Decimal;
  /** if cancels are spread over the queue as its sizes are */
  readonly spread: Decimal;
  /** if only trades move it, and never more than rests there */
  readonly most: Decimal;
}

/** The range with its source: the size of others at the price. */
export interface QueueState extends QueueRange {
  readonly others: Decimal;
}

/** One change of a price as it was seen: what others have there now, and what has traded there since the last one. */
export interface QueueChange {
  readonly others: Decimal;
  readonly traded: Decimal;
  /** the own order itself has traded since: the queue before it is empty */
  readonly isFilled: boolean;
}

/** Far below any lot: only for sharing cancels out. */
const digits = { scale: 12, rounding: 'half-even' } as const;

function lessThan(a: Decimal, b: Decimal): Decimal {
  return maximum('0', subtract(a, b));
}

/** An order whose placing was seen is behind all others; of an earlier one only that is known. */
export function joinQueue(others: Decimal, isSeenComing: boolean): QueueState {
  return isSeenComing
    ? { least: others, spread: others, most: others, others }
    : { least: '0', spread: '0', most: others, others };
}

/**
 * The range after a change. It includes the true position as long as every change of the price was seen by itself;
 * changes that cancel out between two of them are unseen.
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

/** The text of the row: from after all cancels to after trades only. Null: the queue is empty. */
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
