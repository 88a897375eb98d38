import { isMaybeUnreadable } from '#shared/domain/answers/unreadable-row.ts';
import { absolute, type Decimal, isNegative, isPositive, isZero, round, scaleOf, subtract } from '#shared/decimal.ts';
import { shareOf } from '#shared/decimal/share.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey, sideField } from '#shared/domain/market/position-key.ts';
import type { PositionSide } from '#shared/domain/market/position-side.ts';
import type { FeedPosition, PositionPatch, PositionUpdate } from '#client/feed/messages/positions.ts';
import type { Log } from '#log/log.ts';
import type { Clock } from '#time/clock.ts';
import type { ListReadContext, ListRows } from '../account-list.ts';

export interface PositionsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly rows: ListRows<Position>;
  /** a change was reported that only the list completes */
  readonly want: () => void;
}

export interface Positions {
  readonly take: (update: PositionUpdate) => void;
  /** A whole row, from an answer that is not the list. */
  readonly takeRow: (position: Position) => void;
  /** All open positions. Returns whether it covers all frames. */
  readonly takeList: (list: readonly Position[], asked: ListReadContext) => boolean;
  /** The list never contained what a frame has reported: it is no longer expected. */
  readonly giveUp: () => void;
}

type FullUpdate = Extract<PositionUpdate, { kind: 'full' }>;
type SparseUpdate = Extract<PositionUpdate, { kind: 'sparse' }>;

/** The figures of the last whole row that give the initial margin rate of a cross position. */
type MarginBasis = Pick<Position, 'positionMargin' | 'markValue'>;

interface Known {
  readonly position: Position;
  readonly basis: MarginBasis;
  /** time of its last frame, by the monotonic clock */
  reportedAtMs: number;
}

interface Merge {
  readonly options: PositionsOptions;
  /** by position key: each key has one position at a time, and the next has another id */
  readonly known: Map<string, Known>;
  /** whole rows that came before the list with their ids */
  readonly waiting: Map<string, FeedPosition>;
  /** the last position of a key that was closed: what is older is of that one */
  readonly closed: Map<string, Closed>;
  /** when the list was last asked for the prices of cross positions, by the monotonic clock */
  crossWantedAtMs: number;
}

interface Closed {
  /** by the exchange's clock; null: no frame stated it */
  readonly asOfMs: number | null;
  /** by the monotonic clock */
  readonly reportedAtMs: number;
}

/** The time of a report by the exchange's clock, null: not stated; and when it was requested, by the monotonic clock. */
interface ReportTime {
  readonly asOfMs: number | null;
  readonly requestedAtMs: number;
}

/** Frames arrive in their order: one without a time is newer than all before it. */
function timeOfFrame(asOfMs: number | null): ReportTime {
  return { asOfMs, requestedAtMs: Number.POSITIVE_INFINITY };
}

/** Whether the first of two frames is older than the second by their times. */
function isEarlier(asOfMs: number | null, than: number | null): boolean {
  return asOfMs !== null && than !== null && asOfMs < than;
}

/** Whether a report is older than what is known: by the exchange's clock, or by arrival where one of them has no time. */
function isOlder({ asOfMs, requestedAtMs }: ReportTime, known: Closed): boolean {
  if (asOfMs === null || known.asOfMs === null) return requestedAtMs <= known.reportedAtMs;
  return asOfMs < known.asOfMs;
}

function isOfClosed({ closed }: Merge, key: string, time: ReportTime): boolean {
  const last = closed.get(key);
  if (last === undefined) return false;
  return isOlder(time, last) || (time.asOfMs !== null && time.asOfMs === last.asOfMs);
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

interface Heard {
  /** by the monotonic clock */
  readonly reportedAtMs: number;
  /** absent: the row itself, which is whole */
  readonly basis?: MarginBasis | undefined;
}

function show(merge: Merge, position: Position, { reportedAtMs, basis = position }: Heard): void {
  const { options, known } = merge;
  const key = positionKey(position);
  if (position.isOpen) {
    known.set(key, { position, basis, reportedAtMs });
    options.rows.set(position);
    return;
  }
  known.delete(key);
  merge.closed.set(key, { asOfMs: position.asOfMs, reportedAtMs });
  options.rows.remove(key);
}

/** Figures that a frame may lack. What was known of them is of another moment, so the list is asked for them. */
const informing = [
  'averageEntryPrice',
  'markPrice',
  'positionCost',
  'initialMargin',
  'positionMargin',
  'maintenanceMargin',
  'marginWithPnl',
  'unrealisedPnl',
] as const;

function takeFull(merge: Merge, { position }: FullUpdate, key: string): void {
  const { clock, want } = merge.options;
  const known = merge.known.get(key)?.position;
  if (known !== undefined) {
    const { id, positionSide } = known;
    if (isEarlier(position.asOfMs, known.asOfMs)) return;
    const asOfMs = position.asOfMs ?? known.asOfMs;
    show(merge, { ...position, asOfMs, id, ...sideField(positionSide) }, { reportedAtMs: clock.monotonicMs() });
    if (position.isOpen && informing.some(field => position[field] === null && known[field] !== null)) want();
    return;
  }
  if (isOfClosed(merge, key, timeOfFrame(position.asOfMs))) return;
  const waiting = merge.waiting.get(key);
  if (waiting !== undefined && isEarlier(position.asOfMs, waiting.asOfMs)) return;
  merge.waiting.set(key, position);
  want();
}

/** Digits after the point of a computed margin, where the exchange states fewer. */
const leastMarginScale = 10;

/**
 * The margin of a cross position at a new mark value: mark value × initial margin rate (docs/exchange/records.md §9.2), with
 * the rate of the last whole row. Null: that row does not give the rate.
 */
function crossMarginAt({ positionMargin, markValue: at }: MarginBasis, markValue: Decimal): Decimal | null {
  if (positionMargin === null || at === null || isZero(at)) return null;
  const scale = Math.max(leastMarginScale, scaleOf(positionMargin));
  return round(shareOf(positionMargin, absolute(markValue), absolute(at)), scale, 'half-even');
}

/** The list is asked at most this often for the liquidation prices of cross positions. */
const crossPricesEveryMs = 5_000;

/**
 * The liquidation price of a cross position follows the mark prices of all positions of its wallet. No frame brings it,
 * and no public formula gives it: the list is read for it while mark prices move.
 */
function wantCrossPrices(merge: Merge): void {
  const { clock, want } = merge.options;
  const nowMs = clock.monotonicMs();
  if (nowMs - merge.crossWantedAtMs < crossPricesEveryMs) return;
  merge.crossWantedAtMs = nowMs;
  want();
}

/** What a sparse frame of a cross position changes: its margin too, and nothing that only isolated ones have. */
function crossPatch({ basis }: Known, patch: PositionPatch): PositionPatch & Partial<MarginBasis> {
  const { marginWithPnl: _none, maintenanceMargin: _neither, ...rest } = patch;
  if (patch.markValue === undefined || patch.markValue === null) return rest;
  return { ...rest, positionMargin: crossMarginAt(basis, patch.markValue) };
}

/** The few figures of a sparse frame are laid over the row; all the others stay as they were. */
function takeSparse(merge: Merge, { patch, asOfMs }: SparseUpdate, key: string): void {
  const { clock, want } = merge.options;
  const standing = merge.known.get(key);
  if (standing !== undefined) {
    const { position: known, basis } = standing;
    if (isEarlier(asOfMs, known.asOfMs)) return;
    const isCross = known.marginMode === 'cross';
    const changed = { ...known, ...(isCross ? crossPatch(standing, patch) : patch), asOfMs: asOfMs ?? known.asOfMs };
    show(merge, changed, { reportedAtMs: clock.monotonicMs(), basis });
    if (isCross) wantCrossPrices(merge);
    return;
  }
  if (isOfClosed(merge, key, timeOfFrame(asOfMs))) return;
  const waiting = merge.waiting.get(key);
  if (waiting === undefined) want();
  else if (!isEarlier(asOfMs, waiting.asOfMs))
    merge.waiting.set(key, { ...waiting, ...patch, asOfMs: asOfMs ?? waiting.asOfMs });
}

/** The list has no real leverage of a cross position, each frame has it: it is kept while the quantity is the same. */
function withRealLeverage(row: Position, known: Position): Position {
  const isKept = row.realLeverage === null && row.marginMode === 'cross' && known.marginMode === 'cross';
  return isKept && isZero(subtract(row.quantity, known.quantity)) ? { ...row, realLeverage: known.realLeverage } : row;
}

/** A row of the list, or newer frames since; another position than the known one replaces it. */
function takeListed(merge: Merge, row: Position, { requestedAtMs }: ListReadContext): void {
  const key = positionKey(row);
  const pushed = merge.waiting.get(key);
  merge.waiting.delete(key);
  const standing = merge.known.get(key);
  if (isOfClosed(merge, key, { asOfMs: row.asOfMs, requestedAtMs })) return;
  const { id, positionSide } = row;
  const received =
    pushed !== undefined && !isEarlier(pushed.asOfMs, row.asOfMs) ? { ...pushed, id, ...sideField(positionSide) } : row;
  const reportedAtMs = standing?.reportedAtMs ?? Number.NEGATIVE_INFINITY;
  const known = standing?.position ?? received;
  const isStale = isOlder({ asOfMs: received.asOfMs, requestedAtMs }, { asOfMs: known.asOfMs, reportedAtMs });
  if (isStale) show(merge, { ...known, id: row.id }, { reportedAtMs, basis: standing?.basis });
  else show(merge, withRealLeverage(received, known), { reportedAtMs });
}

/**
 * The list has open positions only. A missing position was closed, unless a frame reported it after the list request.
 */
function takeMissing({ options, known }: Merge, listed: ReadonlySet<string>, asked: ListReadContext): boolean {
  let isEnough = true;
  for (const [key, { position, reportedAtMs }] of known) {
    if (listed.has(key) || isMaybeUnreadable(asked.unreadable, position)) continue;
    if (reportedAtMs >= asked.requestedAtMs) isEnough = false;
    else {
      known.delete(key);
      options.rows.remove(key);
    }
  }
  return isEnough;
}

/** Futures positions: whole rows replace, sparse ones are merged (docs/exchange/feeds.md §8.4). */
export function createPositions(options: PositionsOptions): Positions {
  const crossWantedAtMs = Number.NEGATIVE_INFINITY;
  const merge: Merge = { options, known: new Map(), waiting: new Map(), closed: new Map(), crossWantedAtMs };
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
      if (standing === undefined || isEarlier(position.asOfMs, standing.asOfMs)) return;
      const asOfMs = position.asOfMs ?? standing.asOfMs;
      show(merge, { ...standing, ...position, asOfMs }, { reportedAtMs: options.clock.monotonicMs() });
    },
    takeList(list, asked) {
      for (const row of list) takeListed(merge, row, asked);
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
