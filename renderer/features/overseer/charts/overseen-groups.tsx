import { useMemo } from 'react';
import { visibleText } from '#shared/visible-text.ts';
import { toDecimal } from '#shared/decimal.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import { useMarks } from '#ui/table/marks.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { SignedNumber } from '#ui/value/number-cell.tsx';
import type { GroupTotal } from '../model/group-total.ts';
import { groupTotals } from '../model/groups.ts';
import { valueDecimals } from '../model/valuation.ts';
import type { Overseen } from '../use-overseen.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

const byValue = { key: 'value', direction: 'descending' } as const;
/** No group of a user is called by nothing. */
const keyOf = ({ group }: GroupTotal) => group ?? '';
const nameOf = ({ group }: GroupTotal) => (group === null ? t`in no group` : visibleText(group));

function countColumn(
  key: 'accounts' | 'frozenAccounts' | 'unknown',
  head: Pick<Column<GroupTotal>, 'title' | 'hint' | 'priority'>,
): Column<GroupTotal> {
  return decimalColumn({ ...head, key, own: 'none', width: 72, read: row => toDecimal(String(row[key])) });
}

function groupColumns(currency: string): readonly Column<GroupTotal>[] {
  const decimals = valueDecimals(currency);
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals };
  const worth = (
    key: 'value' | 'held' | 'frozen',
    head: Pick<Column<GroupTotal>, 'title' | 'hint' | 'priority'>,
  ): Column<GroupTotal> =>
    decimalColumn({ ...head, key, width: 92, unit: () => currency, read: row => row[key], format: () => digits });
  return [
    textColumn({ key: 'group', title: t`Group`, hint: t`Your group of sub-accounts`, width: 104, read: nameOf }),
    countColumn('accounts', { title: t`Accounts`, hint: t`Number of sub-accounts in the group` }),
    worth('value', { title: t`Value, ${currency}`, hint: accountHints.value }),
    decimalColumn({
      key: 'share',
      own: 'figure',
      title: t`% of total`,
      hint: accountHints.share,
      width: 66,
      isSummed: false,
      read: row => row.share,
      render: ({ share }) => (
        <span className="number">
          {share === null ? '–' : formatOwnPercent(share, { minimumDecimals: 1, maximumDecimals: 1 })}
        </span>
      ),
    }),
    worth('held', { title: t`On hold`, hint: t`On hold, in ${currency}`, priority: 2 }),
    worth('frozen', { title: t`Frozen`, hint: t`Value of frozen accounts, in ${currency}`, priority: 2 }),
    decimalColumn({
      key: 'change',
      title: t`Net change`,
      hint: t`New accounts and accounts known at both times: net flow, futures and prices`,
      width: 92,
      priority: 3,
      read: row => row.change?.amount ?? null,
      render: ({ change }) => (
        <SignedNumber value={change?.amount ?? null} {...digits} unknownReason={t`Unknown at one of the two times.`} />
      ),
    }),
    countColumn('frozenAccounts', { title: t`Frozen acc.`, hint: t`Number of frozen accounts`, priority: 5 }),
    countColumn('unknown', {
      title: t`Unknown`,
      hint: t`Accounts with unknown values; not in totals`,
      priority: 4,
    }),
  ];
}

interface OverseenGroupsProps {
  readonly overseen: Pick<Overseen, 'lines' | 'totals' | 'valuation'>;
  /** the one that is listed; null: all */
  readonly group: string | null;
  readonly onGroup: (group: string | null) => void;
}

/** What each group of accounts comes to, whatever is filtered. A press lists its accounts alone, another one all again. */
export function OverseenGroups({ overseen, group, onGroup }: OverseenGroupsProps) {
  const { lines, totals, valuation } = overseen;
  const columns = useMemo(() => groupColumns(valuation.currency), [valuation.currency]);
  const rows = useMemo(() => groupTotals(lines, totals.value), [lines, totals.value]);
  const marks = useMarks(useMemo(() => rows.map(keyOf), [rows]));
  return (
    <>
      {rows.some(row => row.group !== null) ? null : (
        <p className="overseer-note">{t`No groups yet. Select accounts in the list and enter a group name, or set it in the account details.`}</p>
      )}
      <div className="overseer-groups">
        <ViewedTable
          tableId="account-groups"
          label={t`Groups of accounts`}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          marks={marks}
          initialSorting={byValue}
          onOpen={row => onGroup(keyOf(row) === group ? null : keyOf(row))}
          tone={row => (keyOf(row) === group ? 'own' : row.frozenAccounts > 0 ? 'warning' : null)}
        />
      </div>
    </>
  );
}
