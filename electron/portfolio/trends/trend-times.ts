import { countLeading } from '#shared/portfolio/rows/count-leading.ts';
import type { TrendWindow } from '#shared/domain/portfolio/account-trends.ts';
import { timesAround } from '../analysis/choose-times.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The windows that changes are measured over. */
export const windowMs: Readonly<Record<TrendWindow, number>> = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs };

/** How far from the start of a window its balances may have been read. Snapshots are taken every 15 minutes. */
const toleranceMs: Readonly<Record<TrendWindow, number>> = {
  hour: 20 * minuteMs,
  day: hourMs,
  week: hourMs,
};
/** Longer without a snapshot is a gap. */
const gapMs = 40 * minuteMs;
/** Balances that are older are not those of now. */
export const currentMs = 40 * minuteMs;
const mostPoints = 57;

/** The snapshot nearest to the start of a window; null: none is near it. */
export function windowStart(times: readonly number[], nowMs: number, window: TrendWindow): number | null {
  const wantedMs = nowMs - windowMs[window];
  const { before, after } = timesAround(times, wantedMs);
  const near = [before, after].filter(atMs => atMs !== null && Math.abs(atMs - wantedMs) <= toleranceMs[window]);
  return near.toSorted((a, b) => Math.abs((a ?? 0) - wantedMs) - Math.abs((b ?? 0) - wantedMs))[0] ?? null;
}

/** A time of the line: a snapshot, or a gap. */
export interface TrendTime {
  readonly atMs: number;
  readonly isGap: boolean;
}

/** The last snapshot of each of equal steps; a step without one is a gap. */
function steppedTimes(times: readonly number[], firstMs: number, lastMs: number): readonly TrendTime[] {
  const stepMs = (lastMs - firstMs) / (mostPoints - 1);
  return Array.from({ length: mostPoints }, (_, step) => {
    const stepEndMs = step === mostPoints - 1 ? lastMs : firstMs + step * stepMs;
    const found = times[countLeading(times, each => each <= stepEndMs) - 1];
    const isGap = found === undefined || found <= stepEndMs - Math.max(stepMs, gapMs);
    return isGap ? { atMs: Math.round(stepEndMs), isGap } : { atMs: found, isGap };
  });
}

function withGaps(times: readonly number[]): readonly TrendTime[] {
  return times.flatMap((atMs, index): readonly TrendTime[] => {
    const earlier = times[index - 1];
    const point = { atMs, isGap: false };
    return earlier === undefined || atMs - earlier <= gapMs
      ? [point]
      : [{ atMs: Math.round((earlier + atMs) / 2), isGap: true }, point];
  });
}

/** The times of a line over sorted snapshots: all of them where they are few, else the last one of each step. */
export function trendTimes(times: readonly number[]): readonly TrendTime[] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  return times.length <= mostPoints ? withGaps(times) : steppedTimes(times, first, last);
}
