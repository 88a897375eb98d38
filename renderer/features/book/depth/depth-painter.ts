import type { Palette } from '../canvas/palette.ts';
import type { DepthPoint } from './depth-points.ts';
import type { DepthScale } from './depth-scale.ts';

/** The part of a canvas context that the curves are drawn with. */
export type CurvePen = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'strokeStyle' | 'lineWidth' | 'fillRect' | 'beginPath' | 'moveTo' | 'lineTo' | 'fill' | 'stroke'
>;

export interface DepthScene {
  readonly points: readonly DepthPoint[];
  readonly scale: DepthScale;
  readonly palette: Palette;
  readonly size: { readonly widthPx: number; readonly heightPx: number };
}

type Corners = readonly (readonly [xPx: number, yPx: number])[];

const linePx = 1.5;

/** Draws both sides as stepped curves over their areas. The axes are not on the canvas. */
export function paintDepth(pen: CurvePen, { points, scale, palette, size }: DepthScene): void {
  pen.fillStyle = palette.surface;
  pen.fillRect(0, 0, size.widthPx, size.heightPx);
  paintSide(pen, scale, { corners: cornersOf(points, 'bid', scale), line: palette.up, area: palette.upSurface });
  paintSide(pen, scale, { corners: cornersOf(points, 'ask', scale), line: palette.down, area: palette.downSurface });
}

/** A size rests from its own price away from the middle, so bids step at the lower price and asks at the higher. */
function cornersOf(points: readonly DepthPoint[], side: 'bid' | 'ask', scale: DepthScale): Corners {
  const corners: [number, number][] = [];
  let last: readonly [number, number] | null = null;
  for (const point of points) {
    const size = point[side];
    if (size === null) continue;
    const next = [scale.toX(point.price), scale.toY(size)] as const;
    if (last !== null) corners.push(side === 'bid' ? [last[0], next[1]] : [next[0], last[1]]);
    corners.push([next[0], next[1]]);
    last = next;
  }
  return corners;
}

interface SideShape {
  readonly corners: Corners;
  readonly line: string;
  readonly area: string;
}

function paintSide(pen: CurvePen, { bottomPx }: DepthScale, { corners, line, area }: SideShape): void {
  const [first, last] = [corners[0], corners.at(-1)];
  if (first === undefined || last === undefined) return;
  pen.beginPath();
  pen.moveTo(first[0], bottomPx);
  for (const [xPx, yPx] of corners) pen.lineTo(xPx, yPx);
  pen.lineTo(last[0], bottomPx);
  pen.fillStyle = area;
  pen.fill();
  pen.beginPath();
  // the first corner begins the path: a canvas without one moves there
  for (const [xPx, yPx] of corners) pen.lineTo(xPx, yPx);
  pen.strokeStyle = line;
  pen.lineWidth = linePx;
  pen.stroke();
}
