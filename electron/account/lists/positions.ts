import { isMaybeUnreadable } from '#shared/domain/answers/unreadable-row.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { FeedPosition, PositionUpdate } from '#client/feed/messages/positions.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import type { ListAsked, ListRows } from '../account-list.ts';

export interface PositionsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly rows: ListRows<Position>;
  /** something was heard of that only the list completes */
  readonly want: () => void;
}

export interface Positions {
  readonly take: (update: PositionUpdate) => void;
  /** A whole row, from an answer that is not the list. */
  readonly takeRow: (position: Position) => void;
  /** All open positions. Answers whether it had everything that frames told of. */
  readonly takeList: (list: readonly Position[], asked: ListAsked) => boolean;
  /** The list never told of what a frame has told of: it is not waited for any more. */
  readonly giveUp: () => void;
}

type FullUpdate = Extract<PositionUpdate, { kind: 'full' }>;
type SparseUpdate = Extract<PositionUpdate, { kind: 'sparse' }>;

interface Known {
  readonly position: Position;
  /** when a frame last told of it, by the monotonic clock */
  heardAtMs: number;
}

interface Merge {
  readonly options: PositionsOptions;
  /** by symbol: a symbol has one position at a time, and the next has an id of its own */
  readonly known: Map<string, Known>;
  /** whole rows that came before the list told their ids */
  readonly waiting: Map<string, FeedPosition>;
  /** when the last position under a symbol was closed, by the exchange's clock: what is older is of that one */
  readonly closedAtMs: Map<string, number>;
}

function isOfClosed({ closedAtMs }: Merge, symbol: string, asOfMs: number): boolean {
  return asOfMs <= (closedAtMs.get(symbol) ?? Number.NEGATIVE_INFINITY);
}

function show(merge: Merge, position: Position, heardAtMs: number): void {
  const { options, known } = merge;
  const { symbol, id } = position;
  const before = known.get(symbol);
  if (before !== undefined && before.position.id !== id) options.rows.remove(before.position.id);
  if (position.isOpen) {
    known.set(symbol, { position, heardAtMs });
    options.rows.set(position);
    return;
  }
  known.delete(symbol);
  merge.closedAtMs.set(symbol, position.asOfMs);
  options.rows.remove(id);
}

function takeFull(merge: Merge, { symbol, position }: FullUpdate): void {
  const { clock, want } = merge.options;
  const known = merge.known.get(symbol)?.position;
  if (known !== undefined) {
    if (position.asOfMs >= known.asOfMs) show(merge, { ...position, id: known.id }, clock.monotonicMs());
    return;
  }
  if (isOfClosed(merge, symbol, position.asOfMs)) return;
  const waiting = merge.waiting.get(symbol);
  if (waiting !== undefined && waiting.asOfMs > position.asOfMs) return;
  merge.waiting.set(symbol, position);
  want();
}

/** The few figures of a sparse frame are laid over the row; all the others stay as they were. */
function takeSparse(merge: Merge, { symbol, patch, asOfMs }: SparseUpdate): void {
  const { clock, want } = merge.options;
  const known = merge.known.get(symbol)?.position;
  if (known !== undefined) {
    if (asOfMs >= known.asOfMs) show(merge, { ...known, ...patch, asOfMs }, clock.monotonicMs());
    return;
  }
  if (isOfClosed(merge, symbol, asOfMs)) return;
  const waiting = merge.waiting.get(symbol);
  if (waiting === undefined) want();
  else if (asOfMs >= waiting.asOfMs) merge.waiting.set(symbol, { ...waiting, ...patch, asOfMs });
}

/** A row of the list, or newer what frames have told since; another position than the known one takes its place. */
function takeListed(merge: Merge, row: Position): void {
  const pushed = merge.waiting.get(row.symbol);
  merge.waiting.delete(row.symbol);
  const standing = merge.known.get(row.symbol);
  if (isOfClosed(merge, row.symbol, row.asOfMs)) return;
  const told = pushed !== undefined && pushed.asOfMs >= row.asOfMs ? { ...pushed, id: row.id } : row;
  const known = standing?.position ?? told;
  const newest = told.asOfMs >= known.asOfMs ? told : { ...known, id: row.id };
  show(merge, newest, standing?.heardAtMs ?? Number.NEGATIVE_INFINITY);
}

/** The list has open positions only. What is not on it was closed, unless it was heard of since the list was asked for. */
function takeMissing({ options, known }: Merge, listed: ReadonlySet<string>, asked: ListAsked): boolean {
  let isEnough = true;
  for (const [symbol, { position, heardAtMs }] of known) {
    if (listed.has(symbol) || isMaybeUnreadable(asked.unreadable, position)) continue;
    if (heardAtMs >= asked.askedAtMs) isEnough = false;
    else {
      known.delete(symbol);
      options.rows.remove(position.id);
    }
  }
  return isEnough;
}

/** Futures positions: whole rows replace, sparse ones are merged (docs/exchange/feeds.md §8.4). */
export function createPositions(options: PositionsOptions): Positions {
  const merge: Merge = { options, known: new Map(), waiting: new Map(), closedAtMs: new Map() };
  const { known, waiting } = merge;
  return {
    take(update) {
      if (update.kind === 'full') takeFull(merge, update);
      else if (update.kind === 'sparse') takeSparse(merge, update);
      else options.want();
    },
    takeRow(position) {
      const standing = known.get(position.symbol)?.position;
      if (standing !== undefined && position.asOfMs >= standing.asOfMs)
        show(merge, { ...standing, ...position }, options.clock.monotonicMs());
    },
    takeList(list, asked) {
      for (const row of list) takeListed(merge, row);
      for (const [symbol, { isOpen }] of waiting) if (!isOpen) waiting.delete(symbol);
      const isEnough = takeMissing(merge, new Set(list.map(({ symbol }) => symbol)), asked);
      return isEnough && waiting.size === 0;
    },
    giveUp() {
      options.log.warn('positions.not-completed', { count: waiting.size });
      waiting.clear();
    },
  };
}
