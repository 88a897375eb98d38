import type { BookLevel } from '../../shared/domain/book.ts';
import type { Side } from '../../shared/domain/scalars.ts';
import { createLadder, type LevelVisitor } from './ladder.ts';
import { judgeSize, parseUnits } from './level-text.ts';

/** One row of an increment: the level's new whole size (`0` deletes it) and the row's own sequence number. */
export interface LevelChange {
  readonly side: Side;
  readonly price: string;
  readonly size: string;
  readonly sequence: number;
}

/** An increment that covers the sequence numbers start..end. A futures increment has start = end. */
export interface BookDelta {
  readonly sequenceStart: number;
  readonly sequenceEnd: number;
  readonly changes: readonly LevelChange[];
}

/** A whole (or the top of a) book at one sequence number, best first on both sides. */
export interface BookImage {
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/**
 * `applied`: the book is right at its new sequence. `stale`: older than the book, ignored. Everything else says that
 * the book can no longer be trusted: it is emptied and wants a new snapshot.
 */
export type Verdict = 'applied' | 'stale' | 'gap' | 'crossed' | 'bad-value' | 'empty';

/** A local level-2 book that is right or says that it is not. Rules of facts.md §5.5; pure, no clock, no floats. */
export interface OrderBook {
  /** takes a snapshot; `empty` when a side has no level, because no market that trades looks like that */
  load(image: BookImage): Verdict;
  apply(delta: BookDelta): Verdict;
  /** the top of the book, best first; null while it cannot be trusted */
  view(depth: number): BookImage | null;
  /** visits the levels of a side, best first, until the visitor answers false; none while it cannot be trusted */
  walk(side: Side, visit: LevelVisitor): void;
  /** sequence number of the last applied row, or null while it cannot be trusted */
  sequence(): number | null;
}

/** More levels than this on a side is an attack or a bug, and memory is bounded (faults.md §5, case 26). */
const mostLevels = 100_000;

/** `priceScale`: digits after the point of the symbol's tick. */
export function createOrderBook({ priceScale }: { readonly priceScale: number }): OrderBook {
  const bids = createLadder(1);
  const asks = createLadder(-1);
  let sequence: number | null = null;

  function distrust(verdict: Exclude<Verdict, 'applied' | 'stale'>): Verdict {
    bids.clear();
    asks.clear();
    sequence = null;
    return verdict;
  }

  /** false when the row's price or size is no plain decimal */
  function setLevel(side: Side, price: string, size: string): boolean {
    const units = parseUnits(price, priceScale);
    const kind = judgeSize(size);
    if (units === null || units <= 0 || kind === 'invalid') return false;
    (side === 'buy' ? bids : asks).set(units, kind === 'zero' ? null : [price, size]);
    return true;
  }

  function judge(): Verdict {
    const bid = bids.best();
    const ask = asks.best();
    if (bid === null || ask === null) return distrust('empty');
    if (bid >= ask) return distrust('crossed');
    return bids.size() > mostLevels || asks.size() > mostLevels ? distrust('bad-value') : 'applied';
  }

  /** price "0" only moves the sequence (facts.md §5.5) */
  function applyRow(change: LevelChange, after: number): boolean {
    if (change.sequence <= after || change.price === '0') return true;
    return setLevel(change.side, change.price, change.size);
  }

  return {
    load(image) {
      bids.clear();
      asks.clear();
      if (!Number.isSafeInteger(image.sequence)) return distrust('bad-value');
      for (const [price, size] of image.bids) if (!setLevel('buy', price, size)) return distrust('bad-value');
      for (const [price, size] of image.asks) if (!setLevel('sell', price, size)) return distrust('bad-value');
      sequence = image.sequence;
      return judge();
    },
    apply({ sequenceStart, sequenceEnd, changes }) {
      if (sequence === null) return 'gap';
      if (sequenceEnd <= sequence) return 'stale';
      if (!(sequenceStart <= sequence + 1)) return distrust('gap');
      for (const change of changes) if (!applyRow(change, sequence)) return distrust('bad-value');
      sequence = sequenceEnd;
      return judge();
    },
    view(depth) {
      return sequence === null ? null : { sequence, bids: bids.top(depth), asks: asks.top(depth) };
    },
    walk: (side, visit) => (side === 'buy' ? bids : asks).walk(visit),
    sequence: () => sequence,
  };
}
