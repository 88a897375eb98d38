import { add, type Decimal } from '../../decimal.ts';

/** The value of accounts at a time, in the valuation currency, before the flows of that instant. */
export interface ReturnPoint {
  readonly atMs: number;
  /** null: a price or a balance is missing */
  readonly value: Decimal | null;
  /** what came in, less what went out; their fees come after */
  readonly flow: Decimal;
}

/** Points by time, one for each instant: the value before the first flow, and the sum of the flows. */
export function mergePoints(points: readonly ReturnPoint[]): readonly ReturnPoint[] {
  const merged: ReturnPoint[] = [];
  for (const point of points.toSorted((a, b) => a.atMs - b.atMs)) {
    const last = merged.at(-1);
    if (last?.atMs !== point.atMs) merged.push(point);
    else merged.splice(-1, 1, { ...last, flow: add(last.flow, point.flow) });
  }
  return merged;
}

/** The value after the flows of the instant; null when it is not known. */
export function valueAfter({ value, flow }: ReturnPoint): Decimal | null {
  return value === null ? null : add(value, flow);
}
