import { type Decimal, toNumber } from '#shared/decimal.ts';
import { type AxisRange, placeOn } from './plot-axis.ts';

/** What is drawn of one time; y null: unknown there. */
export interface PlotPoint {
  readonly atMs: number;
  readonly y: Decimal | null;
  /** derived from ledgers, not read */
  readonly isDerived: boolean;
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Points that are joined by a line of one kind; one point alone is drawn as a dot. */
export interface CurveSegment {
  readonly isDerived: boolean;
  readonly points: readonly PlotPoint[];
}

/** Whether a time without data lies between two times. */
export function isInterrupted(gaps: readonly Span[], fromMs: number, toMs: number): boolean {
  return gaps.some(gap => gap.fromMs < toMs && gap.toMs > fromMs);
}

/**
 * The lines of a curve, in the order of time. A line ends at an unknown value and at a gap, and is never continued over
 * them. The line between two points is derived when one of them is.
 */
export function curveSegments(points: readonly PlotPoint[], gaps: readonly Span[]): readonly CurveSegment[] {
  const segments: { isDerived: boolean; points: PlotPoint[] }[] = [];
  let previous: PlotPoint | null = null;
  for (const point of points) {
    const current = segments.at(-1);
    const isDerived = point.isDerived || previous?.isDerived === true;
    if (point.y === null) previous = null;
    else {
      if (previous === null || current === undefined || isInterrupted(gaps, previous.atMs, point.atMs)) {
        segments.push({ isDerived: point.isDerived, points: [point] });
      } else if (current.points.length === 1 || current.isDerived === isDerived) {
        current.isDerived = isDerived;
        current.points.push(point);
      } else segments.push({ isDerived, points: [previous, point] });
      previous = point;
    }
  }
  return segments;
}

interface PlotAxes {
  readonly time: AxisRange;
  readonly value: AxisRange;
}

/** The size of the drawing in its own unit; the screen stretches it. */
export const plotSize = 1000;

/** Where a point is in the drawing; y grows downwards there. */
function placed(point: PlotPoint, axes: PlotAxes): string {
  const x = (placeOn(axes.time, point.atMs) * plotSize) / 100;
  const y = plotSize - (placeOn(axes.value, toNumber(point.y ?? '0')) * plotSize) / 100;
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** The path of a segment as SVG has it. A single point is a line without length, which a round end makes a dot. */
export function pathOf({ points }: CurveSegment, axes: PlotAxes): string {
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'} ${placed(point, axes)}`).join(' ');
  return points.length === 1 ? `${path} h 0` : path;
}
