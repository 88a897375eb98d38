import type { KillRow } from '#shared/domain/safety/kill-switch.ts';
import type { Failure, Result } from '#shared/errors.ts';
import type { Wait } from '../follow-up.ts';
import type { Reading, Scope, CancelAttempt, Target } from './scopes.ts';

export interface ClearOptions {
  readonly scope: Scope;
  readonly nowMs: () => number;
  readonly wait: Wait;
  readonly signal: AbortSignal;
  /** whether an order that was sent before may still reach the exchange */
  readonly mayArrive: () => boolean;
  /** protective stops stay */
  readonly isKeepingStops: boolean;
  readonly publish: (row: KillRow) => void;
}

/** One empty list may be a moment between two; two in a row are believed. */
const emptyReadings = 2;
const shortestPauseMs = 250;
const longestPauseMs = 5_000;
/** An exchange that keeps an order after so many rounds will not let it go: the user must look. */
const mostRounds = 12;
/** How long an exchange that cannot be reached is tried. */
const mostMs = 10 * 60_000;

interface Progress {
  row: KillRow;
  readonly seen: Set<string>;
  /** rounds in which something was cancelled */
  round: number;
  empty: number;
  failures: number;
}

/**
 * Cancels and reads again until nothing is active, twice. Continues while the exchange cannot be reached, within
 * bounds. Never rejects by an answer of the exchange.
 */
export async function clearScope(options: ClearOptions): Promise<KillRow> {
  const { scope, nowMs, signal } = options;
  const untilMs = nowMs() + mostMs;
  const progress: Progress = { row: newRow(scope), seen: new Set(), round: 0, empty: 0, failures: 0 };
  while (!signal.aborted && nowMs() < untilMs) {
    const read = await scope.read();
    const pauseMs = read.ok
      ? await afterReading(options, progress, read.value)
      : await afterFailure(options, progress, read.error);
    if (pauseMs === null) break;
    await options.wait(pauseMs, signal);
  }
  return progress.row;
}

export function newRow({ name }: Pick<Scope, 'name'>): KillRow {
  const counts = { found: null, sent: 0, gone: 0, left: 0, kept: 0, isCounted: true } as const;
  return { scope: name, state: 'working', ...counts, reason: null, readAtMs: null };
}

/** How long to wait before the next reading; null: it is over. */
async function afterReading(options: ClearOptions, progress: Progress, reading: Reading): Promise<number | null> {
  progress.failures = 0;
  const [kept, targets] = parted(reading.targets, each => options.isKeepingStops && each.isProtective);
  note(options, progress, { targets, kept: kept.length });
  const [locked, open] = parted(targets, ({ isLocked }) => isLocked);
  if (open.length === 0 && reading.isWhole) return afterEmpty(options, progress, locked);
  progress.empty = 0;
  if (progress.round >= mostRounds) {
    const reason = progress.row.reason ?? 'The exchange accepted the cancels but still shows the orders as open.';
    change(options, progress, { state: 'left', reason });
    return null;
  }
  const sweep = await options.scope.cancel(open, progress.round, kept);
  progress.round += 1;
  return afterSweep(options, progress, sweep);
}

/** Those that are so, and the others. */
function parted<T>(all: readonly T[], isSo: (each: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isSo), all.filter(each => !isSo(each))];
}

function afterEmpty(options: ClearOptions, progress: Progress, locked: readonly Target[]): number | null {
  progress.empty += 1;
  if (progress.empty < emptyReadings || options.mayArrive()) return shortestPauseMs * 2;
  const reason = 'The margin system keeps them until its warning is over; no user can cancel them.';
  change(options, progress, locked.length === 0 ? { state: 'clear', reason: null } : { state: 'left', reason });
  return null;
}

async function afterFailure(options: ClearOptions, progress: Progress, error: Failure): Promise<number | null> {
  if (error.kind === 'not-found') {
    change(options, progress, {
      state: 'clear',
      found: 0,
      reason: 'The exchange does not have them.',
      readAtMs: options.nowMs(),
    });
    return null;
  }
  progress.empty = 0;
  progress.failures += 1;
  change(options, progress, { state: 'unreachable', reason: error.message });
  if (error.kind === 'closed') return null;
  // what cancels without looking spares no protective stop
  const blind = options.isKeepingStops && options.scope.hasStops ? null : options.scope.cancelBlind;
  const sweep: CancelAttempt = blind === null ? { sent: 0, failure: null } : await blind();
  const { row } = progress;
  const isCounted = row.isCounted && (row.found !== null || sweep.sent === 0);
  change(options, progress, { sent: row.sent + sweep.sent, isCounted });
  const retryMs = Math.max(pauseUntil(options, error), pauseUntil(options, sweep.failure));
  return Math.max(retryMs, Math.min(longestPauseMs, shortestPauseMs * 2 ** progress.failures));
}

function afterSweep(options: ClearOptions, progress: Progress, { sent, failure }: CancelAttempt): number {
  change(options, progress, { sent: progress.row.sent + sent, reason: failure?.message ?? null });
  const pauseMs = Math.min(longestPauseMs, shortestPauseMs * progress.round);
  return Math.max(pauseMs, pauseUntil(options, failure));
}

/** The exchange says when its limit ends; before that nothing gets through. */
function pauseUntil({ nowMs }: ClearOptions, error: Failure | null): number {
  const untilMs = error?.retryAtMs;
  return untilMs === undefined ? 0 : Math.min(Math.max(0, untilMs - nowMs()), 60_000);
}

interface Noted {
  readonly targets: readonly Target[];
  readonly kept: number;
}

function note(options: ClearOptions, progress: Progress, { targets, kept }: Noted): void {
  const { seen } = progress;
  for (const { id } of targets) seen.add(id);
  const left = targets.length;
  const counts = { found: seen.size, left, gone: seen.size - left, kept, readAtMs: options.nowMs() };
  change(options, progress, { ...counts, state: 'working' });
}

function change({ publish }: ClearOptions, progress: Progress, part: Partial<KillRow>): void {
  progress.row = { ...progress.row, ...part };
  publish(progress.row);
}

/** For a status request: one reading, nothing is cancelled. */
export function countOpen(read: Result<Reading>): number | null {
  return read.ok && read.value.isWhole ? read.value.targets.length : null;
}
