import { createContext, use } from 'react';
import { Curve, usePlotArea, useXAxisInverseScale, useXAxisScale, useYAxisScale } from 'recharts';
import { type DepthPoint, nearestPoint } from './depth-points.ts';
import { showPrice, showSize } from './depth-text.ts';

interface CurveShown {
  readonly points: readonly DepthPoint[];
  /** from the left edge of the chart; null while the pointer is elsewhere */
  readonly pointerPx: number | null;
  readonly base: string;
  readonly priceDecimals: number;
  readonly onPick: (point: DepthPoint) => void;
}

const nobody = () => {};

/** What changes with the book. A context, because it passes by the axes without drawing them again. */
export const CurveContext = createContext<CurveShown>({
  points: [],
  pointerPx: null,
  base: '',
  priceDecimals: 0,
  onPick: nobody,
});

const sides = [
  { key: 'bid', type: 'stepBefore', colour: 'var(--up)' },
  { key: 'ask', type: 'stepAfter', colour: 'var(--down)' },
] as const;

/** Both sides, and what is under the pointer; inside a chart whose axes know prices and sizes. */
export function DepthCurves() {
  const { points } = use(CurveContext);
  const plot = usePlotArea();
  const toX = useXAxisScale();
  const toY = useYAxisScale();
  if (plot === undefined || toX === undefined || toY === undefined) return null;
  const place = (key: 'bid' | 'ask') =>
    points.filter(point => point[key] !== null).map(point => ({ x: toX(point.price) ?? 0, y: toY(point[key]) ?? 0 }));
  return (
    <>
      {sides.map(({ key, type, colour }) => {
        const line = place(key);
        return (
          <g key={key}>
            <Curve points={line} type={type} baseLine={plot.y + plot.height} fill={colour} fillOpacity={0.12} />
            <Curve points={line} type={type} stroke={colour} strokeWidth={1.5} fill="none" />
          </g>
        );
      })}
      <Pointed top={plot.y} bottom={plot.y + plot.height} right={plot.x + plot.width} />
    </>
  );
}

const noteWidth = 190;
const noteGap = 10;

interface PointedProps {
  readonly top: number;
  readonly bottom: number;
  readonly right: number;
}

/** A line at the level nearest to the pointer and a note beside it, on the side where there is room. */
function Pointed({ top, bottom, right }: PointedProps) {
  const { points, pointerPx, onPick } = use(CurveContext);
  const toX = useXAxisScale();
  const toPrice = useXAxisInverseScale();
  if (pointerPx === null || pointerPx > right) return null;
  const point = nearestPoint(points, Number(toPrice?.(pointerPx)));
  if (point === null) return null;
  const x = toX?.(point.price) ?? 0;
  const isLeft = x + noteGap + noteWidth > right;
  const noteX = isLeft ? x - noteGap - noteWidth : x + noteGap;
  return (
    <g className="depth-pointed">
      {/* what is pressed is the level that the line stands at */}
      <rect
        x={0}
        y={top}
        width={right}
        height={bottom - top}
        fill="transparent"
        pointerEvents="all"
        onClick={() => onPick(point)}
      />
      <line x1={x} x2={x} y1={top} y2={bottom} stroke="var(--text-faint)" strokeDasharray="2 2" />
      <foreignObject x={noteX} y={top} width={noteWidth} height={60}>
        <PointNote point={point} isLeft={isLeft} />
      </foreignObject>
    </g>
  );
}

/** What rests up to a level. */
function PointNote({ point, isLeft }: { readonly point: DepthPoint; readonly isLeft: boolean }) {
  const { base, priceDecimals } = use(CurveContext);
  const isBid = point.bid !== null;
  return (
    <div className={isLeft ? 'depth-note depth-note-left' : 'depth-note'}>
      <span className={isBid ? 'direction-up' : 'direction-down'}>
        {isBid ? 'Bids down to' : 'Asks up to'} {showPrice(point.price, priceDecimals)}
      </span>
      <span>
        {showSize(point.bid ?? point.ask ?? 0)} {base}
      </span>
    </div>
  );
}
