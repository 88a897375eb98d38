import { useCallback, useMemo, useState } from 'react';
import { missingOf } from '#shared/domain/completeness.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useClockOffsetMs } from '#bridge/reference/use-reference.ts';
import { useUiStore } from '#state/ui-store.ts';
import { setOverdueAfterMin } from '#state/view-choices.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { AboutButton } from '#ui/form/about-button.tsx';
import { Select } from '#ui/form/input.tsx';
import { countText, partialText } from '#ui/panel/missing-text.ts';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { PastEnd } from '#ui/table/past/past-end.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { useWithdrawals } from './use-withdrawals.ts';
import { isOverdue, passes, type WithdrawalListFilter, withdrawalFilters } from './withdrawal-ageing.ts';
import { withdrawalColumns } from './withdrawal-columns.tsx';
import type { WithdrawalRow } from './withdrawal-rows.ts';
import { totalsText } from './withdrawal-totals.ts';
import './withdrawals.css';
import { t } from '#shared/words/t.ts';

const rowKey = (row: WithdrawalRow) => row.name;

/** The withdrawals of the account that the key belongs to, newest first. */
export function WithdrawalsPanel({ profile }: { readonly profile: Profile }) {
  const { read, sinceMs, past } = useWithdrawals(profile.id);
  const [filter, setFilter] = useState<WithdrawalListFilter>('all');
  const limitMin = useUiStore(state => state.stuckAfterMin);
  // what is stuck changes with the minutes
  const nowMs = useNow(10_000) + useClockOffsetMs(profile.id);
  const columns = useMemo(() => withdrawalColumns(profile.id), [profile.id]);
  const { data } = read;
  const rows = useMemo(
    () => data?.filter(row => passes(row, { filter, nowMs, limitMin })),
    [data, filter, nowMs, limitMin],
  );
  const marks = useMarks(useMemo(() => rows?.map(rowKey), [rows]));
  const showCard = useUiStore(state => state.showCard);
  const about = useCallback(({ currency }: WithdrawalRow) => showCard({ kind: 'currency', currency }), [showCard]);
  const actions = useCallback(
    (row: WithdrawalRow) => <AboutButton name={row.currency} onPress={() => about(row)} />,
    [about],
  );
  const missing = missingOf(read.completeness);
  const lacking = missing.length === 0 ? '' : ` (${partialText(missing)})`;
  const since = formatMoment(sinceMs, nowMs);
  const totals = useMemo(() => totalsText(rows ?? []), [rows]);
  const counted = t`${countText(rows?.length ?? 0, missing)} since ${since}${lacking}`;
  const end = past === null ? undefined : <PastEnd state={{ ...past, notes: endNotes }} />;
  return (
    <Panel
      title={t`Withdrawals`}
      read={{ ...read, data: rows }}
      empty={() => (data?.length === 0 ? { reason: t`${emptyTexts.all} since ${since}.`, action: end } : null)}
      footer={rows === undefined ? undefined : <OneLine text={totals.moved} />}
    >
      {shown => (
        <>
          <Choices filter={filter} onFilter={setFilter} note={`${counted} · ${totals.fees}`} />
          {shown.length === 0 ? (
            <EmptyState reason={t`${emptyTexts[filter]} since ${since}.`} action={end} />
          ) : (
            <div className="withdrawal-table">
              <ViewedTable
                tableId="withdrawals"
                label={t`Withdrawals`}
                columns={columns}
                rows={shown}
                rowKey={rowKey}
                marks={marks}
                onInfo={about}
                actions={actions}
                actionsWidth={44}
                end={end}
                tone={row => (isOverdue(row, nowMs, limitMin) ? 'warning' : row.status === 'failure' ? 'danger' : null)}
              />
            </div>
          )}
        </>
      )}
    </Panel>
  );
}

/** Currencies beyond the space are shown on hover: a second line would cut the last row. */
function OneLine({ text }: { readonly text: string }) {
  return (
    <span className="withdrawal-note" title={text}>
      {text}
    </span>
  );
}

const endNotes = [t`Withdrawals older than one year are not recorded.`];

const filterTexts: Readonly<Record<WithdrawalListFilter, string>> = {
  all: t`All`,
  'under-way': t`Under way`,
  stuck: t`Overdue`,
  done: t`Done`,
  failed: t`Failed`,
};
const emptyTexts: Readonly<Record<WithdrawalListFilter, string>> = {
  all: t`Nothing was withdrawn`,
  'under-way': t`No withdrawal is under way`,
  stuck: t`No overdue withdrawals`,
  done: t`No withdrawal was done`,
  failed: t`No withdrawal failed`,
};
const filterOptions = withdrawalFilters.map(value => ({ value, label: filterTexts[value] }));

const overdueText = (limit: string) => t`overdue after ${limit}`;

const limits = [
  { value: '10', label: overdueText(t`10 min`) },
  { value: '30', label: overdueText(t`30 min`) },
  { value: '60', label: overdueText(t`1 h`) },
  { value: '180', label: overdueText(t`3 h`) },
  { value: '720', label: overdueText(t`12 h`) },
  { value: '1440', label: overdueText(t`1 d`) },
] as const;

interface ChoicesProps {
  readonly filter: WithdrawalListFilter;
  readonly onFilter: (filter: WithdrawalListFilter) => void;
  /** what is counted, and what it cost */
  readonly note: string;
}

/** Which are shown, and after how long one counts as stuck. */
function Choices({ filter, onFilter, note }: ChoicesProps) {
  const limitMin = useUiStore(state => state.stuckAfterMin);
  return (
    <div className="withdrawal-choices">
      <Select<string>
        label={t`Overdue after`}
        value={String(limitMin)}
        options={limits}
        onChange={minutes => setOverdueAfterMin(Number(minutes))}
      />
      <Select label={t`Which withdrawals`} value={filter} options={filterOptions} onChange={onFilter} />
      <OneLine text={note} />
    </div>
  );
}
