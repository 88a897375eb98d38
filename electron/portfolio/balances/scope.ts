import type { SnapshotBalance, BalanceSnapshot } from '#archive/archive-store.ts';
import { mainOnly } from '#archive/snapshots/missing-parts.ts';
import { keyOwner } from '../rows/past-row.ts';

/**
 * A part of a snapshot that is read as a whole: `wallets`, `cross-margin`, `isolated-margin` and `futures:CURRENCY` of the
 * account of the key, `sub-account:USER-ID` of the others.
 */
export type SnapshotPart = string;

const subAccount = 'sub-account:';

export function partOf({
  owner,
  wallet,
  currency,
}: Pick<SnapshotBalance, 'owner' | 'wallet' | 'currency'>): SnapshotPart {
  if (owner !== keyOwner) return `${subAccount}${owner}`;
  if (wallet === 'futures') return `futures:${currency}`;
  if (wallet === 'cross') return 'cross-margin';
  return wallet.startsWith('isolated') ? 'isolated-margin' : 'wallets';
}

/** Whose balances are in question: the account of the key (empty), a sub-account, or all (null). */
function isOfOwner(part: SnapshotPart, owner: string | null): boolean {
  if (owner === null) return true;
  const isOfSub = part.startsWith(subAccount) || part === 'sub-accounts';
  if (owner === keyOwner) return !isOfSub;
  return part === `${subAccount}${owner}` || part === 'sub-accounts';
}

/** The parts of the accounts in question that are unknown in a snapshot. */
export function missingParts(snapshot: BalanceSnapshot, owner: string | null): readonly SnapshotPart[] {
  const withoutFigure = snapshot.rows.filter(({ total }) => total === null).map(partOf);
  const named = snapshot.missing.map(({ part }) => part);
  return [...new Set([...named, ...withoutFigure])].filter(part => isOfOwner(part, owner)).toSorted();
}

function isUnknown(part: SnapshotPart, snapshot: BalanceSnapshot, missing: readonly SnapshotPart[]): boolean {
  if (missing.includes(part)) return true;
  if (part.startsWith('futures:') && missing.includes('futures')) return true;
  // the list was cut or failed: an account without a row may hold anything
  const isInCutList = part.startsWith(subAccount) && missing.includes('sub-accounts');
  return isInCutList && !snapshot.rows.some(row => partOf(row) === part);
}

/**
 * The parts that count at neither end of a span, because they are unknown at one of them. A transfer to or from such a part is
 * a flow.
 */
export function partsLeftOut(ends: readonly BalanceSnapshot[], owner: string | null): ReadonlySet<SnapshotPart> {
  const parts = ends.flatMap(({ rows }) => rows.map(partOf)).filter(part => isOfOwner(part, owner));
  const leftOut = new Set<SnapshotPart>();
  for (const end of ends) {
    const missing = missingParts(end, owner);
    for (const part of missing) leftOut.add(part);
    for (const part of parts) if (isUnknown(part, end, missing)) leftOut.add(part);
  }
  return leftOut;
}

/** Those of the parts that are sub-accounts of which an end knows the main wallet only, and no end knows less. */
export function mainWalletParts(ends: readonly BalanceSnapshot[], parts: ReadonlySet<SnapshotPart>): Set<SnapshotPart> {
  const missing = Map.groupBy(
    ends.flatMap(end => end.missing),
    ({ part }) => part,
  );
  return new Set([...parts].filter(part => missing.get(part)?.every(({ reason }) => reason === mainOnly) === true));
}
