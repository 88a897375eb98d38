import { memo, type MouseEvent, useMemo, useState } from 'react';
import { AreaChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { GroupedBook } from '../model/levels.ts';
import { CurveContext, DepthCurves } from './depth-curves.tsx';
import { type DepthFrame, frameOf, priceTicks } from './depth-frame.ts';
import { clipToReach, type DepthPoint, depthPoints } from './depth-points.ts';
import { showAxisSize, showPrice } from './depth-text.ts';
import './depth.css';

const nobody = () => {};

interface DepthChartProps {
  readonly book: GroupedBook;
  /** what sizes are in */
  readonly unit: string;
  /** digits of a price */
  readonly decimals: { readonly price: number };
  /** a level was pressed */
  readonly onPick?: ((point: DepthPoint) => void) | undefined;
}

/**
 * Two stepped curves, redrawn with the book, never animated. Handing the library new data costs ten times what drawing
 * them does, so it keeps the axes, which seldom move, and the curves get the book past it.
 */
export function DepthChart({ book, unit: base, decimals, onPick = nobody }: DepthChartProps) {
  const points = useMemo(() => depthPoints(clipToReach(book)), [book]);
  const frame = useFrame(points);
  const [pointerPx, setPointerPx] = useState<number | null>(null);
  const shown = useMemo(
    () => ({ points, pointerPx, base, priceDecimals: decimals.price, onPick }),
    [points, pointerPx, base, decimals.price, onPick],
  );
  const point = (event: MouseEvent<HTMLElement>) =>
    setPointerPx(event.clientX - event.currentTarget.getBoundingClientRect().left);
  return (
    <div
      className="depth"
      role="img"
      aria-label={`Depth of ${book.symbol}: ${describe(points, base)}`}
      onMouseMove={point}
      onMouseLeave={() => setPointerPx(null)}
    >
      <CurveContext value={shown}>
        <DepthAxes frame={frame} priceDecimals={decimals.price} />
      </CurveContext>
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

/** Until the box has been measured; without it the library complains of a width of 0. */
const unmeasured = { width: 1, height: 1 };
const margin = { top: 10, right: 4, bottom: 0, left: 28 };
const tick = { fill: 'var(--text-faint)', fontSize: 10.5 };
const axis = { type: 'number', stroke: 'var(--line-strong)', tick, tickLine: false, allowDataOverflow: true } as const;

interface DepthAxesProps {
  readonly frame: DepthFrame;
  readonly priceDecimals: number;
}

const DepthAxes = memo(function DepthAxes({ frame, priceDecimals }: DepthAxesProps) {
  const { low, high, top } = frame;
  const corners = [
    { price: low, size: 0 },
    { price: high, size: top },
  ];
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={unmeasured}>
      <AreaChart data={corners} margin={margin} accessibilityLayer={false}>
        <XAxis
          {...axis}
          dataKey="price"
          domain={[low, high]}
          tickFormatter={(value: number) => showPrice(value, priceDecimals)}
          ticks={priceTicks(frame)}
          interval="preserveStartEnd"
          minTickGap={24}
          height={22}
        />
        <YAxis
          {...axis}
          dataKey="size"
          domain={[0, top]}
          orientation="right"
          width={52}
          tickCount={5}
          tickFormatter={showAxisSize}
          axisLine={false}
        />
        <DepthCurves />
      </AreaChart>
    </ResponsiveContainer>
  );
});

function describe(points: readonly DepthPoint[], base: string): string {
  const bid = points[0]?.bid ?? 0;
  const ask = points.at(-1)?.ask ?? 0;
  return `${bid} ${base} bid, ${ask} ${base} offered within the levels shown`;
}
