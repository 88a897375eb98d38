import { useMemo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Portfolio } from '#shared/domain/portfolio/portfolio.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, momentColumn, textColumn } from '#ui/table/column-factories.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { SignedNumber } from '#ui/value/number-cell.tsx';
import { multiply } from '#shared/decimal.ts';
import { moneyFormat, sourceTitles } from '../model/portfolio-texts.ts';
import type { PlotPoint } from './curve-segments.ts';
import { flowBetween } from './drawdown.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

interface CurveRow {
  readonly createdAtMs: number;
  readonly value: Decimal | null;
  /** in percent */
  readonly drawdown: Decimal | null;
  /** since the point before; null: of unknown value */
  readonly flow: Decimal | null;
  readonly source: string;
  readonly missing: string;
}

function rowsOf({ curve, flows, fromMs }: Portfolio, drawdown: readonly PlotPoint[]): readonly CurveRow[] {
  return curve.map(({ atMs, value, source, missing }, index): CurveRow => {
    const fall = drawdown[index]?.y ?? null;
    return {
      createdAtMs: atMs,
      value,
      drawdown: fall === null ? null : multiply(fall, '100'),
      flow: flowBetween(flows, curve[index - 1]?.atMs ?? fromMs, atMs),
      source: sourceTitles[source],
      missing: missing.map(each => visibleText(each)).join(', '),
    };
  });
}

function columnsOf(currency: string): readonly Column<CurveRow>[] {
  const money = { ...moneyFormat(currency), unit: currency };
  const percent = { minimumDecimals: 2, maximumDecimals: 2, unit: '%' };
  return [
    momentColumn({ key: 'time', title: t`Time`, hint: accountHints.time }),
    decimalColumn({
      key: 'value',
      title: t`Value`,
      hint: t`Value of all recorded balances at the prices of this time`,
      width: 120,
      isSummed: false,
      read: ({ value }) => value,
      format: () => ({ ...money, unknownReason: t`A balance or every price is missing.` }),
    }),
    decimalColumn({
      key: 'drawdown',
      own: 'figure',
      title: t`Drawdown`,
      hint: t`Fall from the highest value so far, with flows left out`,
      width: 80,
      isSummed: false,
      read: row => row.drawdown,
      format: () => percent,
    }),
    decimalColumn({
      key: 'flow',
      title: t`Flow`,
      hint: t`In less out since the point before`,
      width: 110,
      priority: 3,
      read: ({ flow }) => flow,
      format: () => ({ ...money, unknownReason: t`A flow has no price.` }),
      render: ({ flow }) => <SignedNumber own="none" value={flow} {...money} unknownReason={t`A flow has no price.`} />,
    }),
    textColumn({
      key: 'source',
      title: t`Source`,
      hint: t`Read from the balances, derived from ledgers, or the value now`,
      width: 120,
      priority: 2,
      read: ({ source }) => source,
    }),
    textColumn({
      key: 'missing',
      title: t`Missing`,
      hint: t`Balances and prices that this value leaves out`,
      width: 110,
      priority: 4,
      read: ({ missing }) => missing,
    }),
  ];
}

const rowKey = ({ createdAtMs }: CurveRow) => `${createdAtMs}`;
const newestFirst = { key: 'time', direction: 'descending' } as const;

/** The points of the curve as a table. */
export function CurveTable({
  portfolio,
  drawdown,
}: {
  readonly portfolio: Portfolio;
  readonly drawdown: readonly PlotPoint[];
}) {
  const columns = useMemo(() => columnsOf(portfolio.currency), [portfolio.currency]);
  const rows = useMemo(() => rowsOf(portfolio, drawdown), [portfolio, drawdown]);
  const marks = useMarks(useMemo(() => rows.map(rowKey), [rows]));
  return (
    <ViewedTable
      tableId="portfolio-curve"
      label={t`Points of the curve`}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      idOf={rowKey}
      marks={marks}
      initialSorting={newestFirst}
    />
  );
}
