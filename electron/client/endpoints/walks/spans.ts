import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Collected } from '#client/types.ts';

/** Both ends in epoch ms. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What was found of a longer span, and what was not, in words. */
export interface Spanned<T> {
  readonly items: readonly T[];
  readonly missing: readonly MissingPart[];
}

export interface SpanWalk<T> extends TimeSpan {
  /** the rows in the user's words: `withdrawals` */
  readonly what: string;
  /** the longest span of one question */
  readonly windowMs: number;
  /** the retention of the exchange, with its reason as a sentence; absent: no known limit */
  readonly kept?: { readonly sinceMs: number; readonly reason: string } | undefined;
  /** the most windows of one walk */
  readonly mostWindows: number;
  readonly fetchWindow: (window: TimeSpan) => Promise<Result<Collected<T>>>;
  /** what makes a row this one and no other */
  readonly idOf: (item: T) => string;
}

export const dayMs = 24 * 60 * 60 * 1000;
export const weekMs = 7 * dayMs;
/** A month as the lists of the past count it. */
export const monthMs = 30 * dayMs;

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

/** What lies before a moment, in words. */
export function before(what: string, ms: number, reason: string): MissingPart {
  return { part: `${what} before ${dateOf(ms)} UTC`, reason, asOfMs: null };
}

function isSpan({ fromMs, toMs }: TimeSpan): boolean {
  return Number.isSafeInteger(fromMs) && Number.isSafeInteger(toMs) && fromMs >= 0 && fromMs <= toMs;
}

/** Newest first. Neighbours share a millisecond, because it is not documented whether an end is inclusive. */
function windowsWithin<T>({ kept, toMs, windowMs, mostWindows, ...span }: SpanWalk<T>): readonly TimeSpan[] {
  const fromMs = Math.max(span.fromMs, kept?.sinceMs ?? 0);
  const windows: TimeSpan[] = [];
  if (fromMs > toMs) return windows;
  for (let endMs = toMs; windows.length < mostWindows; endMs -= windowMs) {
    const startMs = Math.max(fromMs, endMs - windowMs);
    windows.push({ fromMs: startMs, toMs: endMs });
    if (startMs === fromMs) break;
  }
  return windows;
}

/** What an answer cannot have: what the exchange has forgotten, and what is more than we read. */
function outOfReach<T>({ what, fromMs, toMs, kept }: SpanWalk<T>, readSinceMs: number): readonly MissingPart[] {
  if (kept !== undefined && kept.sinceMs > fromMs && kept.sinceMs >= readSinceMs) {
    return [before(what, Math.min(kept.sinceMs, toMs), kept.reason)];
  }
  const reason = 'The time range is longer than Fathom reads at once. Choose a shorter one.';
  return readSinceMs > fromMs ? [before(what, readSinceMs, reason)] : [];
}

/**
 * Walks a span window by window, the newest first, so that rows which arrive meanwhile belong to no later window; a row
 * is taken once. When a window fails, the rows of newer windows are returned and the rest is reported as missing, like
 * the rows that the exchange no longer keeps. docs/exchange/endpoints.md §1.4.
 */
export async function collectSpan<T>(walk: SpanWalk<T>): Promise<Result<Spanned<T>>> {
  if (!isSpan(walk)) {
    const message = 'The time range must have two ends in order, in whole milliseconds.';
    return fail('invalid-request', message, { field: 'fromMs' });
  }
  const windows = windowsWithin(walk);
  return await readWindows(walk, windows, outOfReach(walk, windows.at(-1)?.fromMs ?? walk.toMs));
}

async function readWindows<T>(
  { what, fetchWindow, idOf }: SpanWalk<T>,
  windows: readonly TimeSpan[],
  unreached: readonly MissingPart[],
): Promise<Result<Spanned<T>>> {
  const items = new Map<string, T>();
  const thin: MissingPart[] = [];
  for (const window of windows) {
    const read = await fetchWindow(window);
    if (!read.ok) {
      if (window === windows[0]) return read;
      return succeed({ items: [...items.values()], missing: [...thin, before(what, window.toMs, read.error.message)] });
    }
    for (const item of read.value.items) if (!items.has(idOf(item))) items.set(idOf(item), item);
    if (!read.value.isComplete) thin.push(thinned(what, window));
  }
  return succeed({ items: [...items.values()], missing: [...thin, ...unreached] });
}

function thinned(what: string, { fromMs, toMs }: TimeSpan): MissingPart {
  return {
    part: `some ${what} between ${dateOf(fromMs)} and ${dateOf(toMs)} UTC`,
    reason: 'There are more of them than Fathom reads at once, or the list changed while it was being read.',
    asOfMs: null,
  };
}
