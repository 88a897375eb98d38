import { useMemo } from 'react';
import type { Portfolio, PortfolioMarket } from '#shared/domain/portfolio/portfolio.ts';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { SignedNumber } from '#ui/value/number-cell.tsx';
import { moneyFormat } from './model/portfolio-texts.ts';
import { t } from '#shared/words/t.ts';

type Amount = 'realised' | 'unrealised' | 'fees' | 'carry' | 'unknownBasis' | 'value';
/** Results have a sign; what is held and what was sold have none. */
const signed: ReadonlySet<Amount> = new Set<Amount>(['realised', 'unrealised', 'fees', 'carry']);

interface AmountColumn {
  readonly title: string;
  readonly hint: string;
  readonly priority: number;
}

const amounts: Readonly<Record<Amount, AmountColumn>> = {
  realised: { title: t`Realised PnL`, hint: t`Proceeds less cost of what was sold or closed in the span`, priority: 1 },
  unrealised: { title: t`Unrealised PnL`, hint: t`Value at the end less cost of what is held`, priority: 2 },
  fees: { title: t`Fees`, hint: t`Trade fees less rebates`, priority: 3 },
  carry: { title: t`Funding, interest`, hint: t`Funding of a contract, interest of a coin`, priority: 4 },
  unknownBasis: {
    title: t`Basis unknown`,
    hint: t`Proceeds of what was sold without a known purchase. It is outside realised PnL`,
    priority: 6,
  },
  value: { title: t`Value`, hint: t`At the end of the span`, priority: 2 },
};

function amountColumn(name: Amount, currency: string): Column<PortfolioMarket> {
  const money = { ...moneyFormat(currency), unknownReason: t`A cost or a price is unknown.` };
  const ofContract = { ...money, unknownReason: t`A contract has no value of its own. Its unrealised PnL counts.` };
  const column = {
    key: name,
    ...amounts[name],
    width: 108,
    read: (row: PortfolioMarket) => row[name],
    unit: () => currency,
    format: ({ kind }: PortfolioMarket) => (name === 'value' && kind === 'contract' ? ofContract : money),
  };
  if (!signed.has(name)) return decimalColumn(column);
  return decimalColumn({ ...column, render: row => <SignedNumber own="none" value={row[name]} {...money} /> });
}

function columnsOf(currency: string): readonly Column<PortfolioMarket>[] {
  return [
    textColumn({
      key: 'name',
      title: t`Market`,
      hint: t`Coin or contract`,
      width: 96,
      figure: ({ name }) => name,
      read: ({ name }) => name,
    }),
    textColumn({
      key: 'kind',
      title: t`Kind`,
      hint: t`A coin is held, a contract is a position`,
      width: 70,
      priority: 5,
      read: ({ kind }) => (kind === 'coin' ? t`coin` : t`contract`),
    }),
    amountColumn('realised', currency),
    amountColumn('unrealised', currency),
    amountColumn('fees', currency),
    amountColumn('carry', currency),
    amountColumn('unknownBasis', currency),
    decimalColumn({
      key: 'quantity',
      title: t`Quantity`,
      hint: t`Held less owed of a coin, lots of a contract`,
      width: 104,
      priority: 3,
      isSummed: false,
      read: ({ quantity }) => quantity,
      format: () => ({ maximumDecimals: 8 }),
    }),
    amountColumn('value', currency),
  ];
}

const rowKey = ({ kind, name }: PortfolioMarket) => `${kind} ${name}`;
const nameOf = ({ name }: PortfolioMarket) => name;

/** Results by coin and contract within the span. */
export function MarketTable({ portfolio: { markets, currency } }: { readonly portfolio: Portfolio }) {
  const columns = useMemo(() => columnsOf(currency), [currency]);
  const marks = useMarks(useMemo(() => markets.map(rowKey), [markets]));
  if (markets.length === 0) return <EmptyState reason={t`Nothing was held or traded in this span.`} />;
  return (
    <ViewedTable
      tableId="portfolio-markets"
      label={t`Results by market`}
      columns={columns}
      rows={markets}
      rowKey={rowKey}
      idOf={nameOf}
      marks={marks}
    />
  );
}
