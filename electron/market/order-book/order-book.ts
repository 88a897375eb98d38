import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { BookIncrement, LevelChange } from '#client/feed/messages/books.ts';
import {
  bestOf,
  clearSide,
  createSideLevels,
  type SideLevels,
  type LevelVisitor,
  setLevel,
  topOf,
  walkLevels,
} from './side-levels.ts';
import { judgeSize, parseUnits } from './level-text.ts';

/** What the book needs of an increment. */
export type LevelIncrement = Pick<BookIncrement, 'sequenceStart' | 'sequenceEnd' | 'changes'>;

/** A whole (or the top of a) book at one sequence number, best first on both sides. */
export interface BookLevels {
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/**
 * `applied`: the book is right at its new sequence. `stale`: older than the book, ignored. Everything else says that
 * the book can no longer be trusted: it is emptied and wants a new snapshot.
 */
export type ApplyOutcome = 'applied' | 'stale' | 'gap' | 'crossed' | 'bad-value' | 'empty';

/**
 * A local level-2 book that is right or says that it is not. Rules of docs/exchange/feeds.md §9; pure, no clock, no
 * floats.
 */
export interface OrderBook {
  /** takes a snapshot; `empty` when a side has no level, which no active market has */
  load(levels: BookLevels): ApplyOutcome;
  apply(increment: LevelIncrement): ApplyOutcome;
  /** the top of the book, best first; null while it cannot be trusted */
  view(depth: number): BookLevels | null;
  /** visits the levels of a side, best first, until the visitor answers false; none while it cannot be trusted */
  walk(side: Side, visit: LevelVisitor): void;
  /** the best price of a side in whole units; null on an empty side, and while it cannot be trusted */
  best(side: Side): number | null;
  /** sequence number of the last applied row, or null while it cannot be trusted */
  sequence(): number | null;
}

/** More levels than this on a side is an attack or a bug, and memory is bounded (docs/faults.md §5, case 26). */
const mostLevels = 100_000;

interface BookState {
  readonly priceScale: number;
  readonly bids: SideLevels;
  readonly asks: SideLevels;
  sequence: number | null;
}

function distrust(state: BookState, outcome: Exclude<ApplyOutcome, 'applied' | 'stale'>): ApplyOutcome {
  clearSide(state.bids);
  clearSide(state.asks);
  state.sequence = null;
  return outcome;
}

/** false when the row's price or size is no plain decimal */
function setRow(side: SideLevels, priceScale: number, [price, size]: BookLevel): boolean {
  const units = parseUnits(price, priceScale);
  const kind = judgeSize(size);
  if (units === null || units <= 0 || kind === 'invalid') return false;
  setLevel(side, units, kind === 'zero' ? null : [price, size]);
  return true;
}

function judge(state: BookState): ApplyOutcome {
  const { bids, asks } = state;
  const bid = bestOf(bids);
  const ask = bestOf(asks);
  if (bid === null || ask === null) return distrust(state, 'empty');
  if (bid >= ask) return distrust(state, 'crossed');
  return bids.size > mostLevels || asks.size > mostLevels ? distrust(state, 'bad-value') : 'applied';
}

/** price "0" only moves the sequence (docs/exchange/feeds.md §9) */
function applyRow(state: BookState, { side, price, size, sequence }: LevelChange, after: number): boolean {
  if (sequence <= after || price === '0') return true;
  return setRow(side === 'buy' ? state.bids : state.asks, state.priceScale, [price, size]);
}

function load(state: BookState, levels: BookLevels): ApplyOutcome {
  const { bids, asks, priceScale } = state;
  clearSide(bids);
  clearSide(asks);
  if (!Number.isSafeInteger(levels.sequence)) return distrust(state, 'bad-value');
  for (const level of levels.bids) if (!setRow(bids, priceScale, level)) return distrust(state, 'bad-value');
  for (const level of levels.asks) if (!setRow(asks, priceScale, level)) return distrust(state, 'bad-value');
  state.sequence = levels.sequence;
  return judge(state);
}

function apply(state: BookState, { sequenceStart, sequenceEnd, changes }: LevelIncrement): ApplyOutcome {
  const { sequence } = state;
  if (sequence === null) return 'gap';
  if (sequenceEnd <= sequence) return 'stale';
  if (!(sequenceStart <= sequence + 1)) return distrust(state, 'gap');
  for (const change of changes) if (!applyRow(state, change, sequence)) return distrust(state, 'bad-value');
  state.sequence = sequenceEnd;
  return judge(state);
}

/** `priceScale`: digits after the point of the symbol's tick. */
export function createOrderBook({ priceScale }: { readonly priceScale: number }): OrderBook {
  const bids = createSideLevels(1);
  const asks = createSideLevels(-1);
  const state: BookState = { priceScale, bids, asks, sequence: null };
  return {
    load: levels => load(state, levels),
    apply: increment => apply(state, increment),
    view(depth) {
      return state.sequence === null
        ? null
        : { sequence: state.sequence, bids: topOf(bids, depth), asks: topOf(asks, depth) };
    },
    walk: (side, visit) => walkLevels(side === 'buy' ? bids : asks, visit),
    best: side => bestOf(side === 'buy' ? bids : asks),
    sequence: () => state.sequence,
  };
}
