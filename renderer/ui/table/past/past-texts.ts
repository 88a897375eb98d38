import type { ArchiveObstacle, Interval } from '#shared/domain/archive/archive.ts';
import type { ListCoverage } from '#shared/domain/archive/archived-page.ts';
import { t } from '#shared/words/t.ts';
import { streamTitles } from '#lib/archive/stream-titles.ts';
import { formatMoment } from '#lib/time.ts';

/** What a list knows of its past. */
export interface PastReach {
  /** down to this moment no row is missing, epoch ms; null: not even the newest are known */
  readonly reachedMs: number | null;
  /** null: the archive has not answered yet */
  readonly coverage: ListCoverage | null;
  /** the times since the archive began that it does not cover */
  readonly gaps: readonly Interval[];
}

const obstacleWords: Readonly<Record<ArchiveObstacle, string>> = {
  paused: t`Archive paused.`,
  locked: t`Archive stopped: Fathom is locked.`,
  'no-permission': t`Archive stopped: the API key may not read the account.`,
  'disk-low': t`The disk is almost full: older rows are not archived.`,
  'disk-full': t`Archive stopped: the disk is full.`,
  damaged: t`Archive stopped: its file is damaged.`,
  'newer-version': t`Archive stopped: a newer version of Fathom wrote it.`,
  unwritable: t`Archive stopped: its file cannot be written.`,
  'database-failed': t`Archive stopped: its database cannot be used.`,
  'database-password': t`Archive stopped: it waits for the password of its database.`,
};

/** From which moment on no row is missing. */
export function mayMiss({ reachedMs }: Pick<PastReach, 'reachedMs'>, nowMs: number): string {
  if (reachedMs === null) return t`Rows may be missing.`;
  return t`Rows before ${formatMoment(reachedMs, nowMs)} may be missing.`;
}

function progressWords(coverage: ListCoverage): string {
  if (coverage.obstacle !== null) return obstacleWords[coverage.obstacle];
  if (coverage.startMs === null) return t`The archive has not read this list yet.`;
  return coverage.queuedWindows === 1
    ? t`Backfill in progress: 1 window left.`
    : t`Backfill in progress: ${coverage.queuedWindows} windows left.`;
}

const mostSpans = 2;

/** The spans that the archive does not cover, the newest first. */
function gapWords(gaps: readonly Interval[], nowMs: number): readonly string[] {
  if (gaps.length === 0) return [];
  const newest = gaps.slice(-mostSpans).toReversed();
  const spans = newest.map(({ fromMs, toMs }) => `${formatMoment(fromMs, nowMs)} – ${formatMoment(toMs, nowMs)}`);
  const named = spans.join(', ');
  const others = gaps.length - newest.length;
  return [others === 0 ? t`Rows may be missing: ${named}.` : t`Rows may be missing: ${named} and ${others} more.`];
}

/** Whether the archive records the list and has read all of its past. A second read of a window may still be queued. */
export function isPastRead({ coverage, reachedMs }: PastReach): boolean {
  if (coverage === null || coverage.obstacle !== null || coverage.startMs === null) return false;
  return coverage.queuedWindows === 0 || (reachedMs !== null && reachedMs <= coverage.startMs);
}

/** What the list covers and what it lacks, as sentences; none: nothing is known of it yet. */
export function reachTexts(reach: PastReach, nowMs: number): readonly string[] {
  const { coverage, gaps } = reach;
  if (coverage === null) return [];
  const { startMs, unread } = coverage;
  const reasons = unread.map(({ stream, reason }) =>
    reason === null ? t`${streamTitles[stream]}: not available.` : `${streamTitles[stream]}: ${reason}`,
  );
  if (startMs !== null && isPastRead(reach))
    return [t`The archive covers since ${formatMoment(startMs, nowMs)}.`, ...gapWords(gaps, nowMs), ...reasons];
  return [progressWords(coverage), mayMiss(reach, nowMs), ...reasons];
}
