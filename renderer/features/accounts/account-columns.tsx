import { ownText } from '#lib/own/privacy.ts';
import { absolute, compare, type Decimal, divide, isPositive } from '#shared/decimal.ts';
import type { Balance, SubAccountBalance } from '#shared/domain/account/account.ts';
import { formatPercent } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { Chip } from '#ui/value/chip.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import {
  type AccountRow,
  gapText,
  heldRatio,
  shortTypeText,
  statusText,
  typeText,
  valueFormat,
  valueIn,
} from './account-totals.ts';
import { type BalanceRow, walletName } from './balances/balance-rows.ts';
import { walletText } from './wallet-text.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

function amountFormat(value: Decimal | null) {
  return { maximumDecimals: value !== null && compare(absolute(value), '1000') >= 0 ? 2 : 8 };
}

/** Amounts in full up to a thousand; of larger ones the cents, and all digits on hover. */
function Amount({ value }: { readonly value: Decimal | null }) {
  if (value === null) return <Unknown reason={t`The exchange does not say it.`} />;
  return (
    <span title={ownText(value)}>
      <NumberCell value={value} {...amountFormat(value)} />
    </span>
  );
}

function StatusCell({ row }: { readonly row: AccountRow }) {
  if (row.account === null) return <Unknown reason={t`The list of sub-accounts has not arrived.`} />;
  if (row.account.status === null) return <Unknown reason={t`The exchange does not say it.`} />;
  return <Chip tone={row.account.status === 3 ? 'warning' : 'neutral'}>{statusText(row.account.status)}</Chip>;
}

/** The word for a code of the exchange; null: not known. */
function wordOf(code: number | null | undefined, toText: (code: number) => string): string | null {
  return code === null || code === undefined ? null : toText(code);
}

/** The whole word is there on hover. */
function TypeName({ type }: { readonly type: number | null }) {
  if (type === null) return <Unknown />;
  return <span title={typeText(type)}>{shortTypeText(type)}</span>;
}

function HeldCell({ row, currency }: { readonly row: AccountRow; readonly currency: string }) {
  const ratio = heldRatio(row, currency);
  return ratio === null ? (
    <Unknown reason={gapText(row) ?? t`Nothing valued in ${currency}.`} />
  ) : (
    <span className="number">{formatPercent(ratio, { maximumDecimals: 1 })}</span>
  );
}

/** Room for the longer of the two words, in whatever language. */
const statusPx = 30 + 6 * Math.max(...[2, 3].map(status => statusText(status).length));

const typeColumn: Column<AccountRow> = {
  key: 'type',
  title: t`Type`,
  hint: accountHints.type,
  width: 84,
  priority: 4,
  render: row => (row.account === null ? <Unknown /> : <TypeName type={row.account.type} />),
  value: { kind: 'text', read: row => wordOf(row.account?.type, typeText) },
};

/** One row a sub-account, valued in one currency. */
export function accountColumns(currency: string): readonly Column<AccountRow>[] {
  return [
    textColumn({
      key: 'name',
      own: 'figure',
      title: t`Sub-account`,
      hint: accountHints.subAccount,
      width: 96,
      // beside a sheet: the status, which never leaves, is a long word in some languages
      leastWidth: 84,
      read: row => row.name,
      render: row => visibleText(row.name),
    }),
    {
      key: 'status',
      title: t`Status`,
      hint: accountHints.state,
      // never leaves: a frozen account must be seen in the narrowest place
      width: statusPx,
      render: row => <StatusCell row={row} />,
      value: { kind: 'text', read: row => wordOf(row.account?.status, statusText) },
      compare: (a, b) => (a.account?.status ?? 0) - (b.account?.status ?? 0),
    },
    typeColumn,
    decimalColumn({
      key: 'value',
      title: t`Value, ${currency}`,
      hint: accountHints.value,
      width: 88,
      unit: () => currency,
      read: row => (row.gap === null ? valueIn(row, currency) : null),
      format: row => ({ ...valueFormat(currency), unknownReason: gapText(row) }),
    }),
    decimalColumn({
      key: 'held',
      own: 'figure',
      title: t`On hold`,
      hint: t`Share of the value that is on hold`,
      width: 60,
      priority: 2,
      isSummed: false,
      read: row => heldRatio(row, currency),
      render: row => <HeldCell row={row} currency={currency} />,
    }),
    textColumn({
      key: 'top',
      title: t`Top`,
      hint: t`The currency with the largest value`,
      width: 60,
      priority: 3,
      read: row => row.topCurrency ?? '',
      render: row => row.topCurrency ?? <Unknown reason={gapText(row) ?? t`Nothing of value is held.`} />,
    }),
  ];
}

type Amounts = Pick<Balance, 'total' | 'available' | 'held' | 'currency'>;

/** One of the three amounts that every balance has. */
function amountColumn(
  key: 'total' | 'available' | 'held',
  head: Pick<Column<Amounts>, 'title' | 'hint' | 'width' | 'priority'>,
): Column<Amounts> {
  return decimalColumn({
    ...head,
    key,
    unit: row => row.currency,
    read: row => row[key],
    format: row => amountFormat(row[key]),
    render: row => <Amount value={row[key]} />,
  });
}

type Named = Pick<Balance, 'wallet' | 'currency'>;
const currencyOf = ({ currency }: Named) => currency;

function currencyColumn(width: number): Column<Named> {
  return textColumn({
    key: 'currency',
    title: t`Currency`,
    hint: accountHints.currency,
    width,
    figure: currencyOf,
    read: currencyOf,
  });
}

function walletColumn(head: Pick<Column<Named>, 'width' | 'priority'>): Column<Named> {
  return textColumn({
    ...head,
    key: 'wallet',
    title: t`Wallet`,
    hint: accountHints.wallet,
    read: ({ wallet }) => walletText(wallet),
  });
}

/** The currencies of one sub-account. */
export const holdingColumns: readonly Column<SubAccountBalance>[] = [
  currencyColumn(64),
  walletColumn({ width: 64, priority: 4 }),
  amountColumn('total', { title: t`Total`, hint: accountHints.total, width: 104, priority: 2 }),
  amountColumn('available', {
    title: t`Available`,
    hint: accountHints.available,
    width: 112,
    priority: 3,
  }),
  amountColumn('held', {
    title: t`On hold`,
    hint: accountHints.onHold,
    width: 96,
    priority: 2,
  }),
  decimalColumn({
    key: 'value',
    title: t`Value`,
    hint: accountHints.lastValue,
    width: 104,
    read: balance => balance.value,
    format: balance => ({ unit: balance.valueCurrency, ...valueFormat(balance.valueCurrency) }),
  }),
];

function heldShare({ held, total }: Balance): Decimal | null {
  return held !== null && isPositive(total) ? divide(held, total, { scale: 4, rounding: 'half-even' }) : null;
}

const walletColumnOfRow = textColumn<BalanceRow>({
  key: 'wallet',
  title: t`Wallet`,
  hint: accountHints.wallet,
  width: 80,
  figure: walletName,
  read: walletName,
  render: row =>
    row.wallet === 'isolated' && row.pair === null ? (
      <span title={t`The exchange does not name the pair, and more than one could hold this balance.`}>
        {walletName(row)}
      </span>
    ) : (
      walletName(row)
    ),
});

/** The wallets of the key itself, valued in one currency. */
export function balanceColumns(currency: string): readonly Column<BalanceRow>[] {
  return [
    walletColumnOfRow,
    currencyColumn(80),
    ...amountColumns,
    decimalColumn({
      key: 'value',
      title: t`Value, ${currency}`,
      hint: accountHints.lastValue,
      width: 104,
      unit: () => currency,
      read: row => row.value,
      format: () => ({ ...valueFormat(currency), unknownReason: t`No market prices it in ${currency}.` }),
    }),
  ];
}

const amountColumns: readonly Column<Balance>[] = [
  amountColumn('total', { title: t`Total`, hint: accountHints.total, width: 128, priority: 2 }),
  amountColumn('available', {
    title: t`Available`,
    hint: accountHints.available,
    width: 128,
  }),
  amountColumn('held', {
    title: t`On hold`,
    hint: accountHints.onHold,
    width: 128,
    priority: 3,
  }),
  decimalColumn({
    key: 'heldShare',
    own: 'figure',
    title: t`On hold, %`,
    hint: t`Share of the currency in this wallet that is on hold`,
    width: 72,
    priority: 4,
    isSummed: false,
    read: heldShare,
    render: balance => {
      const share = heldShare(balance);
      return share === null ? (
        <Unknown reason={balance.held === null ? t`The exchange does not say it.` : t`No assets.`} />
      ) : (
        formatPercent(share, { maximumDecimals: 1 })
      );
    },
  }),
];
