import { add, type Decimal } from '#shared/decimal.ts';
import type { PortfolioFlow } from '#shared/domain/portfolio/portfolio.ts';
import { type AxisRange, placeOn } from './plot-axis.ts';

/** Flows of one direction that are drawn as one mark. */
export interface FlowMark {
  /** in percent of the axis */
  readonly left: number;
  readonly direction: PortfolioFlow['direction'];
  readonly atMs: number;
  readonly count: number;
  /** null: one of them has no value */
  readonly value: Decimal | null;
}

/** Marks nearer to each other than this cannot be distinguished, in percent of the axis. */
const apart = 1;

/** The flows within the range; those too near to each other are one mark. */
export function flowMarks(flows: readonly PortfolioFlow[], range: AxisRange): readonly FlowMark[] {
  const marks = new Map<string, FlowMark>();
  for (const { atMs, direction, value } of flows) {
    if (atMs < range.from || atMs > range.to) continue;
    const left = placeOn(range, atMs);
    const key = `${direction} ${Math.round(left / apart)}`;
    const mark = marks.get(key);
    if (mark === undefined) marks.set(key, { left, direction, atMs, count: 1, value });
    else {
      const total = mark.value === null || value === null ? null : add(mark.value, value);
      marks.set(key, { ...mark, count: mark.count + 1, value: total });
    }
  }
  return [...marks.values()];
}
