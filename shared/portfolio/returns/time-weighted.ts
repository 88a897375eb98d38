import { type Decimal, isPositive, subtract } from '../../decimal.ts';
import { shareOf } from '../../decimal/share.ts';
import { mergePoints, type ReturnPoint, valueAfter } from './return-point.ts';

/** A span without data. */
export interface DataGap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Why a time-weighted return has no link between two points. */
export type BreakReason = 'gap' | 'no-value' | 'not-above-zero';

/** A broken link; the figure restarts after it. */
export interface ReturnBreak {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: BreakReason;
}

/** The time-weighted return since its last break. */
export interface TimeWeightedReturn {
  /** a fraction: 0.045 is 4.5 %; null: no link since the last break */
  readonly rate: Decimal | null;
  /** since when; the first point unless a link is broken */
  readonly fromMs: number | null;
  readonly breaks: readonly ReturnBreak[];
}

/** What a link starts with, after the flows, and ends with, before the next. */
interface Link {
  readonly start: Decimal;
  readonly end: Decimal;
}

function linkBetween(from: ReturnPoint, to: ReturnPoint, gaps: readonly DataGap[]): Link | BreakReason {
  if (gaps.some(gap => gap.fromMs < to.atMs && gap.toMs > from.atMs)) return 'gap';
  const [start, end] = [valueAfter(from), to.value];
  if (start === null || end === null) return 'no-value';
  return isPositive(start) && isPositive(end) ? { start, end } : 'not-above-zero';
}

/**
 * The product of value before flow ÷ value after the last flow, − 1, each link rounded to 18 digits. A link with a gap, an
 * unknown value or a value not above zero is broken: the figure restarts after it, and the break is dated.
 */
export function timeWeightedReturn(points: readonly ReturnPoint[], gaps: readonly DataGap[]): TimeWeightedReturn {
  const merged = mergePoints(points);
  const breaks: ReturnBreak[] = [];
  let growth: Decimal | null = null;
  let fromMs = merged[0]?.atMs ?? null;
  for (const [index, to] of merged.entries()) {
    const from = merged[index - 1];
    if (from === undefined) continue;
    const link = linkBetween(from, to, gaps);
    if (typeof link === 'string') {
      breaks.push({ fromMs: from.atMs, toMs: to.atMs, reason: link });
      growth = null;
      fromMs = to.atMs;
    } else growth = shareOf(growth ?? '1', link.end, link.start);
  }
  return { rate: growth === null ? null : subtract(growth, '1'), fromMs, breaks };
}
