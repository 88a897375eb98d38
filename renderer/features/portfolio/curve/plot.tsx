import { type KeyboardEvent, memo, type PointerEvent } from 'react';
import { type Decimal, fromNumber, toNumber } from '#shared/decimal.ts';
import { formatDay, formatClock, shownDate } from '#lib/time.ts';
import { curveSegments, pathOf, type PlotPoint, plotSize, type Span } from './curve-segments.ts';
import { type AxisRange, nearestIndex, placeOn, timeTicks, valueAxis } from './plot-axis.ts';
import { t } from '#shared/words/t.ts';

const valueTicks = 4;
const timeTickCount = 6;

interface PlotProps {
  readonly label: string;
  readonly points: readonly PlotPoint[];
  readonly gaps: readonly Span[];
  readonly time: AxisRange;
  /** the texts beside the lines of the grid, one for each value */
  readonly tickTexts: (values: readonly Decimal[], decimals: number) => readonly string[];
  /** the point under the cursor; -1: none */
  readonly cursor: number;
  readonly onCursor: (index: number) => void;
  /** everything about the point under the cursor, for a screen reader */
  readonly cursorText: string;
  /** drawn over the lines, placed in percent of the plot */
  readonly children?: React.ReactNode;
}

/** The index that a key leads to; null: the key is for something else. */
function indexAfterKey(key: string, index: number, count: number): number | null {
  const last = count - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    PageUp: index - 10,
    PageDown: index + 10,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(Math.max(next, 0), last);
}

/** A curve over time with a cursor that the pointer and the arrow keys move. Lines end at gaps. */
export function Plot({ label, points, gaps, time, tickTexts, cursor, onCursor, cursorText, children }: PlotProps) {
  const last = points.length - 1;
  const index = cursor < 0 ? last : cursor;
  const axis = valueAxis(
    points.flatMap(({ y }) => (y === null ? [] : [toNumber(y)])),
    valueTicks,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.ctrlKey || event.altKey || event.metaKey ? null : indexAfterKey(event.key, index, points.length);
    if (next === null) return;
    event.preventDefault();
    onCursor(next);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = box.width === 0 ? 0 : (event.clientX - box.left) / box.width;
    onCursor(nearestIndex(points, time.from + share * (time.to - time.from)));
  };
  const pointed = points[cursor];
  const texts = tickTexts(axis.ticks.map(fromNumber), axis.decimals);
  return (
    <div className="portfolio-plot">
      <div className="portfolio-values" aria-hidden="true">
        {axis.ticks.map((tick, at) => (
          <span key={tick} style={{ insetBlockEnd: `${placeOn(axis.range, tick)}%` }}>
            {texts[at]}
          </span>
        ))}
      </div>
      <div
        className="portfolio-plot-area"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={Math.max(index, 0)}
        aria-valuetext={cursorText}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => onCursor(-1)}
        onBlur={() => onCursor(-1)}
      >
        {axis.ticks.map(tick => (
          <span key={tick} className="portfolio-grid" style={{ insetBlockEnd: `${placeOn(axis.range, tick)}%` }} />
        ))}
        <Gaps gaps={gaps} time={time} />
        <Lines points={points} gaps={gaps} time={time} value={axis.range} />
        {children}
        {pointed === undefined ? null : <Cursor point={pointed} time={time} value={axis.range} />}
      </div>
      <TimeTicks time={time} />
    </div>
  );
}

interface LinesProps extends Pick<PlotProps, 'points' | 'gaps' | 'time'> {
  readonly value: AxisRange;
}

function CurveLines({ points, gaps, time, value }: LinesProps) {
  const axes = { time, value };
  return (
    <svg className="portfolio-lines" viewBox={`0 0 ${plotSize} ${plotSize}`} preserveAspectRatio="none" aria-hidden>
      {curveSegments(points, gaps).map(segment => (
        <path
          key={`${segment.points[0]?.atMs} ${segment.points.length}`}
          d={pathOf(segment, axes)}
          data-derived={segment.isDerived || undefined}
          data-single={segment.points.length === 1 || undefined}
        />
      ))}
    </svg>
  );
}

/** Drawn again only when the curve changes, not with the cursor. */
const Lines = memo(
  CurveLines,
  (before, after) =>
    before.points === after.points &&
    before.gaps === after.gaps &&
    before.time.from === after.time.from &&
    before.time.to === after.time.to,
);

function Gaps({ gaps, time }: Pick<PlotProps, 'gaps' | 'time'>) {
  return gaps.map(({ fromMs, toMs }) => {
    const left = Math.max(0, placeOn(time, fromMs));
    const right = Math.min(100, placeOn(time, toMs));
    if (left >= right) return null;
    return (
      <span
        key={fromMs}
        className="portfolio-gap"
        style={{ insetInlineStart: `${left}%`, inlineSize: `${right - left}%` }}
        title={t`Gap: no data`}
      />
    );
  });
}

function Cursor({
  point,
  time,
  value,
}: {
  readonly point: PlotPoint;
  readonly time: AxisRange;
  readonly value: AxisRange;
}) {
  const left = `${placeOn(time, point.atMs)}%`;
  return (
    <>
      <span className="portfolio-cursor" style={{ insetInlineStart: left }} />
      {point.y === null ? null : (
        <span
          className="portfolio-dot"
          style={{ insetInlineStart: left, insetBlockEnd: `${placeOn(value, toNumber(point.y))}%` }}
        />
      )}
    </>
  );
}

function TimeTicks({ time }: { readonly time: AxisRange }) {
  const { atMs, isClock } = timeTicks(time, timeTickCount);
  return (
    <div className="portfolio-times" aria-hidden="true">
      {atMs.map(at => (
        <span key={at} style={{ insetInlineStart: `${placeOn(time, at)}%` }}>
          {isClock ? formatClock(at).slice(0, 5) : formatDay(shownDate(at).toISOString(), false)}
        </span>
      ))}
    </div>
  );
}
