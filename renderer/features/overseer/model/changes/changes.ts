import {
  absolute,
  add,
  compare,
  type Decimal,
  isZero,
  maximum,
  minimum,
  multiply,
  subtract,
  sum,
} from '#shared/decimal.ts';
import { detailChanges } from '#shared/domain/overseen/account-details.ts';
import type { AccountChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { SeenAccount, SeenAccounts } from '#shared/domain/account/oversight.ts';
import type { OverseenRow } from '../overseen-rows.ts';
import type { CoinPrices, Valuation } from '../valuation.ts';

interface Look {
  readonly prices: CoinPrices['prices'];
  readonly atMs: number;
  /** whether the futures wallets were known */
  readonly hasFutures: boolean;
}

/** The accounts as they are now, small enough to be kept. */
export function seenAccounts(rows: readonly OverseenRow[], { prices, atMs, hasFutures }: Look): SeenAccounts {
  const accounts = rows.map((row): [string, SeenAccount] => [row.userId, seenAccount(row, hasFutures)]);
  return { atMs, prices, accounts: Object.fromEntries(accounts) };
}

function seenAccount(row: OverseenRow, hasFutures: boolean): SeenAccount {
  const { name, account, figures, coins } = row;
  const inFutures = coins.flatMap(({ coin, wallets }): [string, Decimal][] =>
    wallets.futures === undefined ? [] : [[coin, wallets.futures]],
  );
  const elsewhere = coins.map(({ coin, total, wallets }): [string, Decimal] => [
    coin,
    subtract(total, wallets.futures ?? '0'),
  ]);
  return {
    name,
    status: account?.status ?? null,
    access: account?.access ?? null,
    remarks: account?.remarks ?? null,
    coins: figures === 'listed' ? Object.fromEntries(elsewhere) : null,
    futures: hasFutures ? Object.fromEntries(inFutures) : null,
    ...othersOf(row),
  };
}

function othersOf({ coins, isMainOnly, otherWalletsAsOfMs }: OverseenRow): Pick<SeenAccount, 'others'> {
  if (isMainOnly) return { others: null };
  if (otherWalletsAsOfMs === null) return {};
  const others = coins.map(({ coin, wallets }): [string, Decimal] => [
    coin,
    add(wallets.trade ?? '0', wallets.margin ?? '0'),
  ]);
  return { others: Object.fromEntries(others.filter(([, amount]) => !isZero(amount))) };
}

/** Amounts of both snapshots for the same wallets: a wallet that only one of them has counts as unchanged. Null: unknown. */
export function comparedCoins(then: SeenAccount, now: SeenAccount): readonly [Amounts, Amounts] | null {
  if (then.coins === null || now.coins === null) return null;
  return [withOthers(then.coins, then.others, now.others), withOthers(now.coins, now.others, then.others)];
}

export type Amounts = Readonly<Record<string, Decimal>>;

function withOthers(coins: Amounts, own: SeenAccount['others'], other: SeenAccount['others']): Amounts {
  return own === null && other !== null && other !== undefined ? addAmounts(coins, other) : coins;
}

function addAmounts(a: Amounts, b: Amounts): Amounts {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(names.map(coin => [coin, add(a[coin] ?? '0', b[coin] ?? '0')]));
}

export interface ChangeOptions {
  /** of now */
  readonly valuation: Valuation;
  /** a movement worth less is none */
  readonly least: Decimal;
  /** a movement of this value is reported for an account of any size */
  readonly large: Decimal;
}

/** A movement of less than this part of an account is its daily business, unless it is large. */
const jumpShare: Decimal = '0.01';

/** What became of the accounts, in their order. Amounts are compared, not values: a price that moves is no movement of money. */
export function changesBetween(before: SeenAccounts, after: SeenAccounts, options: ChangeOptions): AccountChange[] {
  const changes: AccountChange[] = [];
  for (const [userId, now] of Object.entries(after.accounts)) {
    const then = Object.hasOwn(before.accounts, userId) ? before.accounts[userId] : undefined;
    if (then === undefined) changes.push(buildChange(userId, now, { kind: 'new', before: '', after: now.name }));
    else changes.push(...changesOf(userId, [then, now], options));
  }
  for (const [userId, then] of Object.entries(before.accounts))
    if (!Object.hasOwn(after.accounts, userId))
      changes.push(buildChange(userId, then, { kind: 'gone', before: then.name, after: '' }));
  return changes;
}

function buildChange(
  userId: string,
  { name }: SeenAccount,
  change: Pick<AccountChange, 'kind' | 'before' | 'after'>,
): AccountChange {
  return { userId, name, coin: null, moved: null, currency: null, ...change };
}

function changesOf(
  userId: string,
  [then, now]: readonly [SeenAccount, SeenAccount],
  options: ChangeOptions,
): readonly AccountChange[] {
  const changed = detailChanges(then, now).map(change => buildChange(userId, now, change));
  const [before, after] = [figureStateOf(then), figureStateOf(now)];
  const figures = before === after ? [] : [buildChange(userId, now, { kind: 'figures', before, after })];
  const jump = jumpOf([then, now], options);
  return [...changed, ...figures, ...(jump === null ? [] : [{ userId, name: now.name, ...jump }])];
}

/** The stored values: `told` is listed, `untold` is not listed. Recorded changes keep them for ever. */
function figureStateOf({ coins }: SeenAccount): string {
  return coins === null ? 'untold' : 'told';
}

type Jump = Pick<AccountChange, 'kind' | 'before' | 'after' | 'coin' | 'moved' | 'currency'>;

/** A movement of money that is reported, or null. */
function jumpOf(
  [then, now]: readonly [SeenAccount, SeenAccount],
  { valuation, least, large }: ChangeOptions,
): Jump | null {
  const compared = comparedCoins(then, now);
  if (compared === null) return null;
  const [old, next] = compared;
  const moves = [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap(coin => {
    const change = subtract(next[coin] ?? '0', old[coin] ?? '0');
    const value = isZero(change) ? null : valuation.valueOf(coin, change);
    return value === null ? [] : [{ coin, value }];
  });
  const [largest] = moves.toSorted((a, b) => compare(absolute(b.value), absolute(a.value)));
  if (largest === undefined) return null;
  const { coin } = largest;
  const turnover = sum(moves.map(({ value }) => absolute(value)));
  const worth = sum(Object.entries(old).map(([each, amount]) => valuation.valueOf(each, amount) ?? '0'));
  const needed = maximum(least, minimum(large, multiply(worth, jumpShare)));
  if (compare(turnover, needed) < 0) return null;
  return {
    kind: 'balance',
    before: old[coin] ?? '0',
    after: next[coin] ?? '0',
    coin,
    moved: sum(moves.map(({ value }) => value)),
    currency: valuation.currency,
  };
}

function accountAt(overseen: SeenAccounts | null, userId: string): SeenAccount | undefined {
  return overseen !== null && Object.hasOwn(overseen.accounts, userId) ? overseen.accounts[userId] : undefined;
}

/** What an account had of each coin at the earlier look, over the wallets of now; null: not known, or it was not there. */
export function amountsAt(
  userId: string,
  [earlier, now]: readonly [SeenAccounts | null, SeenAccounts],
): Amounts | null {
  const [account, current] = [accountAt(earlier, userId), accountAt(now, userId)];
  if (account === undefined || account.futures === null) return null;
  const coins = current === undefined ? account.coins : (comparedCoins(account, current)?.[0] ?? account.coins);
  return coins === null ? null : addAmounts(coins, account.futures);
}
