import type { Interval, StreamStatus } from '#shared/domain/archive/archive.ts';
import { type Decimal, fromNumber } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatAge } from '#lib/age.ts';
import { formatPercent } from '#lib/format.ts';
import { compareTexts } from '#lib/sorting.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { Chip } from '#ui/value/chip.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { streamTitles } from '#lib/archive/stream-titles.ts';
import { lineTitle } from './archive-texts.ts';
import { type CoveragePart, coveredShare } from './coverage-map.ts';
import { CoverageStrip } from './coverage-strip.tsx';
import { t } from '#shared/words/t.ts';

/** A stream with its parts on the axis that is shown. */
export interface ArchiveRow extends StreamStatus {
  readonly title: string;
  readonly parts: readonly CoveragePart[];
  readonly nowMs: number;
}

const soonMs = 24 * 3_600_000;

function stateWord({ state }: StreamStatus): string {
  if (state === 'failing') return t`failing`;
  if (state === 'not-permitted') return t`not permitted`;
  return state === 'not-offered' ? t`not offered` : t`ok`;
}

function StateCell({ row }: { readonly row: ArchiveRow }) {
  const tone = row.state === 'failing' ? 'warning' : 'neutral';
  return (
    <Chip tone={tone} title={row.reason === null ? undefined : visibleText(row.reason)}>
      {stateWord(row)}
    </Chip>
  );
}

/** When the oldest part that is not read yet can no longer be read. */
function ClosesCell({ row: { closesAtMs, nowMs } }: { readonly row: ArchiveRow }) {
  if (closesAtMs === null) return <Unknown reason={t`Everything is read, or the exchange states no limit.`} />;
  const text = formatAge(closesAtMs - nowMs);
  return closesAtMs - nowMs < soonMs ? <Chip tone="warning">{text}</Chip> : <span className="number">{text}</span>;
}

/** All columns; the coverage is drawn on the axis. */
export function archiveColumns(axis: Interval): readonly Column<ArchiveRow>[] {
  return [...nameColumns, ...coverageColumns(axis), ...progressColumns];
}

const nameColumns: readonly Column<ArchiveRow>[] = [
  textColumn({
    key: 'stream',
    title: t`Stream`,
    hint: t`List of the exchange that the archive records`,
    width: 130,
    read: ({ stream }) => streamTitles[stream],
  }),
  textColumn({
    key: 'symbol',
    own: 'figure',
    title: t`Symbol`,
    hint: t`Streams that the exchange answers by symbol have a row for each`,
    width: 92,
    priority: 3,
    read: ({ symbol }) => symbol ?? '',
  }),
];

/** Share of the time shown that is read, in steps of 0.1 %, rounded down; null: the stream begins later. */
function shareOf({ parts }: ArchiveRow): Decimal | null {
  const share = coveredShare(parts);
  return share === null ? null : fromNumber(Math.floor(share * 1000) / 1000);
}

function coverageColumns(axis: Interval): readonly Column<ArchiveRow>[] {
  return [
    {
      key: 'coverage',
      title: t`Coverage`,
      hint: t`From the oldest time on the left to now on the right`,
      width: 220,
      render: ({ parts }) => <CoverageStrip parts={parts} axis={axis} />,
    },
    decimalColumn({
      key: 'covered',
      own: 'none',
      title: t`Covered`,
      hint: t`Share of the time shown that is read`,
      width: 70,
      isSummed: false,
      read: shareOf,
      render: row => {
        const share = shareOf(row);
        return share === null ? (
          <Unknown reason={t`The stream begins later.`} />
        ) : (
          <span className="number">{formatPercent(share, { maximumDecimals: 1 })}</span>
        );
      },
    }),
  ];
}

const progressColumns: readonly Column<ArchiveRow>[] = [
  decimalColumn({
    key: 'queued',
    own: 'none',
    title: t`Queued`,
    hint: t`Windows that wait to be read`,
    width: 64,
    priority: 4,
    read: ({ queuedWindows }) => fromNumber(queuedWindows),
  }),
  {
    key: 'closes',
    title: t`Closes in`,
    hint: t`When the oldest part that is not read yet leaves the memory of the exchange`,
    align: 'end',
    width: 70,
    priority: 2,
    render: row => <ClosesCell row={row} />,
    value: { kind: 'time', readMs: ({ closesAtMs }) => closesAtMs },
    compare: (a, b) => (a.closesAtMs ?? Number.POSITIVE_INFINITY) - (b.closesAtMs ?? Number.POSITIVE_INFINITY),
  },
  {
    key: 'lastRead',
    title: t`Last read`,
    hint: t`Time of the last complete read`,
    align: 'end',
    width: 76,
    priority: 5,
    render: ({ lastReadAtMs }) =>
      lastReadAtMs === null ? <Unknown reason={t`Not loaded yet`} /> : <Moment epochMs={lastReadAtMs} />,
    value: { kind: 'time', readMs: ({ lastReadAtMs }) => lastReadAtMs },
    compare: (a, b) => (a.lastReadAtMs ?? 0) - (b.lastReadAtMs ?? 0),
  },
  {
    key: 'state',
    title: t`State`,
    hint: t`Whether the list can be read; hover shows the reason`,
    width: 96,
    priority: 2,
    render: row => <StateCell row={row} />,
    value: { kind: 'text', read: stateWord },
    compare: (a, b) => compareTexts(stateWord(a), stateWord(b)),
  },
];

export const archiveRowKey = (row: ArchiveRow): string => `${row.stream} ${row.symbol ?? ''}`;
export const archiveRowTitle = (row: ArchiveRow): string => lineTitle(row);
