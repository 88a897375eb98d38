import { useMemo } from 'react';
import { Area, AreaChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { fromNumber } from '../../../../shared/decimal.ts';
import { formatDecimal, splitPair } from '../../../lib/format.ts';
import type { BookPicture } from '../model/levels.ts';
import { clipToReach, type DepthPoint, depthPoints } from './depth-points.ts';
import './depth.css';

/** digits of a price */
interface PriceDecimals {
  readonly price: number;
}

interface DepthChartProps {
  readonly book: BookPicture;
  readonly decimals: PriceDecimals;
}

/** Until the box has been measured; without it the library complains of a width of 0. */
const unmeasured = { width: 1, height: 1 };
const margin = { top: 10, right: 4, bottom: 0, left: 28 };

/** Two stepped areas, redrawn with the book, never animated. */
export function DepthChart({ book, decimals }: DepthChartProps) {
  const points = useMemo(() => depthPoints(clipToReach(book)), [book]);
  const { base } = splitPair(book.symbol);
  const price = (value: number) => showPrice(value, decimals);
  return (
    <div className="depth" role="img" aria-label={`Depth of ${book.symbol}: ${describe(points, base)}`}>
      <ResponsiveContainer width="100%" height="100%" initialDimension={unmeasured}>
        <AreaChart data={points} margin={margin} accessibilityLayer={false}>
          <XAxis
            dataKey="price"
            type="number"
            domain={['dataMin', 'dataMax']}
            tickFormatter={price}
            tickCount={5}
            interval="preserveStartEnd"
            minTickGap={24}
            height={22}
            stroke="var(--line-strong)"
            tick={tick}
            tickLine={false}
          />
          <YAxis
            orientation="right"
            width={52}
            tickCount={4}
            tickFormatter={showSize}
            stroke="var(--line-strong)"
            axisLine={false}
            tickLine={false}
            tick={tick}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--text-faint)', strokeDasharray: '2 2' }}
            content={<PointNote decimals={decimals} base={base} />}
          />
          <Area {...area} dataKey="bid" type="stepBefore" stroke="var(--up)" fill="var(--up)" />
          <Area {...area} dataKey="ask" type="stepAfter" stroke="var(--down)" fill="var(--down)" />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}

const tick = { fill: 'var(--text-faint)', fontSize: 10.5 };
const area = { isAnimationActive: false, dot: false, activeDot: false, strokeWidth: 1.5, fillOpacity: 0.12 } as const;

function showPrice(value: number, decimals: PriceDecimals): string {
  return formatDecimal(fromNumber(value), { minimumDecimals: decimals.price });
}

function showSize(value: number): string {
  return formatDecimal(fromNumber(value), { maximumDecimals: value >= 100 ? 0 : 3 });
}

interface PointNoteProps {
  readonly decimals: PriceDecimals;
  readonly base: string;
  /** these two come from the chart, which knows nothing of the type of its points */
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: unknown }[];
}

/** What is under the pointer. */
function PointNote({ active = false, payload, decimals, base }: PointNoteProps) {
  const point = payload?.[0]?.payload;
  if (!active || !isPoint(point)) return null;
  const isBid = point.bid !== null;
  return (
    <div className="depth-note">
      <span className={isBid ? 'direction-up' : 'direction-down'}>
        {isBid ? 'Bids down to' : 'Asks up to'} {showPrice(point.price, decimals)}
      </span>
      <span>
        {showSize(point.bid ?? point.ask ?? 0)} {base}
      </span>
    </div>
  );
}

function isPoint(value: unknown): value is DepthPoint {
  return typeof value === 'object' && value !== null && 'price' in value && 'bid' in value && 'ask' in value;
}

function describe(points: readonly DepthPoint[], base: string): string {
  const bid = points[0]?.bid ?? 0;
  const ask = points.at(-1)?.ask ?? 0;
  return `${bid} ${base} bid, ${ask} ${base} offered within the levels shown`;
}
