import type { Interval } from '#shared/domain/archive/archive.ts';

/** A set of times: sorted, disjoint, never touching, none empty. Times are epoch ms. */
export type IntervalSet = readonly Interval[];

/** The same times as a set: empty intervals are dropped, touching and overlapping ones are joined. */
export function toIntervalSet(intervals: readonly Interval[]): IntervalSet {
  const sorted = intervals.filter(({ fromMs, toMs }) => fromMs < toMs).toSorted((a, b) => a.fromMs - b.fromMs);
  const joined: Interval[] = [];
  for (const next of sorted) {
    const last = joined.at(-1);
    if (last === undefined || next.fromMs > last.toMs) joined.push(next);
    else joined[joined.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, next.toMs) };
  }
  return joined;
}

export function unite(...sets: readonly IntervalSet[]): IntervalSet {
  return toIntervalSet(sets.flat());
}

/** The times that are in both sets. */
export function intersect(one: IntervalSet, other: IntervalSet): IntervalSet {
  const shared = one.flatMap(a =>
    other.map(b => ({ fromMs: Math.max(a.fromMs, b.fromMs), toMs: Math.min(a.toMs, b.toMs) })),
  );
  return toIntervalSet(shared);
}

/** The times of the first set that are in none of the others. */
export function subtract(from: IntervalSet, ...others: readonly IntervalSet[]): IntervalSet {
  let left = toIntervalSet(from);
  for (const cut of unite(...others)) left = left.flatMap(interval => cutOut(interval, cut));
  return left;
}

function cutOut({ fromMs, toMs }: Interval, cut: Interval): readonly Interval[] {
  const parts = [
    { fromMs, toMs: Math.min(toMs, cut.fromMs) },
    { fromMs: Math.max(fromMs, cut.toMs), toMs },
  ];
  return parts.filter(part => part.fromMs < part.toMs);
}

export function hasTime({ fromMs, toMs }: Interval, timeMs: number): boolean {
  return fromMs <= timeMs && timeMs < toMs;
}
