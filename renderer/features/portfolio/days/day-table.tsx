import { useMemo } from 'react';
import type { PortfolioDay } from '#shared/domain/portfolio/portfolio.ts';
import { formatDay } from '#lib/time.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn } from '#ui/table/column-factories.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { SignedNumber } from '#ui/value/number-cell.tsx';
import { moneyFormat } from '../model/portfolio-texts.ts';
import type { OpenedDay } from '../model/span.ts';
import { t } from '#shared/words/t.ts';

interface DayTableProps {
  readonly days: readonly PortfolioDay[];
  readonly currency: string;
  readonly onOpen: (day: OpenedDay) => void;
}

function columnsOf(currency: string): readonly Column<PortfolioDay>[] {
  const money = { ...moneyFormat(currency), unit: currency };
  const unknownReason = t`A balance or a price of this day is unknown.`;
  return [
    {
      key: 'day',
      title: t`Day`,
      hint: t`Calendar day in your time zone`,
      width: 92,
      render: ({ day }) => formatDay(day, true),
      value: { kind: 'text', read: ({ day }) => day },
      compare: (a, b) => a.startMs - b.startMs,
    },
    decimalColumn({
      key: 'pnl',
      title: t`P&L`,
      hint: t`Change of the value on this day without deposits, withdrawals and transfers`,
      width: 120,
      read: ({ pnl }) => pnl,
      format: () => ({ ...money, unknownReason }),
      render: ({ pnl }) => <SignedNumber own="none" value={pnl} {...money} unknownReason={unknownReason} />,
    }),
    decimalColumn({
      key: 'flow',
      title: t`Flow`,
      hint: t`In less out on this day`,
      width: 120,
      read: ({ flow }) => flow,
      format: () => ({ ...money, unknownReason }),
      render: ({ flow }) => <SignedNumber own="none" value={flow} {...money} unknownReason={unknownReason} />,
    }),
    decimalColumn({
      key: 'endValue',
      title: t`Value at the end`,
      hint: t`Value of all recorded balances at the end of the day`,
      width: 130,
      isSummed: false,
      read: ({ endValue }) => endValue,
      format: () => ({ ...money, unknownReason }),
    }),
  ];
}

const rowKey = ({ day }: PortfolioDay) => day;
const newestFirst = { key: 'day', direction: 'descending' } as const;

/** P&L by day as a table. Enter on a day opens its span. */
export function DayTable({ days, currency, onOpen }: DayTableProps) {
  const columns = useMemo(() => columnsOf(currency), [currency]);
  const marks = useMarks(useMemo(() => days.map(rowKey), [days]));
  return (
    <ViewedTable
      tableId="portfolio-days"
      label={t`P&L by day`}
      columns={columns}
      rows={days}
      rowKey={rowKey}
      idOf={rowKey}
      marks={marks}
      initialSorting={newestFirst}
      onOpen={({ day, startMs, endMs }) => onOpen({ day, startMs, endMs })}
    />
  );
}
