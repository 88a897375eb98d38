import { compare, type Decimal, normalise, subtract } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { type OwnMark, restOfMarks } from './own-marks.ts';
import { joinQueue, moveQueue, othersAt, type QueueRange, type QueueState } from './queue-range.ts';
import type { VolumeProfile } from './volume-profile.ts';

/** Every level of a live book, best first, as deep as it was asked for. */
export interface QueueBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export interface QueueSight {
  /** null: not live, so every queue is unknown */
  readonly book: QueueBook | null;
  /** undefined: not known yet */
  readonly marks: readonly OwnMark[] | undefined;
  readonly volume: Pick<VolumeProfile, 'takenAt'>;
}

/** Follows the queue before each own order that rests. */
export interface QueueTracker {
  readonly look: (sight: QueueSight) => void;
  /** null: it does not rest, it is hidden, or its level is not known */
  readonly of: (id: string) => QueueRange | null;
}

interface Followed {
  readonly queue: QueueState;
  readonly taken: Decimal;
  readonly rest: Decimal;
}

/** What rests at a price; null: deeper than the levels that are known. */
function restingAt(levels: readonly BookLevel[], price: Decimal, isBid: boolean): Decimal | null {
  const level = levels.find(([at]) => compare(at, price) === 0);
  if (level !== undefined) return level[1];
  const deepest = levels.at(-1)?.[0];
  return deepest !== undefined && compare(price, deepest) === (isBid ? 1 : -1) ? '0' : null;
}

/** Part of what the book shows at the price and on the side of another one. */
function isShownAt({ of, side, price }: OwnMark, mark: OwnMark): boolean {
  return 'order' in of && !of.order.isHidden && side === mark.side && compare(price, mark.price) === 0;
}

/**
 * Whether an order came after the mark's; false where one of the times is unknown, so that no queue looks too short.
 */
function isLater({ createdAtMs }: OwnMark, mark: OwnMark): boolean {
  return createdAtMs !== null && mark.createdAtMs !== null && createdAtMs > mark.createdAtMs;
}

export function createQueueTracker(): QueueTracker {
  let followed = new Map<string, Followed>();
  let known: ReadonlySet<string> | null = null;
  const follow = (mark: OwnMark, { book, marks = [], volume }: QueueSight): Followed | null => {
    if (book === null || mark.rest === null || !isShownAt(mark, mark)) return null;
    const isBid = mark.side === 'buy';
    const resting = restingAt(isBid ? book.bids : book.asks, mark.price, isBid);
    if (resting === null) return null;
    // later own orders are behind; earlier ones count like other orders
    const later = marks.filter(each => isShownAt(each, mark) && (each.id === mark.id || isLater(each, mark)));
    const others = othersAt(resting, restOfMarks(later));
    const taken = volume.takenAt(normalise(mark.price), isBid ? 'sell' : 'buy');
    const before = followed.get(mark.id);
    const queue =
      before === undefined
        ? joinQueue(others, known !== null && !known.has(mark.id))
        : moveQueue(before.queue, {
            others,
            traded: subtract(taken, before.taken),
            isFilled: compare(mark.rest, before.rest) < 0,
          });
    return { queue, taken, rest: mark.rest };
  };
  return {
    look: sight => {
      const { marks } = sight;
      if (marks === undefined) return;
      const next = new Map<string, Followed>();
      for (const mark of marks) {
        const now = follow(mark, sight);
        if (now !== null) next.set(mark.id, now);
      }
      followed = next;
      // one that was there while the book was not live has been seen, but not its coming
      known = new Set(marks.map(({ id }) => id));
    },
    of: id => followed.get(id)?.queue ?? null,
  };
}
