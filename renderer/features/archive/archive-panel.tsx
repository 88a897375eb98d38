import { useMemo, useState } from 'react';
import type { ArchiveStatus, Interval } from '#shared/domain/archive/archive.ts';
import { fromNumber } from '#shared/decimal.ts';
import { useClockOffsetMs } from '#bridge/reference/use-reference.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { Select } from '#ui/form/input.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { ArchiveBackup, LastBackupTime } from './archive-backup.tsx';
import { archiveColumns, type ArchiveRow, archiveRowKey, archiveRowTitle } from './archive-columns.tsx';
import { ArchiveControls, ArchiveCheckButton, ConnectDatabase } from './archive-controls.tsx';
import { lineTitle, missingText, obstacleText, partHints, partLabels, sizeText, stateText } from './archive-texts.ts';
import { coverageParts, partKinds } from './coverage-map.ts';
import { DataIssues } from './data-issues.tsx';
import { HistoryControls } from './history/history-controls.tsx';
import { t } from '#shared/words/t.ts';
import './archive.css';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const spans = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, year: 366 * dayMs } as const;
type Span = keyof typeof spans;
const spanNames: readonly Span[] = ['day', 'week', 'month', 'year'];

const spanTitles: Readonly<Record<Span, string>> = {
  day: t`last 24 hours`,
  week: t`last 7 days`,
  month: t`last 30 days`,
  year: t`last 12 months`,
};

/** The time axis moves by whole minutes, so that the strips are not drawn again with every second. */
const axisStepMs = 60_000;

/** Now by the clock of the exchange, which all times of the archive are by: the clock of this computer may be wrong. */
function useExchangeMinute(profileId: string): number {
  const aheadMs = useClockOffsetMs(profileId);
  return useNow(axisStepMs) + Math.round(aheadMs / axisStepMs) * axisStepMs;
}

function rowsOf({ streams }: ArchiveStatus, axis: Interval, nowMs: number): readonly ArchiveRow[] {
  return streams.map(stream => ({
    ...stream,
    title: lineTitle(stream),
    parts: coverageParts(stream, axis),
    nowMs,
  }));
}

function emptyText({ state }: ArchiveStatus): string {
  return state === 'starting' ? t`The archive is starting.` : t`Nothing of this account is recorded yet.`;
}

/** What the archive has of the past, what it still reads, and what the exchange no longer has. */
export function ArchivePanel({ profileId }: { readonly profileId: string }) {
  const read = useRead('archive.status', { profileId });
  const [span, setSpan] = useState<Span>('month');
  const nowMs = useExchangeMinute(profileId);
  const axis = useMemo(() => ({ fromMs: nowMs - spans[span], toMs: nowMs }), [nowMs, span]);
  const columns = useMemo(() => archiveColumns(axis), [axis]);
  const { data } = read;
  const rows = useMemo(() => (data === undefined ? undefined : rowsOf(data, axis, nowMs)), [data, axis, nowMs]);
  const marks = useMarks(useMemo(() => rows?.map(archiveRowKey), [rows]));
  return (
    <Panel
      title={t`Archive`}
      read={read}
      empty={status => (status.streams.length > 0 || status.obstacle !== null ? null : { reason: emptyText(status) })}
      footer={data === undefined ? undefined : <Footer status={data} nowMs={nowMs} />}
    >
      {status => (
        <div className="archive-body">
          <ArchiveNotice {...status} />
          <div className="archive-controls">
            <Select
              label={t`Time shown`}
              value={span}
              options={spanNames.map(value => ({ value, label: spanTitles[value] }))}
              onChange={setSpan}
            />
            <ArchiveControls {...status} />
            <ArchiveCheckButton />
            <ArchiveBackup />
            <HistoryControls profileId={profileId} />
          </div>
          <ul className="archive-legend" aria-label={t`Legend of the coverage`}>
            {partKinds.map(kind => (
              <li key={kind} title={partHints[kind]}>
                <span className={`coverage-part coverage-${kind}`} aria-hidden />
                {partLabels[kind]}
              </li>
            ))}
          </ul>
          <ViewedTable
            tableId="archive-streams"
            label={t`Streams of the archive`}
            columns={columns}
            rows={rows ?? []}
            rowKey={archiveRowKey}
            idOf={archiveRowTitle}
            marks={marks}
          />
          <DataIssues streams={status.streams} />
        </div>
      )}
    </Panel>
  );
}

function ArchiveNotice(status: ArchiveStatus) {
  const text = obstacleText(status);
  const isDatabase = status.obstacle === 'database-failed' || status.obstacle === 'database-password';
  return text === null ? null : (
    <>
      <p className="notice notice-warning" role="status">
        {text}
      </p>
      {isDatabase ? <ConnectDatabase /> : null}
    </>
  );
}

function Footer({ status, nowMs }: { readonly status: ArchiveStatus; readonly nowMs: number }) {
  return (
    <span>
      {footerText(status, nowMs)}
      <LastBackupTime />
    </span>
  );
}

/** `reading HF ledger · 12,480 rows · 48 MB · balances as of 10:02:11`. */
function footerText(status: ArchiveStatus, nowMs: number): string {
  const rows = status.records.reduce((total, record) => total + record.rows, 0);
  const parts = [stateText(status), t`${formatDecimal(fromNumber(rows))} rows`];
  if (status.sizeBytes !== null) parts.push(sizeText(status.sizeBytes));
  if (status.freeBytes !== null) parts.push(t`${sizeText(status.freeBytes)} free`);
  parts.push(snapshotText(status, nowMs));
  return parts.join(' · ');
}

function snapshotText({ snapshot }: ArchiveStatus, nowMs: number): string {
  if (snapshot === null) return t`no balance snapshot yet`;
  const moment = formatMoment(snapshot.atMs, nowMs);
  return snapshot.missing.length === 0
    ? t`balance snapshot of ${moment}`
    : t`balance snapshot of ${moment} without ${missingText(snapshot.missing)}`;
}
