import { isMaybeUnreadable } from '#shared/domain/answers/unreadable-row.ts';
import { isNegative, isPositive } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey, sideField } from '#shared/domain/market/position-key.ts';
import type { PositionSide } from '#shared/domain/market/position-side.ts';
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
  /** by position key: each key has one position at a time, and the next has another id */
  readonly known: Map<string, Known>;
  /** whole rows that came before the list told their ids */
  readonly waiting: Map<string, FeedPosition>;
  /** when the last position under a key was closed, by the exchange's clock: what is older is of that one */
  readonly closedAtMs: Map<string, number>;
}

function isOfClosed({ closedAtMs }: Merge, key: string, asOfMs: number): boolean {
  return asOfMs <= (closedAtMs.get(key) ?? Number.NEGATIVE_INFINITY);
}

/** Whether a position of one side of this contract is known: the account is in hedge mode. */
function isHedged({ known, waiting }: Merge, symbol: string): boolean {
  return (['long', 'short'] as const).some(positionSide => {
    const key = positionKey({ symbol, positionSide });
    return known.has(key) || waiting.has(key);
  });
}

/**
 * The key that a frame is about; null: it is unknown. No published frame of hedge mode shows whether a frame names
 * its side (docs/exchange/feeds.md §8.4), so the sign of the quantity gives the side of a whole row without one.
 */
function keyOf(merge: Merge, update: FullUpdate | SparseUpdate): string | null {
  const { symbol } = update;
  const named = update.kind === 'full' ? update.position.positionSide : update.positionSide;
  if (named !== undefined || !isHedged(merge, symbol)) return positionKey({ symbol, positionSide: named });
  const positionSide = update.kind === 'full' ? sideBySign(update.position) : null;
  return positionSide === null ? null : positionKey({ symbol, positionSide });
}

function sideBySign({ quantity }: Pick<Position, 'quantity'>): PositionSide | null {
  if (isPositive(quantity)) return 'long';
  return isNegative(quantity) ? 'short' : null;
}

function show(merge: Merge, position: Position, heardAtMs: number): void {
  const { options, known } = merge;
  const key = positionKey(position);
  if (position.isOpen) {
    known.set(key, { position, heardAtMs });
    options.rows.set(position);
    return;
  }
  known.delete(key);
  merge.closedAtMs.set(key, position.asOfMs);
  options.rows.remove(key);
}

function takeFull(merge: Merge, { position }: FullUpdate, key: string): void {
  const { clock, want } = merge.options;
  const known = merge.known.get(key)?.position;
  if (known !== undefined) {
    const { id, positionSide } = known;
    if (position.asOfMs >= known.asOfMs)
      show(merge, { ...position, id, ...sideField(positionSide) }, clock.monotonicMs());
    return;
  }
  if (isOfClosed(merge, key, position.asOfMs)) return;
  const waiting = merge.waiting.get(key);
  if (waiting !== undefined && waiting.asOfMs > position.asOfMs) return;
  merge.waiting.set(key, position);
  want();
}

/** The few figures of a sparse frame are laid over the row; all the others stay as they were. */
function takeSparse(merge: Merge, { patch, asOfMs }: SparseUpdate, key: string): void {
  const { clock, want } = merge.options;
  const known = merge.known.get(key)?.position;
  if (known !== undefined) {
    if (asOfMs >= known.asOfMs) show(merge, { ...known, ...patch, asOfMs }, clock.monotonicMs());
    return;
  }
  if (isOfClosed(merge, key, asOfMs)) return;
  const waiting = merge.waiting.get(key);
  if (waiting === undefined) want();
  else if (asOfMs >= waiting.asOfMs) merge.waiting.set(key, { ...waiting, ...patch, asOfMs });
}

/** A row of the list, or newer what frames have told since; another position than the known one takes its place. */
function takeListed(merge: Merge, row: Position): void {
  const key = positionKey(row);
  const pushed = merge.waiting.get(key);
  merge.waiting.delete(key);
  const standing = merge.known.get(key);
  if (isOfClosed(merge, key, row.asOfMs)) return;
  const { id, positionSide } = row;
  const told =
    pushed !== undefined && pushed.asOfMs >= row.asOfMs ? { ...pushed, id, ...sideField(positionSide) } : row;
  const known = standing?.position ?? told;
  const newest = told.asOfMs >= known.asOfMs ? told : { ...known, id: row.id };
  show(merge, newest, standing?.heardAtMs ?? Number.NEGATIVE_INFINITY);
}

/** The list has open positions only. What is not on it was closed, unless it was heard of since the list was asked for. */
function takeMissing({ options, known }: Merge, listed: ReadonlySet<string>, asked: ListAsked): boolean {
  let isEnough = true;
  for (const [key, { position, heardAtMs }] of known) {
    if (listed.has(key) || isMaybeUnreadable(asked.unreadable, position)) continue;
    if (heardAtMs >= asked.askedAtMs) isEnough = false;
    else {
      known.delete(key);
      options.rows.remove(key);
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
      const key = update.kind === 'full' || update.kind === 'sparse' ? keyOf(merge, update) : null;
      if (key === null) options.want();
      else if (update.kind === 'full') takeFull(merge, update, key);
      else if (update.kind === 'sparse') takeSparse(merge, update, key);
    },
    takeRow(position) {
      const standing = known.get(positionKey(position))?.position;
      if (standing !== undefined && position.asOfMs >= standing.asOfMs)
        show(merge, { ...standing, ...position }, options.clock.monotonicMs());
    },
    takeList(list, asked) {
      for (const row of list) takeListed(merge, row);
      for (const [key, { isOpen }] of waiting) if (!isOpen) waiting.delete(key);
      const isEnough = takeMissing(merge, new Set(list.map(positionKey)), asked);
      return isEnough && waiting.size === 0;
    },
    giveUp() {
      options.log.warn('positions.not-completed', { count: waiting.size });
      waiting.clear();
    },
  };
}
