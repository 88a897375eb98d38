import type { Interval, StreamStatus, UnprovenWindow } from '#shared/domain/archive/archive.ts';
import { assertNever, type Failure } from '#shared/errors.ts';
import type { CoverageLine } from '../archive-store.ts';
import { type Coverage, lostPart, unreadPart } from '../coverage/coverage.ts';
import { intersect, subtract, unite } from '../coverage/intervals.ts';
import {
  countWindows,
  dayStartOf,
  keptSince,
  type PlannedWindow,
  planWindow,
  type WindowRules,
} from '../coverage/plan.ts';
import { areMissingIn, type MissingRows } from '../proofs/missing-rows.ts';
import { minuteMs, type Stream } from '../streams/stream.ts';
import type { WalkOutcome } from './walk.ts';

/** A line as the runner knows it: its coverage, and when it may be read again after a failure. */
export interface LineState {
  readonly stream: Stream;
  readonly line: CoverageLine;
  readonly state: StreamStatus['state'];
  readonly reason: string | null;
  readonly failureCount: number;
  readonly notBeforeMs: number;
  /** windows are this part of the longest one; it is halved when a window has too many pages */
  readonly windowPart: number;
  /** parts that could not be sealed, and when they are read again */
  readonly openParts: readonly (Interval & { readonly notBeforeMs: number })[];
  /** rows that show that others are missing before them, oldest first */
  readonly breaks: readonly MissingRows[];
  /** windows whose last walk had no proof, oldest first */
  readonly unproven: readonly UnprovenWindow[];
}

const leastWindowMs = minuteMs;
const hourMs = 60 * minuteMs;
const firstPauseMs = 30_000;
/**
 * Time between two reads of rows that may still change. An order may end while no frame arrives: Order history lists it after
 * this read.
 */
const openEveryMs = 10 * minuteMs;
/** The shortest and the longest time between two reads of a part without proof. */
const leastBrokenMs = hourMs;
const mostBrokenMs = 24 * hourMs;
/** The oldest rows expire before they can be read: a line begins this much later than the memory of the exchange. */
const startMarginMs = 15 * minuteMs;

const unprovenReason = 'The list changed while it was read, or has rows that cannot be read. It is read again later.';

/** The database may be usable again at any time. */
const longestStorePauseMs = 5 * minuteMs;

export function newLineState(stream: Stream, line: CoverageLine): LineState {
  return {
    stream,
    line,
    state: 'working',
    reason: null,
    failureCount: 0,
    notBeforeMs: 0,
    windowPart: 1,
    openParts: [],
    breaks: [],
    unproven: [],
  };
}

/** Where a new line begins. */
export function startOf({ rules: { keptMs, isDaily }, backfillMs }: Stream, nowMs: number): number {
  if (isDaily === true) return dayStartOf(nowMs);
  return keptMs === null ? nowMs - backfillMs : nowMs - keptMs + startMarginMs;
}

function rulesOf({ stream, windowPart }: LineState): WindowRules {
  const windowMs = Math.max(leastWindowMs, Math.floor(stream.rules.windowMs * windowPart));
  return { ...stream.rules, windowMs, isJoined: stream.isOpen !== undefined };
}

/** The coverage without parts that a read could not seal a short time ago. */
function dueCoverage({ line: { coverage }, openParts }: LineState, nowMs: number): Coverage {
  const waiting = openParts.filter(({ notBeforeMs }) => nowMs < notBeforeMs);
  const read = subtract(coverage.read, waiting);
  return { ...coverage, read, sealed: unite(coverage.sealed, intersect(coverage.read, waiting)) };
}

/** The next window of the line; null: nothing is due. */
export function planLine(line: LineState, nowMs: number): PlannedWindow | null {
  return nowMs < line.notBeforeMs ? null : planWindow(dueCoverage(line, nowMs), rulesOf(line), nowMs);
}

function pauseAfter(failureCount: number): number {
  return Math.min(hourMs, firstPauseMs * 2 ** (failureCount - 1));
}

function stateAfter({ kind }: Failure): StreamStatus['state'] {
  if (kind === 'permission') return 'not-permitted';
  return kind === 'not-found' ? 'not-offered' : 'failing';
}

function afterFailure(line: LineState, failure: Failure, nowMs: number): LineState {
  const failureCount = line.failureCount + 1;
  const state = stateAfter(failure);
  const pauseMs = state === 'failing' ? pauseAfter(failureCount) : hourMs;
  const notBeforeMs = Math.max(nowMs + pauseMs, failure.retryAtMs ?? 0);
  return { ...line, state, reason: failure.message, failureCount, notBeforeMs };
}

type DoneWalk = Extract<WalkOutcome, { kind: 'done' }>;

/** A part without proof is read again when it is twice as old, because most rows come late by minutes. */
function pauseOf(part: Interval, { breaks, provenFromMs }: DoneWalk, nowMs: number): number {
  const isBroken = part.toMs <= provenFromMs || breaks.some(each => areMissingIn(part, each));
  return isBroken ? Math.min(Math.max(leastBrokenMs, nowMs - part.toMs), mostBrokenMs) : openEveryMs;
}

/** Parts that the walk could not seal are read again later, together with those that wait already. */
function openPartsAfter({ line, openParts }: LineState, walked: DoneWalk, nowMs: number): LineState['openParts'] {
  const waiting = openParts.filter(({ notBeforeMs }) => nowMs < notBeforeMs);
  const { window, provenFromMs, unsealed, coverage } = walked;
  // where the exchange has forgotten rows a read confirms nothing, however often it is repeated
  const forgotten = intersect(coverage.read, [{ fromMs: window.fromMs, toMs: provenFromMs }]);
  // other parts beside the window may be due already
  const here = intersect(unsealed, unite([window], line.coverage.sealed));
  const open = ({ fromMs, toMs }: Interval) => {
    return { fromMs, toMs, notBeforeMs: nowMs + pauseOf({ fromMs, toMs }, walked, nowMs) };
  };
  return [...waiting, ...unite(here, forgotten).map(open)];
}

/** Breaks in the window are those that the walk found; others stay until their window is read again. */
function breaksAfter({ breaks }: LineState, walked: DoneWalk): LineState['breaks'] {
  const elsewhere = breaks.filter(each => !areMissingIn(walked.window, each));
  return [...elsewhere, ...walked.breaks].toSorted((a, b) => a.timeMs - b.timeMs);
}

/** Windows without a proof that this walk did not read again. */
function unprovenBeside({ unproven }: LineState, walked: Interval): LineState['unproven'] {
  return unproven.filter(each => each.toMs <= walked.fromMs || walked.toMs <= each.fromMs);
}

function unprovenAfter(line: LineState, window: UnprovenWindow | null): LineState['unproven'] {
  if (window === null) return line.unproven;
  return [...unprovenBeside(line, window), window].toSorted((a, b) => a.fromMs - b.fromMs);
}

/** The line after a walk. A walk that failed or has no proof moves no coverage. */
export function afterWalk(line: LineState, outcome: WalkOutcome, nowMs: number): LineState {
  switch (outcome.kind) {
    case 'done': {
      const read = { ...line.line, coverage: outcome.coverage, lastReadAtMs: nowMs };
      const openParts = openPartsAfter(line, outcome, nowMs);
      return {
        ...newLineState(line.stream, read),
        windowPart: line.windowPart,
        openParts,
        breaks: breaksAfter(line, outcome),
        unproven: unprovenBeside(line, outcome.window),
      };
    }
    case 'failed':
      return afterFailure(line, outcome.failure, nowMs);
    case 'unproven': {
      const failureCount = line.failureCount + 1;
      const notBeforeMs = nowMs + pauseAfter(failureCount);
      const unproven = unprovenAfter(line, outcome.window);
      return { ...line, state: 'failing', reason: unprovenReason, failureCount, notBeforeMs, unproven };
    }
    case 'too-long':
      return { ...line, windowPart: line.windowPart / 2 };
    case 'not-stored': {
      // other lines are read meanwhile
      const failureCount = line.failureCount + 1;
      const notBeforeMs = nowMs + Math.min(longestStorePauseMs, pauseAfter(failureCount));
      return { ...line, state: 'failing', reason: outcome.failure.detail, failureCount, notBeforeMs };
    }
    case 'stopped':
      return line;
    default:
      return assertNever(outcome);
  }
}

/** When the oldest unread part can no longer be read; null: nothing is unread, or no limit is known. */
function closesAt({ stream: { rules }, line: { coverage } }: LineState, nowMs: number): number | null {
  const [oldest] = unreadPart(coverage, keptSince(rules, nowMs), nowMs - rules.pollMs);
  return rules.keptMs === null || rules.isDaily === true || oldest === undefined ? null : oldest.fromMs + rules.keptMs;
}

/** The line as the page shows it. */
export function statusOfLine(line: LineState, nowMs: number): StreamStatus {
  const { coverage, symbol, lastReadAtMs } = line.line;
  const lost = lostPart(coverage, keptSince(line.stream.rules, nowMs));
  return {
    stream: line.stream.name,
    symbol: symbol === '' ? null : symbol,
    state: line.state,
    reason: line.reason,
    startMs: coverage.startMs,
    sealed: [...coverage.sealed],
    read: [...coverage.read],
    gaps: coverage.gaps.filter(gap => !lost.some(part => part.fromMs <= gap.fromMs && gap.toMs <= part.toMs)),
    lost: [...lost],
    deleted: line.line.deleted,
    unproven: [...line.unproven],
    breaks: line.breaks.map(({ key, timeMs, currency }) => ({ key, atMs: timeMs, currency })),
    lastReadAtMs,
    closesAtMs: closesAt(line, nowMs),
    queuedWindows: countWindows(dueCoverage(line, nowMs), rulesOf(line), nowMs),
  };
}
