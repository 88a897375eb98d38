import { countLeading } from '#shared/portfolio/rows/count-leading.ts';
import { findDay, type LocalDay } from '#shared/portfolio/days/local-day.ts';
import type { Interval } from '#shared/domain/archive/archive.ts';

/**
 * At most so many of these times, which are sorted: the first, the last of each day and the last always, of the others every
 * n-th. Days are given in order.
 */
export function thinTimes(times: readonly number[], days: readonly LocalDay[], most: number): readonly number[] {
  if (times.length <= most) return times;
  const isKept = times.map((atMs, index) => {
    const next = times[index + 1];
    return index === 0 || next === undefined || findDay(days, atMs) !== findDay(days, next);
  });
  const kept = isKept.filter(Boolean).length;
  const step = Math.ceil((times.length - kept) / Math.max(1, most - kept));
  let others = 0;
  return times.filter((_, index) => {
    if (isKept[index] === true) return true;
    others += 1;
    return kept < most && others % step === 0;
  });
}

/** The last of the sorted times up to a moment, and the first from it on. */
export function timesAround(
  times: readonly number[],
  atMs: number,
): { readonly before: number | null; readonly after: number | null } {
  const next = countLeading(times, each => each <= atMs);
  const before = times[next - 1] ?? null;
  return { before, after: before === atMs ? before : (times[next] ?? null) };
}

/** The times of a span, both ends included. */
export function timesIn(times: readonly number[], { fromMs, toMs }: Interval): readonly number[] {
  return times.filter(each => each >= fromMs && each <= toMs);
}
