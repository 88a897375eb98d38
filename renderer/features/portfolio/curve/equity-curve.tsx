import { useMemo, useState } from 'react';
import { type Decimal, isZero } from '#shared/decimal.ts';
import type { EquityPoint, Portfolio } from '#shared/domain/portfolio/portfolio.ts';
import { distinctDecimals, formatCompact } from '#lib/compact.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { formatOwn, formatOwnPercent } from '#lib/own/own-figures.ts';
import { ownText } from '#lib/own/privacy.ts';
import { formatMoment } from '#lib/time.ts';
import { visibleText } from '#shared/visible-text.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import { OwnPicture } from '#ui/value/hidden.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import type { CurveView } from '../model/portfolio-view.ts';
import { moneyFormat, sourceTitles } from '../model/portfolio-texts.ts';
import { CurveTable } from './curve-table.tsx';
import type { PlotPoint } from './curve-segments.ts';
import { drawdownPoints } from './drawdown.ts';
import { type FlowMark, flowMarks } from './flow-marks.ts';
import { Plot } from './plot.tsx';
import { t } from '#shared/words/t.ts';

type View = CurveView['curve'];

interface EquityCurveProps {
  readonly portfolio: Portfolio;
  readonly view: CurveView;
  readonly onView: (part: Partial<CurveView>) => void;
}

/** The value over time, or the fall from its highest value, as a drawing or as a table. */
export function EquityCurve({ portfolio, view: { curve: view, isCurveTable: isTable }, onView }: EquityCurveProps) {
  const points = usePlotPoints(portfolio, { view, isTable });
  return (
    <section className="portfolio-curve" aria-label={t`Equity curve`}>
      <header className="portfolio-head">
        <h3>{t`Equity curve`}</h3>
        <span className="portfolio-switch" role="group" aria-label={t`What the curve shows`}>
          <Button size="small" isPressed={view === 'value'} onPress={() => onView({ curve: 'value' })}>
            {t`Value`}
          </Button>
          <Button size="small" isPressed={view === 'drawdown'} onPress={() => onView({ curve: 'drawdown' })}>
            {t`Drawdown`}
          </Button>
        </span>
        <Button
          size="small"
          isPressed={isTable}
          label={t`Curve as a table`}
          onPress={() => onView({ isCurveTable: !isTable })}
        >
          {t`Table`}
        </Button>
      </header>
      {isTable ? (
        <CurveTable portfolio={portfolio} drawdown={points.drawdown} />
      ) : (
        <Drawing portfolio={portfolio} points={points.shown} view={view} />
      )}
    </section>
  );
}

const none: readonly PlotPoint[] = [];

/** The drawdown is computed only while it is shown. */
function usePlotPoints(
  { curve, gaps, flows }: Portfolio,
  { view, isTable }: { readonly view: View; readonly isTable: boolean },
) {
  const hasDrawdown = isTable || view === 'drawdown';
  const value = useMemo(
    () => curve.map(({ atMs, value: y, source }): PlotPoint => ({ atMs, y, isDerived: source === 'ledger' })),
    [curve],
  );
  const drawdown = useMemo(
    () => (hasDrawdown ? drawdownPoints({ curve, gaps, flows }) : none),
    [hasDrawdown, curve, gaps, flows],
  );
  return { shown: view === 'value' ? value : drawdown, drawdown };
}

interface DrawingProps {
  readonly portfolio: Portfolio;
  readonly points: readonly PlotPoint[];
  readonly view: View;
}

function Drawing({ portfolio, points, view }: DrawingProps) {
  const { curve, gaps, flows, fromMs, toMs, currency } = portfolio;
  usePrivacy();
  const [cursor, setCursor] = useState(-1);
  const nowMs = useNow(60_000);
  const time = { from: fromMs, to: toMs };
  const index = cursor < 0 || cursor >= points.length ? points.length - 1 : cursor;
  const [point, y] = [curve[index], points[index]?.y ?? null];
  if (point === undefined) return <EmptyState reason={t`There is no balance in this span.`} />;
  const text = pointText(point, { y, view, currency, nowMs });
  return (
    <>
      <OwnPicture>
        <Plot
          label={view === 'value' ? t`Value over time in ${currency}` : t`Drawdown over time`}
          points={points}
          gaps={gaps}
          time={time}
          tickTexts={view === 'value' ? valueTicks : drawdownTicks}
          cursor={cursor}
          onCursor={setCursor}
          cursorText={text}
        >
          {flowMarks(flows, time).map(mark => (
            <span
              key={`${mark.direction} ${mark.atMs}`}
              className={`portfolio-flow portfolio-flow-${mark.direction}`}
              style={{ insetInlineStart: `${mark.left}%` }}
              title={flowText(mark, currency, nowMs)}
            >
              {mark.direction === 'in' ? '▲' : '▼'}
            </span>
          ))}
        </Plot>
      </OwnPicture>
      <footer className="portfolio-foot">
        <p className="portfolio-reading number">{text}</p>
        <Legend hasFlows={flows.length > 0} hasGaps={gaps.length > 0} />
      </footer>
    </>
  );
}

function Legend({ hasFlows, hasGaps }: { readonly hasFlows: boolean; readonly hasGaps: boolean }) {
  return (
    <ul className="portfolio-legend" aria-label={t`Legend of the curve`}>
      <li className="portfolio-legend-read">{t`read`}</li>
      <li className="portfolio-legend-derived">{t`derived from ledgers`}</li>
      {hasGaps ? <li className="portfolio-legend-gap">{t`gap`}</li> : null}
      {hasFlows ? <li>{t`▲ in ▼ out`}</li> : null}
    </ul>
  );
}

/** Amounts of the axis: by their size where they end in thousands, with as many digits as distinguish neighbours. */
function valueTicks(values: readonly Decimal[], decimals: number): readonly string[] {
  const isShort = decimals === 0 && values.every(value => value === '0' || value.endsWith('000'));
  const digits = distinctDecimals(values);
  return values.map(value =>
    ownText(isShort ? formatCompact(value, digits) : formatDecimal(value, { minimumDecimals: decimals })),
  );
}

function drawdownTicks(values: readonly Decimal[], decimals: number): readonly string[] {
  return values.map(value => formatOwnPercent(value, { minimumDecimals: Math.max(0, decimals - 2) }));
}

interface PointTextOptions {
  readonly y: Decimal | null;
  readonly view: View;
  readonly currency: string;
  readonly nowMs: number;
}

function pointText({ atMs, source, missing }: EquityPoint, { y, view, currency, nowMs }: PointTextOptions): string {
  const value =
    y === null
      ? unknownText
      : view === 'value'
        ? `${formatOwn(y, moneyFormat(currency))} ${currency}`
        : isZero(y)
          ? t`at its highest`
          : formatOwnPercent(y);
  const names = missing.map(each => visibleText(each)).join(', ');
  const parts = [formatMoment(atMs, nowMs), value, sourceTitles[source]];
  return (missing.length === 0 ? parts : [...parts, t`without ${names}`]).join(' · ');
}

function flowText({ direction, atMs, count, value }: FlowMark, currency: string, nowMs: number): string {
  const amount = value === null ? t`unknown value` : `${formatOwn(value, moneyFormat(currency))} ${currency}`;
  const moment = formatMoment(atMs, nowMs);
  if (count > 1)
    return direction === 'in'
      ? t`In: ${amount}, ${count} flows from ${moment}`
      : t`Out: ${amount}, ${count} flows from ${moment}`;
  return direction === 'in' ? t`In: ${amount} at ${moment}` : t`Out: ${amount} at ${moment}`;
}
