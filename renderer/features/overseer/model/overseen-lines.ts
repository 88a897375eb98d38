import { compare, type Decimal, isZero, subtract } from '#shared/decimal.ts';
import type { Oversight } from '#shared/domain/account/oversight.ts';
import type { GroupTotal } from './group-total.ts';
import { type CoinHolding, type OverseenRow, shareOf, walletNames } from './overseen-rows.ts';
import type { ValueChange } from './changes/value-change.ts';
import { shortWalletLabels, walletLabels } from './wallet-labels.ts';
import { t } from '#shared/words/t.ts';

/** A row as the table shows it, with what this user has made of it. */
export interface OverseenLine extends OverseenRow {
  /** of all accounts together */
  readonly share: Decimal | null;
  readonly change: ValueChange | null;
  /** what it had of each coin when changes are measured from; null: not known */
  readonly amountsBefore: Readonly<Record<string, Decimal>> | null;
  /** something became of it that this user has not marked seen */
  readonly isUnseen: boolean;
  readonly isFavourite: boolean;
  readonly group: string | null;
  readonly accessLabel: string | null;
  /** it is a group of accounts and sums them; null: it is one account */
  readonly head: GroupTotal | null;
  /** when its figures were last known; null: never since the window was opened */
  readonly knownAtMs: number | null;
  /** when its status, name and remarks were last read; null: never */
  readonly statusAtMs: number | null;
}

export interface LineOptions {
  readonly oversight: Oversight;
  readonly wholeValue: Decimal;
  readonly changeOf: (userId: string) => ValueChange | null;
  readonly amountsBefore: (userId: string) => Readonly<Record<string, Decimal>> | null;
  readonly knownAtMs: (userId: string) => number | null;
  /** of the list of who they are; null: not read */
  readonly statusAtMs: number | null;
  /** the accounts with changes that this user has not marked seen */
  readonly unseen: ReadonlySet<string>;
}

export function overseenLines(rows: readonly OverseenRow[], options: LineOptions): readonly OverseenLine[] {
  const { favourites, groups, accessLabels } = options.oversight;
  const chosen = new Set(favourites);
  return rows.map(row => ({
    ...row,
    share: shareOf(row.value, options.wholeValue),
    change: options.changeOf(row.userId),
    amountsBefore: options.amountsBefore(row.userId),
    isUnseen: options.unseen.has(row.userId),
    isFavourite: chosen.has(row.userId),
    group: own(groups, row.userId),
    accessLabel: own(accessLabels, row.account?.access ?? null),
    head: null,
    knownAtMs: options.knownAtMs(row.userId),
    statusAtMs: row.account === null ? null : options.statusAtMs,
  }));
}

/** The user's own word for a key of the exchange, or null. */
function own(words: Readonly<Record<string, string>>, key: string | null): string | null {
  return key !== null && Object.hasOwn(words, key) ? (words[key] ?? null) : null;
}

/** The coins of an account, and with a zero amount those that it held at the earlier time of the comparison. */
export function coinsWithRemoved({ coins, amountsBefore, figures }: OverseenLine): readonly CoinHolding[] {
  if (amountsBefore === null || figures !== 'listed') return coins;
  const there = new Set(coins.map(({ coin }) => coin));
  const removed = Object.entries(amountsBefore).filter(([coin, amount]) => !there.has(coin) && !isZero(amount));
  return [...coins, ...removed.map(([coin]) => nothingOf(coin))];
}

function nothingOf(coin: string): CoinHolding {
  return { coin, total: '0', available: '0', held: '0', value: '0', heldValue: '0', wallets: {} };
}

/** How much more or less of a coin there is than before; null: not known. */
export function coinChange(
  { coin, total }: CoinHolding,
  before: Readonly<Record<string, Decimal>> | null,
): Decimal | null {
  if (before === null) return null;
  return subtract(total, Object.hasOwn(before, coin) ? (before[coin] ?? '0') : '0');
}

export interface LineFilter {
  /** in the name, the remarks, the uid or the group */
  readonly text: string;
  readonly status: 'all' | 'enabled' | 'frozen' | 'unknown';
  /** null: every group; empty: those in none */
  readonly group: string | null;
  readonly isFavouritesOnly: boolean;
  /** who has some of it; null: everyone */
  readonly coin: string | null;
}

export const noFilter: LineFilter = { text: '', status: 'all', group: null, isFavouritesOnly: false, coin: null };

/** Accounts that pass; `smallBelow`: those known to be worth less are left out, null: none is. Favourites always come first. */
export function filterLines(
  lines: readonly OverseenLine[],
  filter: LineFilter,
  smallBelow: Decimal | null,
): readonly OverseenLine[] {
  const wanted = filter.text.trim().toLowerCase();
  const passing = lines.filter(
    line =>
      hasStatus(line, filter.status) &&
      (filter.group === null || (line.group ?? '') === filter.group) &&
      (!filter.isFavouritesOnly || line.isFavourite) &&
      (filter.coin === null ||
        line.coins.some(({ coin, total }) => coin === filter.coin && compare(total, '0') !== 0)) &&
      (wanted === '' || wordsOf(line).includes(wanted)) &&
      !isSmall(line, smallBelow),
  );
  return [...passing.filter(line => line.isFavourite), ...passing.filter(line => !line.isFavourite)];
}

/** What is not known is never small: it may be anything. */
function isSmall({ value, isFavourite }: OverseenLine, smallBelow: Decimal | null): boolean {
  return smallBelow !== null && !isFavourite && value !== null && compare(value, smallBelow) < 0;
}

function hasStatus({ account, figures }: OverseenLine, status: LineFilter['status']): boolean {
  if (status === 'all') return true;
  if (status === 'unknown') return figures !== 'listed';
  return account?.status === (status === 'frozen' ? 3 : 2);
}

function wordsOf({ name, account, group }: OverseenLine): string {
  return [name, account?.remarks ?? '', account?.uid ?? '', group ?? ''].join('\n').toLowerCase();
}

type Scoped = Pick<OverseenRow, 'figures' | 'wallets' | 'isMainOnly'>;

/** Which wallets the figures of an account include, in words, and which are unknown. */
export function scopeOf(row: Scoped): string {
  const scope = scopeIn(row, walletLabels, ' + ');
  return row.figures === 'listed' && row.isMainOnly ? t`${scope}; no data for trade and margin` : scope;
}

/** The same in little space: a question mark for unknown wallets. */
export function shortScopeOf(row: Scoped): string {
  const scope = scopeIn(row, shortWalletLabels, '+');
  return row.figures === 'listed' && row.isMainOnly ? `${scope} ?` : scope;
}

function scopeIn({ figures, wallets }: Scoped, words: typeof walletLabels, between: string): string {
  if (figures !== 'listed') return t`nothing`;
  const named = walletNames.filter(wallet => wallets[wallet] !== undefined);
  return named.length === 0 ? t`empty` : named.map(wallet => words[wallet]).join(between);
}
