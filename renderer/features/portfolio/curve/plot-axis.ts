import { fromShown, shownDate } from '#lib/time.ts';

/**
 * A part of an axis in its own unit: epoch ms or the unit of the values. Numbers here are positions on the screen only.
 */
export interface AxisRange {
  readonly from: number;
  readonly to: number;
}

/** Where a value is on the axis, in percent of its length; 50 on an axis without a length. */
export function placeOn({ from, to }: AxisRange, value: number): number {
  return from === to ? 50 : (100 * (value - from)) / (to - from);
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below the value. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find(each => each * power >= least) ?? 10;
  return factor * power;
}

interface ValueAxis {
  readonly range: AxisRange;
  /** the values that are written beside the axis, the lowest first */
  readonly ticks: readonly number[];
  /** decimals that distinguish neighbouring ticks */
  readonly decimals: number;
}

/** An axis with about `count` round values that holds all of these; from 0 to 1 without any. */
export function valueAxis(values: readonly number[], count: number): ValueAxis {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (values.length === 0) return { range: { from: 0, to: 1 }, ticks: [], decimals: 0 };
  const flat = Math.abs(high) / 100 || 1;
  const step = niceStep((high - low || flat) / count);
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks: number[] = [];
  // counted in whole steps: adding up fractions would drift
  for (let at = first; at <= last; at += 1) ticks.push(Number((at * step).toFixed(decimals)));
  return { range: { from: first * step, to: last * step }, ticks, decimals };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const timeSteps = [
  hourMs / 60,
  hourMs / 12,
  hourMs / 4,
  hourMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  2 * dayMs,
  7 * dayMs,
  14 * dayMs,
  30 * dayMs,
  90 * dayMs,
  365 * dayMs,
];

interface TimeTicks {
  readonly atMs: readonly number[];
  /** the time of day is written, not the day */
  readonly isClock: boolean;
}

/** At most `count` + 1 round times of the zone that is shown within the range, epoch ms. */
export function timeTicks({ from, to }: AxisRange, count: number): TimeTicks {
  const longest = timeSteps.at(-1) ?? dayMs;
  const step =
    timeSteps.find(each => (to - from) / each <= count) ?? longest * Math.ceil((to - from) / longest / count);
  const atMs: number[] = [];
  const firstClock = Math.ceil(shownDate(from).getTime() / step) * step;
  for (let clock = firstClock; fromShown(clock) <= to; clock += step) atMs.push(fromShown(clock));
  return { atMs, isClock: step < dayMs };
}

/** The index of the point that is nearest to a time; -1 without points. The points are in the order of time. */
export function nearestIndex(points: readonly { readonly atMs: number }[], atMs: number): number {
  let nearest = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, point] of points.entries()) {
    const each = Math.abs(point.atMs - atMs);
    if (each > distance) break;
    nearest = index;
    distance = each;
  }
  return nearest;
}
