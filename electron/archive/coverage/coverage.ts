import type { Interval } from '#shared/domain/archive/archive.ts';
import { hasTime, type IntervalSet, intersect, subtract, unite } from './intervals.ts';

/**
 * What is known of one stream of one account, by symbol where it is asked by symbol. The three sets are disjoint.
 * Times are epoch ms of the exchange.
 */
export interface Coverage {
  /** before it nothing was asked for */
  readonly startMs: number;
  /** complete, and not read again */
  readonly sealed: IntervalSet;
  /** read once, and to be confirmed by a second read */
  readonly read: IntervalSet;
  /** the exchange cut its answer here */
  readonly gaps: IntervalSet;
}

/** One complete walk through a window. A walk that failed or was cut short is none and never comes here. */
export interface WindowRead {
  readonly window: Interval;
  /** from here on the walk has its proof; later than the start of the window where the exchange cut its answer */
  readonly provenFromMs: number;
  /** the list was as long as it can be: before `provenFromMs` rows may be missing. Absent: it was not */
  readonly isCut?: boolean | undefined;
  /** when the walk began */
  readonly readAtMs: number;
  /** the times of the rows that the archive did not have, or had otherwise */
  readonly addedAtMs: readonly number[];
  /**
   * parts that may not be sealed: rows may still change there, or a proof failed. Outside the window they are unsealed.
   * Absent: there is none
   */
  readonly unsealed?: IntervalSet | undefined;
}

/** Rows may come this long after their time. A window that ended earlier does not change any more. */
export const settlingMs = 10 * 60_000;

export function emptyCoverage(startMs: number): Coverage {
  return { startMs, sealed: [], read: [], gaps: [] };
}

/** The coverage without the time before `startMs`, where it begins from now on. */
export function coverageFrom({ sealed, read, gaps }: Coverage, startMs: number): Coverage {
  const kept = (set: IntervalSet): IntervalSet => intersect(set, [{ fromMs: startMs, toMs: Infinity }]);
  return { startMs, sealed: kept(sealed), read: kept(read), gaps: kept(gaps) };
}

function settledPart(set: IntervalSet, readAtMs: number): IntervalSet {
  return intersect(set, [{ fromMs: -Infinity, toMs: readAtMs - settlingMs }]);
}

/**
 * Coverage after a read. What had settled before its first read is sealed by that read. What was read earlier is sealed by a
 * later read that adds nothing to it. The rest of the window counts as read once, as does what may not be sealed, in the window
 * or beside it.
 * What the exchange cut off is a gap, also where it was read once: late rows can no longer be confirmed there.
 */
export function applyRead(coverage: Coverage, walked: WindowRead): Coverage {
  const { provenFromMs, isCut = false, readAtMs, addedAtMs, unsealed = [] } = walked;
  // history may be deleted while it is read
  const window = { ...walked.window, fromMs: Math.max(walked.window.fromMs, coverage.startMs) };
  const end = Math.min(window.toMs, readAtMs);
  const proven = intersect([{ fromMs: provenFromMs, toMs: end }], [window]);
  const settled = settledPart(proven, readAtMs);
  const first = subtract(settled, coverage.read);
  const confirmed = intersect(settled, coverage.read).filter(part => !addedAtMs.some(time => hasTime(part, time)));
  const sealed = subtract(unite(coverage.sealed, first, confirmed), unsealed);
  const cut = intersect([{ fromMs: window.fromMs, toMs: Math.min(provenFromMs, end) }], [window]);
  const read = subtract(unite(coverage.read, coverage.sealed, proven), sealed, isCut ? cut : []);
  return { ...coverage, sealed, read, gaps: subtract(unite(coverage.gaps, cut), sealed, read) };
}

/** Until when the stream is known, as covered or as a gap. */
export function coveredToMs({ startMs, sealed, read, gaps }: Coverage): number {
  return Math.max(startMs, ...[sealed, read, gaps].map(set => set.at(-1)?.toMs ?? startMs));
}

/** What is neither covered nor a gap between the start and `nowMs`. `keptSinceMs`: how far back the exchange answers. */
export function unreadPart(coverage: Coverage, keptSinceMs: number, nowMs: number): IntervalSet {
  const { startMs, sealed, read, gaps } = coverage;
  return subtract([{ fromMs: Math.max(startMs, keptSinceMs), toMs: nowMs }], sealed, read, gaps);
}

/** What was never read completely and what the exchange no longer has. A gap that is too old is lost as well. */
export function lostPart({ startMs, sealed, read }: Coverage, keptSinceMs: number): IntervalSet {
  return subtract([{ fromMs: startMs, toMs: keptSinceMs }], sealed, read);
}
