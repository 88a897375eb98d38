import { memo } from 'react';
import { Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatPercent } from '#lib/format.ts';
import { ownText } from '#lib/own/privacy.ts';
import { formatClock } from '#lib/time.ts';
import type { DistanceSample } from '#state/distance-history.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { axis, unmeasured } from './axis.ts';
import { ticksTo, topOf } from './chart-data.ts';
import { t } from '#shared/words/t.ts';

/** A row that is drawn. */
export interface DrawnLine {
  readonly id: string;
  readonly title: string;
}

const dashes = ['', '6 3', '2 3', '8 3 2 3', '4 4', '1 3'];
// an axis has no room for milliseconds
const clockOf = (atMs: number) => formatClock(atMs).slice(0, 8);
const cursor = { stroke: 'var(--line-strong)' };
const limits = [
  { at: 0.05, colour: 'var(--danger)', words: t`critical below 5 %` },
  { at: 0.15, colour: 'var(--warning)', words: t`watch below 15 %` },
] as const;

interface DistanceLinesProps {
  readonly samples: readonly DistanceSample[];
  /** as JSON, so that equal lists are equal */
  readonly lines: string;
}

/** A line a row through the session; where nothing was seen there is none. */
export const DistanceLines = memo(function DistanceLines({ samples, lines: text }: DistanceLinesProps) {
  usePrivacy();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the chart around this one
  const lines = JSON.parse(text) as readonly DrawnLine[];
  const ids = lines.map(({ id }) => id);
  const top = topOf(samples, ids);
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={unmeasured}>
      <LineChart data={[...samples]} margin={{ top: 8, right: 28, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <XAxis
          {...axis}
          type="number"
          dataKey="atMs"
          domain={['dataMin', 'dataMax']}
          tickFormatter={clockOf}
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
        {limits.map(({ at, colour, words }) => (
          <ReferenceLine
            key={at}
            y={at}
            stroke={colour}
            strokeDasharray="2 4"
            label={{ value: words, position: 'insideBottomRight', fill: colour, fontSize: 10.5 }}
          />
        ))}
        <Tooltip isAnimationActive={false} cursor={cursor} content={<PointedAt samples={samples} lines={lines} />} />
        {lines.map(({ id }, index) => (
          <Line
            key={id}
            dataKey={(sample: DistanceSample) => sample.distances[id]}
            stroke={`var(--risk-line-${index})`}
            strokeDasharray={dashes[index] ?? ''}
            strokeWidth={1.5}
            dot={samples.length < 2}
            type="stepAfter"
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
});

interface PointedAtProps {
  readonly samples: readonly DistanceSample[];
  readonly lines: readonly DrawnLine[];
  /** the drawing library says both */
  readonly active?: boolean;
  readonly label?: string | number;
}

function PointedAt({ samples, lines, active = false, label }: PointedAtProps) {
  return active ? <DistancesThen sample={samples.find(({ atMs }) => atMs === label)} lines={lines} /> : null;
}

interface DistancesThenProps {
  readonly sample: DistanceSample | undefined;
  readonly lines: readonly DrawnLine[];
}

const figure = { minimumDecimals: 2, maximumDecimals: 2 } as const;

/** How far each row was at the moment that is pointed at. */
export function DistancesThen({ sample, lines }: DistancesThenProps) {
  if (sample === undefined) return null;
  const shown = lines.flatMap(({ id, title }, index) => {
    const distance = sample.distances[id];
    return distance === undefined ? [] : [{ id, title, index, distance }];
  });
  return (
    <div className="risk-then">
      <p className="number">{clockOf(sample.atMs)}</p>
      {shown.length === 0 ? (
        <p>{t`No data from here on.`}</p>
      ) : (
        <ul>
          {shown.map(({ id, title, index, distance }) => (
            <li key={id} className={`risk-line-${index}`}>
              {title} <span className="number">{ownText(formatPercent(`${distance}`, figure), 'figure')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
