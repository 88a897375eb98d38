import { memo, useEffect, useRef } from 'react';
import { Bar, BarChart, Line, LineChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { OwnPicture } from '#ui/value/hidden.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { ownText } from '#lib/own/privacy.ts';
import { formatClock } from '#lib/time.ts';
import { type DistanceSample, useDistanceHistory } from '#state/distance-history.ts';
import { PanelFrame } from '#ui/panel/panel-frame.tsx';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import { valueCurrency } from '../model/prices.ts';
import { distanceText } from '../panels/distance-cell.tsx';
import type { RiskRow } from '../model/risk-rows.ts';
import type { RiskView } from '../model/risk-view.ts';
import {
  drawnRows,
  type ExposureBar,
  exposureBars,
  exposureParts,
  sampleOf,
  shortAmount,
  ticksTo,
  topOf,
} from './chart-data.ts';
import { t } from '#shared/words/t.ts';

const partWords: Readonly<Record<(typeof exposureParts)[number], string>> = {
  spot: t`spot`,
  margin: t`margin`,
  debt: t`debt`,
  futures: t`futures`,
  collateral: t`collateral`,
};

/** Between two points of a line. */
const sampleMs = 5000;
const none: readonly DistanceSample[] = [];

/** A point every few seconds while the page is open. */
function useSamples(profileId: string, rows: readonly RiskRow[]): readonly DistanceSample[] {
  const note = useDistanceHistory(state => state.note);
  const samples = useDistanceHistory(state => state.samples[profileId]) ?? none;
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  const hasRows = rows.length > 0;
  useEffect(() => {
    if (!hasRows) return undefined;
    const take = () => note(profileId, sampleOf(latest.current, Date.now()));
    take();
    const timer = setInterval(take, sampleMs);
    return () => clearInterval(timer);
  }, [profileId, hasRows, note]);
  return samples;
}

interface RiskChartsProps {
  readonly profileId: string;
  readonly view: RiskView;
}

/** How distances went since the page was first opened, and what each coin's exposure is made of. */
export function RiskCharts({ profileId, view }: RiskChartsProps) {
  const samples = useSamples(profileId, view.rows);
  const drawn = drawnRows(view.rows);
  const bars = exposureBars(view.exposure.coins);
  return (
    <>
      <div className="risk-chart risk-chart-distance">
        <PanelFrame title={t`Distance over the session`}>
          {drawn.length === 0 ? (
            <EmptyState reason={t`Nothing is within 40 % of liquidation.`} />
          ) : (
            <>
              <Legend rows={drawn} />
              <div className="risk-plot" role="img" aria-label={wordsOf(drawn)}>
                <OwnPicture>
                  <DistanceLines samples={samples} ids={drawn.map(({ id }) => id).join('\n')} />
                </OwnPicture>
              </div>
            </>
          )}
        </PanelFrame>
      </div>
      <div className="risk-chart risk-chart-exposure">
        <PanelFrame title={t`Exposure by coin, ${valueCurrency}`}>
          {bars.length === 0 ? (
            <EmptyState reason={t`Nothing is held, owed or open.`} />
          ) : (
            <>
              <ul className="risk-legend">
                {exposureParts.map(part => (
                  <li key={part} className={`risk-part-${part}`}>
                    {partWords[part]}
                  </li>
                ))}
              </ul>
              <div
                className="risk-plot"
                role="img"
                aria-label={t`Exposure of ${bars.map(({ coin }) => coin).join(', ')}`}
              >
                <OwnPicture>
                  <ExposureBars bars={bars} />
                </OwnPicture>
              </div>
            </>
          )}
        </PanelFrame>
      </div>
    </>
  );
}

function wordsOf(rows: readonly RiskRow[]): string {
  return t`Distance to liquidation now: ${rows.map(row => `${row.title} ${farText(row)}`).join(', ')}`;
}

function farText({ distance, basis }: RiskRow): string {
  return distance === null ? '' : distanceText({ distance, basis });
}

function Legend({ rows }: { readonly rows: readonly RiskRow[] }) {
  return (
    <ul className="risk-legend">
      {rows.map((row, index) => (
        <li key={row.id} className={`risk-line-${index}`}>
          {row.title} <span className="number">{farText(row)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Until the box has been measured; without it the library complains of a width of 0. */
const unmeasured = { width: 1, height: 1 };
const tick = { fill: 'var(--text-faint)', fontSize: 10.5 };
const axis = { stroke: 'var(--line-strong)', tick, tickLine: false } as const;
const dashes = ['', '6 3', '2 3', '8 3 2 3', '4 4', '1 3'];

interface DistanceLinesProps {
  readonly samples: readonly DistanceSample[];
  /** one a line, so that equal lists are equal */
  readonly ids: string;
}

const DistanceLines = memo(function DistanceLines({ samples, ids }: DistanceLinesProps) {
  usePrivacy();
  const data = [...samples];
  const top = topOf(samples, ids.split('\n'));
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={unmeasured}>
      <LineChart data={data} margin={{ top: 8, right: 28, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <XAxis
          {...axis}
          type="number"
          dataKey="atMs"
          domain={['dataMin', 'dataMax']}
          // an axis has no room for milliseconds
          tickFormatter={(atMs: number) => formatClock(atMs).slice(0, 8)}
          minTickGap={40}
          height={20}
        />
        <YAxis
          {...axis}
          domain={[0, top]}
          ticks={ticksTo(top)}
          width={44}
          axisLine={false}
          tickFormatter={(share: number) => ownText(`${Math.round(share * 100)} %`, 'figure')}
        />
        <ReferenceLine y={0.05} stroke="var(--danger)" strokeDasharray="2 4" />
        <ReferenceLine y={0.15} stroke="var(--warning)" strokeDasharray="2 4" />
        {ids.split('\n').map((id, index) => (
          <Line
            key={id}
            dataKey={(sample: DistanceSample) => sample.distances[id]}
            stroke={`var(--risk-line-${index})`}
            strokeDasharray={dashes[index] ?? ''}
            strokeWidth={1.5}
            dot={data.length < 2}
            type="stepAfter"
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
});

function ExposureBars({ bars }: { readonly bars: readonly ExposureBar[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={unmeasured}>
      <BarChart
        data={[...bars]}
        layout="vertical"
        stackOffset="sign"
        margin={{ top: 4, right: 28, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis {...axis} type="number" tickFormatter={(amount: number) => ownText(shortAmount(amount))} height={20} />
        <YAxis {...axis} type="category" dataKey="coin" width={48} interval={0} axisLine={false} />
        <ReferenceLine x={0} stroke="var(--line-strong)" />
        {exposureParts.map(part => (
          <Bar key={part} dataKey={part} stackId="coin" fill={`var(--risk-${part})`} isAnimationActive={false} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
