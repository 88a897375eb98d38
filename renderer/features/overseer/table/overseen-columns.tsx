import { formatDecimal } from '#lib/format.ts';
import { compareAmounts } from '#lib/sorting.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { SignedNumber } from '#ui/value/number-cell.tsx';
import type { OverseenLine } from '../model/overseen-lines.ts';
import { frozenOf, type WalletName } from '../model/overseen-rows.ts';
import { valueDecimals } from '../model/valuation.ts';
import { walletLabels } from '../model/wallet-labels.ts';
import { statusText, typeText, codeText } from './account-texts.ts';
import { AccessCell, NameCell, Share, StatusCell, TopCoins, unknownReason, ValueCell } from './overseen-cells.tsx';
import { type Folding, FrozenCount, GroupCell } from './group-cells.tsx';
import { scopeColumns } from './scope-columns.tsx';
import { trendColumns, type TrendColumnsOptions } from './trend-columns.tsx';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

function walletColumn(wallet: WalletName, currency: string): Column<OverseenLine> {
  const decimals = valueDecimals(currency);
  const words = walletLabels[wallet];
  return decimalColumn({
    key: wallet,
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    hint:
      wallet === 'margin'
        ? t`Cross and isolated margin, in ${currency}`
        : t`Value of the ${words} wallet, in ${currency}`,
    width: 76,
    priority: 6,
    unit: () => currency,
    read: line => line.wallets[wallet] ?? null,
    format: line => ({
      minimumDecimals: decimals,
      maximumDecimals: decimals,
      unknownReason: line.figures === 'listed' ? t`No data for this wallet.` : unknownReason(line),
    }),
  });
}

/** What values are in, and what the columns show beside the lines. */
export interface OverseenColumnsOptions extends TrendColumnsOptions {
  /** the wallets with data: other columns would be empty */
  readonly wallets: readonly WalletName[];
  /** what changes are measured from, in words */
  readonly sinceWords: string;
  /** how the accounts under a line are folded away and come back */
  readonly folding: Folding;
}

/** All columns; those with the highest priority number go first where there is no room. */
export function overseenColumns(options: OverseenColumnsOptions): readonly Column<OverseenLine>[] {
  const { currency, wallets } = options;
  return [
    nameColumn(options.folding),
    statusColumn,
    ...worthColumns(options),
    ...scopeColumns,
    ...wallets.map(wallet => walletColumn(wallet, currency)),
    ...wordColumns,
  ];
}

function nameColumn(folding: Folding): Column<OverseenLine> {
  return textColumn({
    key: 'name',
    // a name reveals who trades what
    own: 'figure',
    title: t`Sub-account`,
    hint: accountHints.subAccount,
    width: 96,
    read: line => line.name,
    render: line =>
      line.head === null ? <NameCell line={line} /> : <GroupCell line={line} head={line.head} {...folding} />,
  });
}

const statusColumn: Column<OverseenLine> = {
  key: 'status',
  title: t`Status`,
  hint: accountHints.state,
  // never leaves: a frozen account must be seen in the narrowest place
  width: 66,
  render: line => (line.head === null ? <StatusCell line={line} /> : <FrozenCount {...line.head} />),
  value: { kind: 'text', read: line => codeText(line.account?.status, statusText) },
  compare: (a, b) => (a.account?.status ?? 0) - (b.account?.status ?? 0),
};

function worthColumns(options: OverseenColumnsOptions): readonly Column<OverseenLine>[] {
  const { currency, sinceWords } = options;
  const decimals = valueDecimals(currency);
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals };
  return [
    decimalColumn({
      key: 'value',
      title: t`Value, ${currency}`,
      hint: accountHints.value,
      width: 96,
      unit: () => currency,
      read: line => line.value,
      format: () => digits,
      render: line => <ValueCell line={line} decimals={decimals} />,
    }),
    decimalColumn({
      key: 'share',
      own: 'figure',
      title: t`% of total`,
      hint: accountHints.share,
      width: 64,
      priority: 2,
      isSummed: false,
      read: line => line.share,
      render: line => <Share value={line.share} line={line} />,
    }),
    {
      key: 'change',
      title: t`Net change`,
      hint: t`Value now minus value ${sinceWords}: net flow, futures and prices`,
      align: 'end',
      width: 72,
      priority: 2,
      figure: ({ change }) => (change === null ? '' : formatDecimal(change.amount, { ...digits, isSigned: true })),
      render: line => (
        <SignedNumber
          value={line.change?.amount ?? null}
          {...digits}
          unknownReason={t`Unknown at one of the two times.`}
        />
      ),
      value: { kind: 'decimal', read: line => line.change?.amount ?? null, unit: () => currency },
      compare: (a, b) => compareAmounts(a.change?.amount ?? null, b.change?.amount ?? null),
    },
    decimalColumn({
      key: 'held',
      title: t`On hold`,
      hint: t`On hold, in ${currency}: orders, pending withdrawals, margin, reviews`,
      width: 80,
      priority: 2,
      unit: () => currency,
      read: line => line.held,
      format: line => ({ ...digits, unknownReason: unknownReason(line) }),
    }),
    frozenColumn(currency),
    ...trendColumns(options),
    ...changeParts.map(part => changePartColumn(part, currency)),
    topColumn,
  ];
}

const changeParts = [
  {
    key: 'flow',
    title: t`Net flow`,
    hint: accountHints.netFlow,
    width: 76,
  },
  {
    key: 'futures',
    title: t`Futures change`,
    hint: accountHints.futuresChange,
    width: 116,
  },
  { key: 'price', title: t`Price effect`, hint: accountHints.priceEffect, width: 84 },
] as const;

function changePartColumn(
  { key, title, hint, width }: (typeof changeParts)[number],
  currency: string,
): Column<OverseenLine> {
  const decimals = valueDecimals(currency);
  return decimalColumn({
    key: `change-${key}`,
    title,
    hint,
    width,
    priority: 6,
    unit: () => currency,
    read: line => line.change?.[key] ?? null,
    format: () => ({
      minimumDecimals: decimals,
      maximumDecimals: decimals,
      isSigned: true,
      unknownReason: t`Unknown at one of the two times.`,
    }),
  });
}

function frozenColumn(currency: string): Column<OverseenLine> {
  const decimals = valueDecimals(currency);
  return decimalColumn({
    key: 'frozen',
    title: t`Frozen`,
    hint: t`Value of the frozen account, in ${currency}`,
    width: 72,
    priority: 5,
    unit: () => currency,
    read: line => (line.head === null ? frozenOf(line) : line.head.frozen),
    format: line => ({ minimumDecimals: decimals, maximumDecimals: decimals, unknownReason: unknownReason(line) }),
  });
}

const topColumn: Column<OverseenLine> = {
  key: 'top',
  title: t`Top coins`,
  hint: t`Largest coins and their share of the account`,
  width: 140,
  priority: 4,
  render: line => <TopCoins line={line} />,
  value: { kind: 'text', read: line => visibleText(line.coins.map(({ coin }) => coin).join(' ')) },
};

/** What the exchange and the user call it. */
const wordColumns: readonly Column<OverseenLine>[] = [
  textColumn({
    key: 'remarks',
    own: 'figure',
    title: t`Remarks`,
    hint: accountHints.remarks,
    width: 150,
    priority: 7,
    read: line => line.account?.remarks ?? '',
    render: line => (
      <span title={visibleText(line.account?.remarks ?? '')}>{visibleText(line.account?.remarks ?? '')}</span>
    ),
  }),
  textColumn({
    key: 'access',
    title: t`Access`,
    hint: t`Code of the exchange and your label`,
    width: 102,
    priority: 7,
    read: line => line.account?.access ?? '',
    render: line => <AccessCell line={line} />,
  }),
  textColumn({
    key: 'group',
    title: t`Group`,
    hint: t`Your group of the account`,
    width: 72,
    priority: 7,
    read: line => (line.head === null ? (line.group ?? '') : ''),
  }),
  textColumn({
    key: 'type',
    title: t`Type`,
    hint: accountHints.type,
    width: 84,
    priority: 8,
    read: line => codeText(line.account?.type, typeText) ?? '',
  }),
  textColumn({
    key: 'uid',
    own: 'figure',
    title: t`UID`,
    hint: t`Number of the account at the exchange`,
    width: 80,
    priority: 8,
    read: line => line.account?.uid ?? '',
  }),
];
