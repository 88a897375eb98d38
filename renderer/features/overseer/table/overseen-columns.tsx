import { formatDecimal } from '#lib/format.ts';
import { compareAmounts } from '#lib/sorting.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { SignedNumber } from '#ui/value/number-cell.tsx';
import { type OverseenLine, scopeOf } from '../model/overseen-lines.ts';
import { frozenOf, type WalletName } from '../model/overseen-rows.ts';
import { valueDecimals } from '../model/valuation.ts';
import { walletWords } from '../model/wallet-words.ts';
import { statusText, typeText, wordOf } from './account-words.ts';
import {
  AccessCell,
  AgeCell,
  walletsNeverText,
  NameCell,
  ScopeCell,
  Share,
  StatusCell,
  TopCoins,
  unknownReason,
  ValueCell,
} from './overseen-cells.tsx';
import { type Folding, FrozenCount, GroupCell } from './group-cells.tsx';
import { t } from '#shared/words/t.ts';

function walletColumn(wallet: WalletName, currency: string): Column<OverseenLine> {
  const decimals = valueDecimals(currency);
  const words = walletWords[wallet];
  return decimalColumn({
    key: wallet,
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    hint:
      wallet === 'margin'
        ? t`Cross and isolated margin together, as the exchange lists them, in ${currency}`
        : t`What lies in the ${words} wallet, in ${currency}`,
    width: 76,
    priority: 6,
    unit: () => currency,
    read: line => line.wallets[wallet] ?? null,
    format: line => ({
      minimumDecimals: decimals,
      maximumDecimals: decimals,
      unknownReason: line.figures === 'told' ? t`Nothing was told of this wallet.` : unknownReason(line),
    }),
  });
}

export interface OverseenColumnsOptions {
  /** what values are in */
  readonly currency: string;
  /** those that something was told of: a column of dashes tells nothing */
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
    // a name tells who trades what
    own: 'figure',
    title: t`Sub-account`,
    width: 96,
    read: line => line.name,
    render: line =>
      line.head === null ? <NameCell line={line} /> : <GroupCell line={line} head={line.head} {...folding} />,
  });
}

const statusColumn: Column<OverseenLine> = {
  key: 'status',
  title: t`Status`,
  // never leaves: a frozen account must be seen in the narrowest place
  width: 66,
  render: line => (line.head === null ? <StatusCell line={line} /> : <FrozenCount {...line.head} />),
  value: { kind: 'text', read: line => wordOf(line.account?.status, statusText) },
  compare: (a, b) => (a.account?.status ?? 0) - (b.account?.status ?? 0),
};

function worthColumns({ currency, sinceWords }: OverseenColumnsOptions): readonly Column<OverseenLine>[] {
  const decimals = valueDecimals(currency);
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals };
  return [
    decimalColumn({
      key: 'value',
      title: t`Value, ${currency}`,
      width: 96,
      unit: () => currency,
      read: line => line.value,
      format: () => digits,
      render: line => <ValueCell line={line} decimals={decimals} />,
    }),
    decimalColumn({
      key: 'share',
      own: 'figure',
      title: t`Desk`,
      hint: t`Share of all sub-accounts together`,
      width: 54,
      priority: 2,
      isSummed: false,
      read: line => line.share,
      render: line => <Share value={line.share} line={line} />,
    }),
    {
      key: 'change',
      title: t`Change`,
      hint: t`Value now less value ${sinceWords}: net flow, futures and prices together`,
      align: 'end',
      width: 72,
      priority: 2,
      figure: ({ change }) => (change === null ? '' : formatDecimal(change.amount, { ...digits, isSigned: true })),
      render: line => (
        <SignedNumber value={line.change?.amount ?? null} {...digits} unknownReason={t`Not known at both moments.`} />
      ),
      value: { kind: 'decimal', read: line => line.change?.amount ?? null, unit: () => currency },
      compare: (a, b) => compareAmounts(a.change?.amount ?? null, b.change?.amount ?? null),
    },
    decimalColumn({
      key: 'held',
      title: t`Held`,
      hint: t`What is on hold, in ${currency}: orders, withdrawals on their way, margin, reviews`,
      width: 80,
      priority: 2,
      unit: () => currency,
      read: line => line.held,
      format: line => ({ ...digits, unknownReason: unknownReason(line) }),
    }),
    frozenColumn(currency),
    ...changeParts.map(part => changePartColumn(part, currency)),
    topColumn,
  ];
}

const changeParts = [
  {
    key: 'flow',
    title: t`Net flow`,
    hint: t`Change of the amounts in main, trade and margin wallets, at the prices of now: deposits, withdrawals, transfers, trades`,
    width: 76,
  },
  {
    key: 'futures',
    title: t`Futures change`,
    hint: t`Change of the futures equity: PnL, fees, funding and transfers`,
    width: 116,
  },
  { key: 'price', title: t`Price effect`, hint: t`What the prices of the earlier holdings changed`, width: 84 },
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
      unknownReason: t`Not known at both moments.`,
    }),
  });
}

function frozenColumn(currency: string): Column<OverseenLine> {
  const decimals = valueDecimals(currency);
  return decimalColumn({
    key: 'frozen',
    title: t`Frozen`,
    hint: t`Worth of the account while it is frozen, in ${currency}`,
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
  hint: t`The most valuable coins and their share of the account`,
  width: 140,
  priority: 4,
  render: line => <TopCoins line={line} />,
  value: { kind: 'text', read: line => visibleText(line.coins.map(({ coin }) => coin).join(' ')) },
};

/** What the figures of the row count, and how old they are: a sum means nothing without both. */
const scopeColumns: readonly Column<OverseenLine>[] = [
  textColumn({
    key: 'scope',
    title: t`Scope`,
    hint: t`The wallets that the value counts`,
    width: 102,
    priority: 3,
    read: line => scopeOf(line),
    render: line => <ScopeCell line={line} />,
  }),
  ageColumn({
    key: 'age',
    title: t`Age`,
    hint: t`Since its balances were last read`,
    width: 44,
    priority: 2,
    readMs: line => line.knownAtMs,
    neverText: () => t`never told`,
  }),
  ageColumn({
    key: 'wallets-age',
    title: t`Wallets age`,
    hint: t`Since its trade and margin wallets were last read: all accounts are asked in turn`,
    width: 104,
    priority: 6,
    readMs: line => line.otherWalletsAsOfMs,
    neverText: walletsNeverText,
  }),
  ageColumn({
    key: 'status-age',
    title: t`Status age`,
    hint: t`Since its status and remarks were last read`,
    width: 112,
    priority: 7,
    readMs: line => line.statusAtMs,
    neverText: () => t`not read yet`,
  }),
];

interface AgeColumnOptions extends Pick<Column<OverseenLine>, 'key' | 'title' | 'hint' | 'width' | 'priority'> {
  readonly readMs: (line: OverseenLine) => number | null;
  readonly neverText: (line: OverseenLine) => string;
}

function ageColumn({ readMs, neverText, ...head }: AgeColumnOptions): Column<OverseenLine> {
  return {
    ...head,
    align: 'end',
    render: line => <AgeCell atMs={readMs(line)} neverText={neverText(line)} />,
    value: { kind: 'time', readMs },
    compare: (a, b) => (readMs(a) ?? 0) - (readMs(b) ?? 0),
  };
}

/** What the exchange and the user call it. */
const wordColumns: readonly Column<OverseenLine>[] = [
  textColumn({
    key: 'remarks',
    own: 'figure',
    title: t`Remarks`,
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
    hint: t`The exchange’s own code, and your label for it`,
    width: 102,
    priority: 7,
    read: line => line.account?.access ?? '',
    render: line => <AccessCell line={line} />,
  }),
  textColumn({
    key: 'group',
    title: t`Group`,
    width: 72,
    priority: 7,
    read: line => (line.head === null ? (line.group ?? '') : ''),
  }),
  textColumn({
    key: 'type',
    title: t`Type`,
    width: 84,
    priority: 8,
    read: line => wordOf(line.account?.type, typeText) ?? '',
  }),
  textColumn({
    key: 'uid',
    own: 'figure',
    title: t`UID`,
    width: 80,
    priority: 8,
    read: line => line.account?.uid ?? '',
  }),
];
