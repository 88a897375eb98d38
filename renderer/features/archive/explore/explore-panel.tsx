import { lazy, Suspense, useMemo, useState } from 'react';
import type { ArchiveFilter, ArchiveView, ExploredRow } from '#shared/domain/archive/explore.ts';
import type { FeeAuditCount } from '#shared/domain/archive/fee-audit.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { useContracts, useTicks } from '#bridge/reference/use-contracts.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { ErrorState, ErrorStrip } from '#ui/panel/panel-failure.tsx';
import { EmptyState, Skeleton } from '#ui/panel/panel-states.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { PastEnd } from '#ui/table/past/past-end.tsx';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { exploreColumns } from './explore-columns.tsx';
import { ExploreFilters } from './explore-filters.tsx';
import { hasOrder, venueOf } from './order/order-of-row.ts';
import { isFiltered, useExploreChoice } from './model/explore-choice.ts';
import { countText, exploredTitle, gapsText, noticeText, viewTitles } from './model/explore-texts.ts';
import { feeAuditText } from './model/fee-texts.ts';
import { exploredKey } from './model/known-rows.ts';
import { type Explored, useExplored } from './model/use-explored.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { t } from '#shared/words/t.ts';
import './explore.css';

// opened now and then
const OrderSheet = lazy(async () => ({ default: (await import('./order/order-sheet.tsx')).OrderSheet }));
const ExportSheet = lazy(async () => ({ default: (await import('./export/export-sheet.tsx')).ExportSheet }));

const MonthsSheet = lazy(async () => ({ default: (await import('./months/months-sheet.tsx')).MonthsSheet }));

/** What is open over the list. */
type OpenSheet = 'export' | 'months';

/** The controls stay in place while rows are loading or could not be read, so that another list can be chosen. */
function withControls<T>(read: Read<T>): Read<T | null> {
  return { ...read, data: read.data ?? null, error: null };
}

/** Orders, fills, bookings and movements of all recorded time, from the archive. */
export function ExplorePanel({ profileId }: { readonly profileId: string }) {
  const chosen = useExploreChoice(profileId);
  const { choice, clear } = chosen;
  const filter = useMemo(() => ({ profileId, ...choice }), [profileId, choice]);
  const explored = useExplored(filter);
  const [order, setOrder] = useState<ExploredRow | null>(null);
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const closeSheet = () => setSheet(null);
  return (
    <Panel title={t`Explore`} read={withControls(explored.read)} footer={<CountLine filter={filter} />}>
      {() => (
        <div className="explore">
          <ExploreFilters key={profileId} chosen={chosen} rows={explored.rows}>
            {choice.view === 'fills' ? (
              <Button size="small" onPress={() => setSheet('months')}>{t`Fees by month…`}</Button>
            ) : null}
            <Button size="small" onPress={() => setSheet('export')}>{t`Export…`}</Button>
          </ExploreFilters>
          <RecordingNotice profileId={profileId} />
          <Listed
            profileId={profileId}
            explored={explored}
            view={choice.view}
            clear={isFiltered(choice) ? clear : null}
            onOrder={setOrder}
          />
          <Suspense fallback={null}>
            {order === null ? null : <OrderSheet profileId={profileId} row={order} onClose={() => setOrder(null)} />}
            {sheet === 'export' ? <ExportSheet filter={filter} onClose={closeSheet} /> : null}
            {sheet === 'months' ? <MonthsSheet filter={filter} onClose={closeSheet} /> : null}
          </Suspense>
        </div>
      )}
    </Panel>
  );
}

/** How many rows there are, and which times are recorded. */
function CountLine({ filter }: { readonly filter: ArchiveFilter }) {
  const { data } = useRead('archive.count', filter);
  const nowMs = useNow(60_000);
  if (data === undefined) return null;
  return (
    <>
      <span title={gapsText(data, nowMs)}>{countText(data, nowMs)}</span>
      {data.feeAudit === null ? null : <FeeAuditLine audit={data.feeAudit} />}
    </>
  );
}

/** Due and paid of the fills of the filter. */
function FeeAuditLine({ audit }: { readonly audit: FeeAuditCount }) {
  usePrivacy();
  return <span className="explore-audit">{feeAuditText(audit)}</span>;
}

function RecordingNotice({ profileId }: { readonly profileId: string }) {
  const { data } = useRead('archive.status', { profileId });
  const text = data === undefined ? null : noticeText(data);
  return text === null ? null : (
    <p className="notice notice-warning" role="status">
      {text}
    </p>
  );
}

interface ListedProps {
  readonly profileId: string;
  readonly explored: Explored;
  readonly view: ArchiveView;
  /** null: no filter is set */
  readonly clear: (() => void) | null;
  /** opens the order of a row */
  readonly onOrder: (row: ExploredRow) => void;
}

const toneOf = ({ side }: ExploredRow) => (side === 'buy' ? 'up' : side === 'sell' ? 'down' : null);

/** The columns of a list, with prices at the ticks of the rows' symbols. */
function useExploreColumns(profileId: string, view: ArchiveView, rows: readonly ExploredRow[]) {
  const traded = rows.flatMap(row => (row.symbol === null ? [] : [{ venue: venueOf(row), symbol: row.symbol }]));
  const instruments = useTicks(profileId, useContracts(profileId, traded));
  return useMemo(() => exploreColumns(instruments)[view], [instruments, view]);
}

function Listed({ profileId, explored: { read, rows, past }, view, clear, onOrder }: ListedProps) {
  const columns = useExploreColumns(profileId, view, rows);
  const marks = useMarks(useMemo(() => rows.map(exploredKey), [rows]));
  const { data, error } = read;
  if (data === undefined) return <Waiting read={read} />;
  const end = <PastEnd state={past} />;
  return (
    <>
      {error === null ? null : <ErrorStrip error={error} read={read} />}
      {rows.length === 0 && past.loadedMs === null ? (
        <Nothing clear={clear} />
      ) : (
        <ViewedTable
          key={view}
          tableId={`explore-${view}`}
          label={t`Archived ${viewTitles[view]}`}
          columns={columns}
          rows={rows}
          rowKey={exploredKey}
          idOf={exploredTitle}
          marks={marks}
          menu={row =>
            hasOrder(row) ? [[{ id: 'order', label: t`Archived order…`, onSelect: () => onOrder(row) }]] : []
          }
          onInfo={onOrder}
          hasInfo={hasOrder}
          tone={toneOf}
          end={end}
        />
      )}
    </>
  );
}

/** In the place of rows: they are loading, nothing is recorded yet, or they could not be read. */
function Waiting({ read }: { readonly read: Explored['read'] }) {
  const { error } = read;
  if (error === null) return <Skeleton rows={8} />;
  if (error.kind === 'not-found') return <EmptyState reason={t`Nothing of this account is recorded yet.`} />;
  return <ErrorState error={error} read={read} />;
}

function Nothing({ clear }: Pick<ListedProps, 'clear'>) {
  if (clear === null) return <EmptyState reason={t`This list has no recorded row.`} />;
  return (
    <EmptyState
      reason={t`No archived row matches the filters.`}
      action={<Button size="small" onPress={clear}>{t`Clear filters`}</Button>}
    />
  );
}
