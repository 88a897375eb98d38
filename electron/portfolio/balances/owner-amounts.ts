import type { Decimal } from '#shared/decimal.ts';
import type { BalanceSnapshot } from '#archive/archive-store.ts';
import { keyOwner } from '../rows/past-row.ts';
import { addTo, netOf } from './holdings.ts';
import { missingParts, partOf, type SnapshotPart } from './scope.ts';

/** Amounts by account and coin; an account that is not in it is unknown. */
export type OwnerAmounts = ReadonlyMap<string, ReadonlyMap<string, Decimal>>;

/** The account of the key is known when its wallets are; its other parts are left out one by one. */
export function isOwnerKnown(snapshot: BalanceSnapshot, owner: string): boolean {
  const missing = missingParts(snapshot, owner);
  return owner === keyOwner ? !missing.includes('wallets') : missing.length === 0;
}

interface AmountScope {
  readonly owners: readonly string[];
  /** wallets of the account of the key that are in no amount */
  readonly leftOut: ReadonlySet<SnapshotPart>;
}

/** What these accounts hold in a snapshot, less what they owe, without unrealised results. */
export function amountsOf(snapshot: BalanceSnapshot, { owners, leftOut }: AmountScope): OwnerAmounts {
  const amounts = new Map<string, Map<string, Decimal>>();
  for (const owner of owners) if (isOwnerKnown(snapshot, owner)) amounts.set(owner, new Map());
  for (const row of snapshot.rows) {
    const net = netOf(row);
    const ofOwner = amounts.get(row.owner);
    if (net === null || ofOwner === undefined || leftOut.has(partOf(row))) continue;
    addTo(ofOwner, row.currency, net);
  }
  return amounts;
}

/** The accounts that snapshots name, sub-accounts that are unknown in them too. */
export function ownersOf(snapshots: readonly BalanceSnapshot[]): readonly string[] {
  const named = snapshots.flatMap(({ rows, missing }) => [
    ...rows.map(({ owner }) => owner),
    ...missing.flatMap(({ part }) => (part.startsWith('sub-account:') ? [part.slice('sub-account:'.length)] : [])),
  ]);
  return [...new Set([keyOwner, ...named])].toSorted();
}

/** What each account holds at one time. */
export interface TimedAmounts {
  readonly atMs: number;
  /** accounts that have balances */
  readonly owners: readonly string[];
  /** Null: unknown. An account that the whole list does not have holds nothing. */
  readonly of: (owner: string) => ReadonlyMap<string, Decimal> | null;
}

const nothing: ReadonlyMap<string, Decimal> = new Map();

/** The amounts of all accounts in a snapshot. */
export function timedAmounts(snapshot: BalanceSnapshot): TimedAmounts {
  const named = ownersOf([snapshot]);
  const amounts = amountsOf(snapshot, { owners: named, leftOut: new Set() });
  const unknown = new Set(named.filter(owner => !amounts.has(owner)));
  const isListWhole = !snapshot.missing.some(({ part }) => part === 'sub-accounts');
  return {
    atMs: snapshot.atMs,
    owners: [...amounts.keys()],
    of: owner => amounts.get(owner) ?? (isListWhole && !unknown.has(owner) ? nothing : null),
  };
}
