import { useMemo } from 'react';
import { type Decimal, isZero, multiply } from '#shared/decimal.ts';
import type { CoinExposure, Exposure } from '#shared/risk/exposure.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { valueCurrency } from '../model/prices.ts';
import { LeftOutList } from './left-out-list.tsx';
import { RiskFrame } from './risk-frame.tsx';
import { t } from '#shared/words/t.ts';

const whole = { minimumDecimals: 0, maximumDecimals: 0 };
const noPrice = t`No pair prices it.`;

type Part = 'spot' | 'held' | 'margin' | 'debt' | 'futures' | 'collateral';

function valued(part: Part) {
  return (row: CoinExposure): Decimal | null => {
    const amount = row[part];
    return row.price === null || amount === null ? null : multiply(amount, row.price);
  };
}

function partColumn(part: Part, head: Pick<Column<CoinExposure>, 'title' | 'hint' | 'priority'>): Column<CoinExposure> {
  return decimalColumn({
    key: part,
    width: 66,
    ...head,
    read: valued(part),
    format: () => ({ ...whole, unknownReason: noPrice }),
    render: row => {
      const value = valued(part)(row);
      // what is not there is no figure to read
      if (value !== null && isZero(value)) return <span className="risk-faint">0</span>;
      return <span className="number">{value === null ? '–' : formatOwn(value, whole)}</span>;
    },
  });
}

// the parts of the sum stand with it, at any width: what goes is what is no part of it
const columns: readonly Column<CoinExposure>[] = [
  textColumn({ key: 'coin', title: t`Coin`, width: 60, read: ({ coin }) => coin }),
  decimalColumn({
    key: 'amount',
    title: t`Net in coin`,
    width: 92,
    priority: 7,
    unit: ({ coin }) => coin,
    read: ({ net }) => net,
    format: () => ({ maximumDecimals: 4 }),
  }),
  partColumn('spot', { title: t`Spot`, hint: t`Wallets of spot, held by orders included` }),
  partColumn('held', { title: t`of it held`, hint: t`By open orders; part of spot`, priority: 8 }),
  partColumn('margin', { title: t`Margin`, hint: t`Held on margin accounts` }),
  partColumn('debt', { title: t`Debt`, hint: t`Owed on margin, with interest` }),
  partColumn('futures', { title: t`Futures`, hint: t`What contracts move, shorts below zero` }),
  partColumn('collateral', { title: t`Collateral`, hint: t`The futures wallet with profit and loss` }),
  decimalColumn({
    key: 'net',
    title: t`Net`,
    hint: t`Sum of spot, margin, debt, futures and collateral`,
    width: 72,
    read: ({ netValue }) => netValue,
    format: () => ({ ...whole, unknownReason: noPrice }),
  }),
  decimalColumn({
    key: 'gross',
    title: t`Gross`,
    hint: t`The same without signs`,
    width: 72,
    priority: 3,
    read: ({ grossValue }) => grossValue,
    format: () => ({ ...whole, unknownReason: noPrice }),
  }),
];

const rowKey = ({ coin }: CoinExposure) => coin;

/** What the desk has of each coin and owes, over every wallet, in one currency. */
export function ExposurePanel({ exposure }: { readonly exposure: Exposure }) {
  const { coins, delta, stable, collateral, leftOut } = exposure;
  const marks = useMarks(useMemo(() => coins.map(rowKey), [coins]));
  return (
    <RiskFrame
      title={t`Exposure in ${valueCurrency}`}
      footer={
        <>
          <span
            className="number"
            title={t`Delta counts coins that do not follow the dollar; collateral is the equity of the futures wallets, part of both. None of them is NAV.`}
          >
            {t`delta net ${formatOwn(delta.net, whole)} · gross ${formatOwn(delta.gross, whole)} · stablecoins ${formatOwn(stable, whole)} · collateral ${formatOwn(collateral, whole)}`}
          </span>
          <LeftOutList leftOut={leftOut} />
        </>
      }
    >
      {coins.length === 0 ? (
        <EmptyState reason={t`Nothing is held, owed or open.`} />
      ) : (
        <ViewedTable
          tableId="risk-exposure"
          label={t`Exposure by coin`}
          columns={columns}
          rows={coins}
          rowKey={rowKey}
          idOf={rowKey}
          marks={marks}
        />
      )}
    </RiskFrame>
  );
}
