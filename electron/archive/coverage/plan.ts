import type { Interval } from '#shared/domain/archive/archive.ts';
import { type Coverage, settlingMs, unreadPart } from './coverage.ts';
import { intersect, type IntervalSet, unite } from './intervals.ts';

/** How a list may be asked. */
export interface WindowRules {
  /** the longest window of one question */
  readonly windowMs: number;
  /** how long the exchange keeps rows; null: no limit is known */
  readonly keptMs: number | null;
  /** time between two reads of the newest part */
  readonly pollMs: number;
  /** second reads that fit into one window are one read: its parts are the times of single rows */
  readonly isJoined?: boolean;
  /**
   * the exchange answers what holds now, which is kept for the UTC day: it is read on each day, and a day that passed
   * without a read is lost
   */
  readonly isDaily?: boolean;
}

const dayMs = 24 * 60 * 60_000;

/** Of what the exchange answers for now only. A read covers its own UTC day, and the day before when that had a read. */
export const dailyRules: WindowRules = {
  windowMs: 2 * dayMs,
  keptMs: 2 * dayMs,
  pollMs: 6 * 60 * 60_000,
  isDaily: true,
};

/** The start of the UTC day. */
export function dayStartOf(atMs: number): number {
  return Math.floor(atMs / dayMs) * dayMs;
}

export interface PlannedWindow {
  /** `tail`: the newest part; `backfill`: an unread part; `confirm`: the second read of a part */
  readonly kind: 'tail' | 'backfill' | 'confirm';
  readonly window: Interval;
  /** when the exchange forgets the oldest row of the window; Infinity: no limit is known */
  readonly closesAtMs: number;
}

/** Each read of the newest part begins this much earlier than the last one ended, because rows come late. */
export const overlapMs = settlingMs + 5 * 60_000;

/** The clocks differ and an answer takes its time: what is this near to the end of the exchange's memory is not counted on. */
export const keptMarginMs = 60_000;

/** From which time on the exchange still answers. */
export function keptSince({ keptMs }: Pick<WindowRules, 'keptMs'>, nowMs: number): number {
  return keptMs === null ? -Infinity : nowMs - keptMs + keptMarginMs;
}

/**
 * The window that is to be read next; null: nothing is due. The newest part comes first, because it is what the user
 * watches; then unread parts and second reads, the oldest first, because the exchange forgets them first.
 */
export function planWindow(coverage: Coverage, rules: WindowRules, nowMs: number): PlannedWindow | null {
  return planTail(coverage, rules, nowMs) ?? planRest(coverage, rules, nowMs);
}

/** How many windows are unread or to be confirmed. */
export function countWindows(coverage: Coverage, rules: WindowRules, nowMs: number): number {
  return restOf(coverage, rules, nowMs).reduce(
    (sum, { toMs, fromMs }) => sum + Math.ceil((toMs - fromMs) / rules.windowMs),
    0,
  );
}

function closing(fromMs: number, { keptMs }: WindowRules): number {
  return keptMs === null ? Infinity : fromMs + keptMs;
}

/** From when on a read covers what holds for whole days: from the day before when that was read, else from today on. */
function dailySince(endMs: number, todayMs: number): number {
  return endMs > todayMs - dayMs ? todayMs - dayMs : todayMs;
}

function planTail(coverage: Coverage, rules: WindowRules, nowMs: number): PlannedWindow | null {
  const known = unite(coverage.sealed, coverage.read, coverage.gaps);
  const end = known.at(-1)?.toMs ?? -Infinity;
  const todayMs = dayStartOf(nowMs);
  const isNewDay = rules.isDaily === true && end <= todayMs;
  if (nowMs - end < rules.pollMs && !isNewDay) return null;
  const since = Math.max(coverage.startMs, keptSince(rules, nowMs), nowMs - rules.windowMs);
  const earliest = rules.isDaily === true ? Math.max(since, dailySince(end, todayMs)) : since;
  // reaches back to what needs a second read, so that one request does both
  const unconfirmed = intersect(coverage.read, [{ fromMs: earliest, toMs: nowMs }])[0]?.fromMs ?? nowMs;
  const fromMs = Math.max(earliest, Math.min(end - overlapMs, unconfirmed));
  if (fromMs >= nowMs) return null;
  // a tail may wait as long as the rows since the last one are kept
  return { kind: 'tail', window: { fromMs, toMs: nowMs }, closesAtMs: closing(Math.max(end, fromMs), rules) };
}

/** Unread parts, and parts that need a second read and have settled. */
function restOf(coverage: Coverage, rules: WindowRules, nowMs: number): IntervalSet {
  // a read says nothing of an earlier day
  if (rules.isDaily === true) return [];
  const since = Math.max(coverage.startMs, keptSince(rules, nowMs));
  // what is newer belongs to the next tail
  const settledMs = nowMs - Math.max(rules.pollMs, overlapMs) - settlingMs;
  const unread = unreadPart(coverage, since, nowMs - rules.pollMs);
  const unconfirmed = intersect(coverage.read, [{ fromMs: since, toMs: settledMs }]);
  return unite(unread, unconfirmed);
}

function planRest(coverage: Coverage, rules: WindowRules, nowMs: number): PlannedWindow | null {
  const rest = restOf(coverage, rules, nowMs);
  const [oldest] = rest;
  if (oldest === undefined) return null;
  const mostMs = oldest.fromMs + rules.windowMs;
  const parts = rules.isJoined === true ? rest.filter(({ fromMs }) => fromMs < mostMs) : [oldest];
  const window = { fromMs: oldest.fromMs, toMs: Math.min(mostMs, Math.max(...parts.map(({ toMs }) => toMs))) };
  const isUnread = unreadPart(coverage, -Infinity, nowMs).some(part => intersect([part], [window]).length > 0);
  return { kind: isUnread ? 'backfill' : 'confirm', window, closesAtMs: closing(window.fromMs, rules) };
}
