import type { PortfolioRow } from '#shared/domain/portfolio/portfolio.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell, SignedNumber } from '#ui/value/number-cell.tsx';
import { visibleText } from '#shared/visible-text.ts';
import { type AccountNames, moneyFormat, ownerTitle } from '../model/portfolio-texts.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

export const portfolioRowKey = ({ owner, record, key }: PortfolioRow): string => `${owner} ${record} ${key}`;

/** An archived row as a short text, for menus and screen readers. */
export const portfolioRowTitle = ({ label, coin }: PortfolioRow): string =>
  `${visibleText(label)} ${visibleText(coin)}`;

/** The columns of archived rows; values are in `currency`. */
export function portfolioRowColumns(currency: string, names: AccountNames): readonly Column<PortfolioRow>[] {
  return [...bookingColumns(names), ...amountColumns(currency), recordColumn];
}

function bookingColumns(names: AccountNames): readonly Column<PortfolioRow>[] {
  return [
    {
      key: 'time',
      title: t`Time`,
      hint: accountHints.time,
      width: 92,
      render: ({ atMs }) => <Moment epochMs={atMs} />,
      value: { kind: 'time', readMs: ({ atMs }) => atMs },
      compare: (a, b) => a.atMs - b.atMs,
    },
    textColumn({
      key: 'account',
      own: 'figure',
      title: t`Account`,
      hint: t`Account that booked the row`,
      width: 100,
      priority: 3,
      read: ({ owner }) => ownerTitle(owner, names),
    }),
    textColumn({
      key: 'label',
      title: t`Booking`,
      hint: t`Business type, or side and symbol of a fill, as the exchange names them`,
      width: 130,
      read: ({ label }) => label,
    }),
    textColumn({
      key: 'coin',
      title: t`Coin`,
      hint: accountHints.currency,
      width: 56,
      read: ({ coin }) => coin,
    }),
  ];
}

const noPrice = t`There was no price at this time.`;

function amountColumns(currency: string): readonly Column<PortfolioRow>[] {
  const money = { ...moneyFormat(currency), unknownReason: noPrice };
  return [
    decimalColumn({
      key: 'amount',
      title: t`Amount`,
      hint: t`Change of the balance by this row`,
      width: 104,
      read: ({ amount }) => amount,
      unit: ({ coin }) => coin,
      format: () => ({}),
      render: ({ amount }) => <SignedNumber own="none" value={amount} />,
    }),
    decimalColumn({
      key: 'price',
      own: 'none',
      title: t`Price`,
      hint: t`Of the coin at this time`,
      width: 92,
      priority: 2,
      isSummed: false,
      read: ({ price }) => price,
      format: () => ({ maximumDecimals: 8, unknownReason: noPrice }),
      render: ({ price }) => <NumberCell own="none" value={price} maximumDecimals={8} unknownReason={noPrice} />,
    }),
    decimalColumn({
      key: 'value',
      title: t`Value`,
      hint: t`Amount at the price of this time`,
      width: 112,
      read: ({ value }) => value,
      unit: () => currency,
      format: () => money,
      render: ({ value }) => <SignedNumber own="none" value={value} {...money} />,
    }),
  ];
}

const recordColumn: Column<PortfolioRow> = textColumn({
  key: 'record',
  title: t`Archived in`,
  hint: t`The list of the archive that the row comes from`,
  width: 110,
  priority: 4,
  read: ({ record }) => record,
});
