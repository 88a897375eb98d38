import { absolute, compare, type Decimal } from '#shared/decimal.ts';
import type { Balance, SubAccountBalance } from '#shared/domain/account.ts';
import { formatPercent, visibleText } from '#lib/format.ts';
import { compareAmounts } from '#lib/sorting.ts';
import type { Column } from '#ui/table/column.ts';
import { Chip } from '#ui/value/chip.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { type AccountRow, heldRatio, statusText, typeText, valueIn } from './account-totals.ts';

/** Amounts in full up to a thousand; of larger ones the cents, and all digits on hover. */
function Amount({ value }: { readonly value: Decimal }) {
  return (
    <span title={value}>
      <NumberCell value={value} maximumDecimals={compare(absolute(value), '1000') >= 0 ? 2 : 8} />
    </span>
  );
}

function StatusCell({ row }: { readonly row: AccountRow }) {
  if (row.account === null) return <Unknown reason="The list of sub-accounts has not arrived." />;
  return <Chip tone={row.account.status === 3 ? 'warning' : 'neutral'}>{statusText(row.account.status)}</Chip>;
}

/** Cut off in a narrow place, so the whole word is there on hover. */
function TypeName({ name }: { readonly name: string }) {
  return <span title={name}>{name}</span>;
}

function HeldCell({ row, currency }: { readonly row: AccountRow; readonly currency: string }) {
  const ratio = heldRatio(row, currency);
  return ratio === null ? (
    <Unknown reason={`Nothing valued in ${currency}.`} />
  ) : (
    <span className="number">{formatPercent(ratio, { maximumDecimals: 1 })}</span>
  );
}

/** One row a sub-account, valued in one currency. */
export function accountColumns(currency: string): readonly Column<AccountRow>[] {
  return [
    {
      key: 'name',
      title: 'Sub-account',
      width: 112,
      render: row => visibleText(row.name),
      compare: (a, b) => a.name.localeCompare(b.name),
    },
    {
      key: 'status',
      title: 'Status',
      // never leaves: a frozen account must be seen in the narrowest place
      width: 68,
      render: row => <StatusCell row={row} />,
      compare: (a, b) => (a.account?.status ?? 0) - (b.account?.status ?? 0),
    },
    {
      key: 'type',
      title: 'Type',
      width: 72,
      priority: 4,
      render: row => (row.account === null ? <Unknown /> : <TypeName name={typeText(row.account.type)} />),
    },
    {
      key: 'value',
      title: `Value, ${currency}`,
      width: 112,
      align: 'end',
      render: row => <NumberCell value={valueIn(row, currency)} minimumDecimals={2} maximumDecimals={2} />,
      compare: (a, b) => compare(valueIn(a, currency), valueIn(b, currency)),
    },
    {
      key: 'held',
      title: 'Held',
      hint: 'Share of the value that is on hold',
      width: 60,
      align: 'end',
      priority: 3,
      render: row => <HeldCell row={row} currency={currency} />,
      compare: (a, b) => compareAmounts(heldRatio(a, currency), heldRatio(b, currency)),
    },
    {
      key: 'top',
      title: 'Top',
      hint: 'The currency with the largest value',
      width: 60,
      priority: 3,
      render: row => row.topCurrency ?? <Unknown reason="Nothing of value is held." />,
      compare: (a, b) => (a.topCurrency ?? '').localeCompare(b.topCurrency ?? ''),
    },
  ];
}

/** The currencies of one sub-account. */
export const holdingColumns: readonly Column<SubAccountBalance>[] = [
  {
    key: 'currency',
    title: 'Currency',
    width: 72,
    render: balance => balance.currency,
    compare: (a, b) => a.currency.localeCompare(b.currency),
  },
  {
    key: 'wallet',
    title: 'Wallet',
    width: 64,
    priority: 4,
    render: balance => balance.wallet,
    compare: (a, b) => a.wallet.localeCompare(b.wallet),
  },
  {
    key: 'total',
    title: 'Total',
    width: 112,
    align: 'end',
    render: balance => <Amount value={balance.total} />,
    compare: (a, b) => compare(a.total, b.total),
  },
  {
    key: 'available',
    title: 'Available',
    width: 112,
    align: 'end',
    priority: 3,
    render: balance => <Amount value={balance.available} />,
    compare: (a, b) => compare(a.available, b.available),
  },
  {
    key: 'held',
    title: 'Held',
    width: 96,
    align: 'end',
    priority: 2,
    render: balance => <Amount value={balance.held} />,
    compare: (a, b) => compare(a.held, b.held),
  },
  {
    key: 'value',
    title: 'Value',
    width: 112,
    align: 'end',
    render: balance => <NumberCell value={balance.value} unit={balance.valueCurrency} maximumDecimals={2} />,
    compare: (a, b) => compare(a.value, b.value),
  },
];

/** The wallets of the key itself. */
export const balanceColumns: readonly Column<Balance>[] = [
  {
    key: 'wallet',
    title: 'Wallet',
    width: 80,
    render: balance => balance.wallet,
    compare: (a, b) => a.wallet.localeCompare(b.wallet),
  },
  {
    key: 'currency',
    title: 'Currency',
    width: 80,
    render: balance => balance.currency,
    compare: (a, b) => a.currency.localeCompare(b.currency),
  },
  {
    key: 'total',
    title: 'Total',
    width: 128,
    align: 'end',
    render: balance => <Amount value={balance.total} />,
    compare: (a, b) => compare(a.total, b.total),
  },
  {
    key: 'available',
    title: 'Available',
    width: 128,
    align: 'end',
    render: balance => <Amount value={balance.available} />,
    compare: (a, b) => compare(a.available, b.available),
  },
  {
    key: 'held',
    title: 'Held',
    width: 128,
    align: 'end',
    render: balance => <Amount value={balance.held} />,
    compare: (a, b) => compare(a.held, b.held),
  },
];
