import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/book.ts';
import type { Side } from '#shared/domain/scalars.ts';
import {
  bestOf,
  clearLadder,
  createLadder,
  type Ladder,
  type LevelVisitor,
  setLevel,
  topOf,
  walkLevels,
} from './ladder.ts';
import { judgeSize, parseUnits } from './level-text.ts';

/** One row of an increment: the level's new whole size (`0` deletes it) and the row's own sequence number. */
export interface LevelChange {
  readonly side: Side;
  readonly price: Decimal;
  readonly size: Decimal;
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

interface Held {
  readonly priceScale: number;
  readonly bids: Ladder;
  readonly asks: Ladder;
  sequence: number | null;
}

function distrust(held: Held, verdict: Exclude<Verdict, 'applied' | 'stale'>): Verdict {
  clearLadder(held.bids);
  clearLadder(held.asks);
  held.sequence = null;
  return verdict;
}

/** false when the row's price or size is no plain decimal */
function setRow(ladder: Ladder, priceScale: number, [price, size]: BookLevel): boolean {
  const units = parseUnits(price, priceScale);
  const kind = judgeSize(size);
  if (units === null || units <= 0 || kind === 'invalid') return false;
  setLevel(ladder, units, kind === 'zero' ? null : [price, size]);
  return true;
}

function judge(held: Held): Verdict {
  const { bids, asks } = held;
  const bid = bestOf(bids);
  const ask = bestOf(asks);
  if (bid === null || ask === null) return distrust(held, 'empty');
  if (bid >= ask) return distrust(held, 'crossed');
  return bids.size > mostLevels || asks.size > mostLevels ? distrust(held, 'bad-value') : 'applied';
}

/** price "0" only moves the sequence (facts.md §5.5) */
function applyRow(held: Held, { side, price, size, sequence }: LevelChange, after: number): boolean {
  if (sequence <= after || price === '0') return true;
  return setRow(side === 'buy' ? held.bids : held.asks, held.priceScale, [price, size]);
}

function load(held: Held, image: BookImage): Verdict {
  const { bids, asks, priceScale } = held;
  clearLadder(bids);
  clearLadder(asks);
  if (!Number.isSafeInteger(image.sequence)) return distrust(held, 'bad-value');
  for (const level of image.bids) if (!setRow(bids, priceScale, level)) return distrust(held, 'bad-value');
  for (const level of image.asks) if (!setRow(asks, priceScale, level)) return distrust(held, 'bad-value');
  held.sequence = image.sequence;
  return judge(held);
}

function apply(held: Held, { sequenceStart, sequenceEnd, changes }: BookDelta): Verdict {
  const { sequence } = held;
  if (sequence === null) return 'gap';
  if (sequenceEnd <= sequence) return 'stale';
  if (!(sequenceStart <= sequence + 1)) return distrust(held, 'gap');
  for (const change of changes) if (!applyRow(held, change, sequence)) return distrust(held, 'bad-value');
  held.sequence = sequenceEnd;
  return judge(held);
}

/** `priceScale`: digits after the point of the symbol's tick. */
export function createOrderBook({ priceScale }: { readonly priceScale: number }): OrderBook {
  const bids = createLadder(1);
  const asks = createLadder(-1);
  const held: Held = { priceScale, bids, asks, sequence: null };
  return {
    load: image => load(held, image),
    apply: delta => apply(held, delta),
    view(depth) {
      return held.sequence === null
        ? null
        : { sequence: held.sequence, bids: topOf(bids, depth), asks: topOf(asks, depth) };
    },
    walk: (side, visit) => walkLevels(side === 'buy' ? bids : asks, visit),
    sequence: () => held.sequence,
  };
}
