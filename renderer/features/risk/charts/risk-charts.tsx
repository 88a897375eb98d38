import { Bar, BarChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { OwnPicture } from '#ui/value/hidden.tsx';
import { ownText } from '#lib/own/privacy.ts';
import { type DistanceSample, useDistanceHistory } from '#state/distance-history.ts';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import { valueCurrency } from '../model/prices.ts';
import { distanceText } from '#ui/value/distance-cell.tsx';
import type { RiskRow } from '../model/risk-rows.ts';
import type { RiskView } from '../model/risk-view.ts';
import { RiskFrame } from '../panels/risk-frame.tsx';
import { axis, unmeasured } from './axis.ts';
import { DistanceLines } from './distance-lines.tsx';
import { DistanceSampler } from './distance-sampler.ts';
import { drawnRows, type ExposureBar, exposureBars, exposureParts, shortAmount } from './chart-data.ts';
import { t } from '#shared/words/t.ts';

const partWords: Readonly<Record<(typeof exposureParts)[number], string>> = {
  spot: t`spot`,
  margin: t`margin`,
  debt: t`debt`,
  futures: t`futures`,
  collateral: t`collateral`,
};

const none: readonly DistanceSample[] = [];

interface RiskChartsProps {
  readonly profileId: string;
  readonly view: RiskView;
}

/** How distances went since Fathom was opened, and what each coin's exposure is made of. */
export function RiskCharts({ profileId, view }: RiskChartsProps) {
  const samples = useDistanceHistory(state => state.samples[profileId]) ?? none;
  const drawn = drawnRows(view.rows);
  const bars = exposureBars(view.exposure.coins);
  return (
    <>
      <DistanceSampler profileId={profileId} />
      <div className="risk-chart risk-chart-distance">
        <RiskFrame title={t`Distance over the session`}>
          {drawn.length === 0 ? (
            <EmptyState reason={t`No position within 40 % of liquidation.`} />
          ) : (
            <>
              <Legend rows={drawn} />
              <div className="risk-plot" role="img" aria-label={wordsOf(drawn)}>
                <OwnPicture>
                  <DistanceLines
                    samples={samples}
                    lines={JSON.stringify(drawn.map(({ id, title }) => ({ id, title })))}
                  />
                </OwnPicture>
              </div>
            </>
          )}
        </RiskFrame>
      </div>
      <div className="risk-chart risk-chart-exposure">
        <RiskFrame title={t`Exposure by coin, ${valueCurrency}`}>
          {bars.length === 0 ? (
            <EmptyState reason={t`No balances, liabilities or positions.`} />
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
        </RiskFrame>
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
