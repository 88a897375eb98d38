import { type MouseEvent, useMemo, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { GroupedBook } from '../model/levels.ts';
import { DepthAxes } from './depth-axes.tsx';
import { type DepthFrame, frameOf } from './depth-frame.ts';
import { DepthGhosts } from './depth-ghosts.tsx';
import { DepthPointed } from './depth-pointed.tsx';
import { clipToReach, type DepthPoint, depthPoints, nearestPoint } from './depth-points.ts';
import type { DepthScale } from './depth-scale.ts';
import { useDepthCanvas } from './use-depth-canvas.ts';
import './depth.css';
import { t } from '#shared/words/t.ts';

const ignorePick = () => {};

interface DepthChartProps {
  readonly book: GroupedBook;
  /** what sizes are in */
  readonly unit: string;
  /** digits of a price */
  readonly decimals: { readonly price: number };
  /** null: not known */
  readonly tick: Decimal | null;
  /** a level was pressed */
  readonly onPick?: ((point: DepthPoint) => void) | undefined;
}

/**
 * Two stepped curves on a canvas, redrawn with the book, never animated. The axes and the note at the pointer are
 * elements, drawn again only when they change.
 */
export function DepthChart({ book, unit, decimals, tick, onPick = ignorePick }: DepthChartProps) {
  const points = useMemo(() => depthPoints(clipToReach(book)), [book]);
  const frame = useFrame(points);
  const { box, canvas, scale } = useDepthCanvas(points, frame);
  const [pointerPx, setPointerPx] = useState<number | null>(null);
  const pointed = pointedIn(points, scale, pointerPx);
  const point = (event: MouseEvent<HTMLElement>) =>
    setPointerPx(event.clientX - event.currentTarget.getBoundingClientRect().left);
  return (
    <div
      ref={box}
      className="depth"
      role="img"
      aria-label={t`Depth of ${book.symbol}: ${describe(points, unit)}`}
      onMouseMove={point}
      onMouseLeave={() => setPointerPx(null)}
    >
      <canvas ref={canvas} className="depth-canvas" />
      {scale === null ? null : <DepthAxes frame={frame} scale={scale} priceDecimals={decimals.price} />}
      {scale === null || pointed === null ? null : (
        <DepthPointed point={pointed} scale={scale} base={unit} priceDecimals={decimals.price} onPick={onPick} />
      )}
      {/* above what is pressed to pick a level: what is pressed there is the rung */}
      {scale === null ? null : <DepthGhosts symbol={book.symbol} scale={scale} tick={tick} box={box} />}
    </div>
  );
}

/** The axes of the curve: the same object as long as it fits into them. */
function useFrame(points: readonly DepthPoint[]): DepthFrame {
  const [held, setHeld] = useState<DepthFrame | null>(null);
  const frame = frameOf(points, held);
  if (frame !== held) setHeld(frame);
  return frame;
}

/** The level nearest to the pointer; null while it is elsewhere. */
function pointedIn(points: readonly DepthPoint[], scale: DepthScale | null, xPx: number | null): DepthPoint | null {
  if (scale === null || xPx === null || xPx > scale.rightPx) return null;
  return nearestPoint(points, scale.toPrice(xPx));
}

function describe(points: readonly DepthPoint[], base: string): string {
  const bid = points[0]?.bid ?? 0;
  const ask = points.at(-1)?.ask ?? 0;
  return t`${bid} ${base} bid, ${ask} ${base} offered within the levels shown`;
}
