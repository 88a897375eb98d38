import type { BalanceMove } from '#shared/domain/overseen/recorded-change.ts';
import { compare, type Decimal, toDecimal } from '#shared/decimal.ts';
import type { BalanceSnapshot, SnapshotBalance } from '../archive-store.ts';
import { type KnownWallets, knownWalletsIn } from '../snapshots/missing-parts.ts';
import type { SnapshotChange } from './change-row.ts';

/** What a group of wallets held when it was last known, by wallet and coin. */
interface KnownAmounts {
  readonly atMs: number;
  readonly amounts: ReadonlyMap<string, { readonly wallet: string; readonly coin: string; readonly amount: Decimal }>;
}

const groups = ['main', 'others'] as const;
type Group = (typeof groups)[number];

/** What the sub-accounts held when each of them was last known. */
export interface KnownBalances {
  /** the newest snapshot that is compared */
  readonly atMs: number;
  readonly byAccount: ReadonlyMap<string, AccountAmounts>;
  /** the wallets of an account without amounts that this snapshot knows: they were empty, or the account did not exist */
  readonly emptyWallets: (userId: string) => KnownWallets;
}

/** A comparison of one snapshot with what was known before. */
interface Comparison {
  readonly changes: readonly SnapshotChange[];
  readonly known: KnownBalances;
}

function groupOf({ wallet }: SnapshotBalance): Group {
  return wallet === 'main' ? 'main' : 'others';
}

/** Null: an amount is unknown, so the group is. */
function amountsOf(rows: readonly SnapshotBalance[], atMs: number): KnownAmounts | null {
  const entries = rows.map(({ wallet, currency: coin, total }) => {
    const amount = total === null ? null : toDecimal(total);
    return amount === null ? null : ([JSON.stringify([wallet, coin]), { wallet, coin, amount }] as const);
  });
  const known = entries.filter(entry => entry !== null);
  return known.length < entries.length ? null : { atMs, amounts: new Map(known) };
}

function movesBetween(before: KnownAmounts, after: KnownAmounts): readonly BalanceMove[] {
  const keys = new Set([...before.amounts.keys(), ...after.amounts.keys()]);
  return [...keys].toSorted().flatMap(key => {
    const [then, now] = [before.amounts.get(key), after.amounts.get(key)];
    const place = now ?? then;
    if (place === undefined) return [];
    const [old, next] = [then?.amount ?? '0', now?.amount ?? '0'];
    if (compare(old, next) === 0) return [];
    return [{ wallet: place.wallet, coin: place.coin, before: old, after: next }];
  });
}

type AccountAmounts = Readonly<Partial<Record<Group, KnownAmounts>>>;

/** What a snapshot knows of each account: its amounts by group of wallets. */
function readAccounts(snapshot: BalanceSnapshot): ReadonlyMap<string, AccountAmounts> {
  const known = knownWalletsIn(snapshot);
  const rowsOf = Map.groupBy(
    snapshot.rows.filter(({ owner }) => owner !== ''),
    ({ owner }) => owner,
  );
  const listed = new Map(snapshot.listedAccounts?.map(account => [account.userId, account]));
  // an account that is no longer listed holds unknown amounts
  const accounts = [...new Set([...rowsOf.keys(), ...listed.keys()])].map(userId => {
    const wallets = known(userId);
    const rows = rowsOf.get(userId) ?? [];
    const wanted = groups.filter(group => wallets === 'all' || (wallets === 'main' && group === 'main'));
    const amounts = wanted.map(group => {
      const ofGroup = rows.filter(row => groupOf(row) === group);
      const readAtMs = group === 'main' ? null : (listed.get(userId)?.otherWalletsAsOfMs ?? null);
      return [group, amountsOf(ofGroup, readAtMs ?? snapshot.atMs)] as const;
    });
    return [userId, Object.fromEntries(amounts.filter(([, held]) => held !== null))] as const;
  });
  return new Map(accounts);
}

function compareAccount(
  known: KnownBalances,
  { userId, atMs }: Pick<SnapshotChange, 'userId' | 'atMs'>,
  now: AccountAmounts,
): SnapshotChange | null {
  const before = known.byAccount.get(userId);
  const empty: KnownAmounts = { atMs: known.atMs, amounts: new Map() };
  const emptyWallets = before === undefined ? known.emptyWallets(userId) : 'none';
  const compared = groups.flatMap(group => {
    const isEmpty = emptyWallets === 'all' || (emptyWallets === 'main' && group === 'main');
    const [old, next] = [before?.[group] ?? (isEmpty ? empty : undefined), now[group]];
    return old === undefined || next === undefined ? [] : [{ fromMs: old.atMs, moves: movesBetween(old, next) }];
  });
  const moved = compared.filter(({ moves }) => moves.length > 0);
  if (moved.length === 0) return null;
  const sinceMs = Math.min(...moved.map(({ fromMs }) => fromMs));
  return { userId, sinceMs, atMs, moves: moved.flatMap(({ moves }) => moves) };
}

/**
 * The changes of all sub-accounts up to a snapshot, and what is known after it. An account or wallet that the snapshot does
 * not know keeps what was known before, and is compared with the next snapshot that knows it. `known` null: it is the first.
 */
export function compareSnapshot(known: KnownBalances | null, snapshot: BalanceSnapshot): Comparison {
  const byAccount = new Map(known?.byAccount);
  const changes: SnapshotChange[] = [];
  for (const [userId, now] of readAccounts(snapshot)) {
    const change = known === null ? null : compareAccount(known, { userId, atMs: snapshot.atMs }, now);
    if (change !== null) changes.push(change);
    byAccount.set(userId, { ...byAccount.get(userId), ...now });
  }
  return { changes, known: { atMs: snapshot.atMs, byAccount, emptyWallets: knownWalletsIn(snapshot) } };
}
