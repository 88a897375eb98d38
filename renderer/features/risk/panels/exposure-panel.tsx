import { useMemo } from 'react';
import { type Decimal, isZero, multiply } from '#shared/decimal.ts';
import type { CoinExposure, Exposure } from '#shared/risk/exposure.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { showCurrency } from '#state/blotter/currency-card.ts';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { valueCurrency } from '../model/prices.ts';
import { LeftOutList } from './left-out-list.tsx';
import { RiskFrame } from './risk-frame.tsx';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

const whole = { minimumDecimals: 0, maximumDecimals: 0 };
const noPrice = t`No market price.`;

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
    width: 58,
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
  textColumn({
    key: 'coin',
    title: t`Coin`,
    hint: accountHints.currency,
    width: 60,
    read: ({ coin }) => coin,
  }),
  decimalColumn({
    key: 'amount',
    title: t`Net in coin`,
    hint: t`Sum of spot, margin, debt, futures and collateral, in the coin`,
    width: 92,
    priority: 7,
    unit: ({ coin }) => coin,
    read: ({ net }) => net,
    format: () => ({ maximumDecimals: 4 }),
  }),
  partColumn('spot', { title: t`Spot`, hint: t`Spot wallets, including on hold` }),
  partColumn('held', { title: t`on hold`, hint: t`Held by open orders; part of spot`, priority: 8 }),
  partColumn('margin', { title: t`Margin`, hint: t`Assets of margin accounts` }),
  partColumn('debt', { title: t`Debt`, hint: t`Margin liabilities with interest` }),
  partColumn('futures', { title: t`Futures`, hint: t`Delta of futures positions, shorts negative` }),
  partColumn('collateral', { title: t`Collateral`, hint: t`Futures wallet equity with unrealised PnL` }),
  decimalColumn({
    key: 'net',
    title: t`Net`,
    hint: t`Sum of spot, margin, debt, futures and collateral`,
    width: 62,
    read: ({ netValue }) => netValue,
    format: () => ({ ...whole, unknownReason: noPrice }),
  }),
  decimalColumn({
    key: 'delta',
    title: t`Delta`,
    hint: t`What of the net a move of prices changes: nothing of a coin that follows the dollar`,
    width: 62,
    priority: 3,
    read: ({ deltaValue }) => deltaValue,
    format: () => ({ ...whole, unknownReason: noPrice }),
  }),
  decimalColumn({
    key: 'gross',
    title: t`Gross`,
    hint: t`The parts of the net without their signs`,
    width: 62,
    priority: 4,
    read: ({ grossValue }) => grossValue,
    format: () => ({ ...whole, unknownReason: noPrice }),
  }),
];

const rowKey = ({ coin }: CoinExposure) => coin;
const about = ({ coin }: CoinExposure) => showCurrency(coin);

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
        <EmptyState reason={t`No balances, liabilities or positions.`} />
      ) : (
        <ViewedTable
          tableId="risk-exposure"
          label={t`Exposure by coin`}
          columns={columns}
          rows={coins}
          rowKey={rowKey}
          idOf={rowKey}
          onInfo={about}
          marks={marks}
        />
      )}
    </RiskFrame>
  );
}
