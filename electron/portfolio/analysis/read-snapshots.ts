import { isZero } from '#shared/decimal.ts';
import type { BalanceSnapshot } from '#archive/archive-store.ts';
import { type Holdings, holdingsOf } from '../balances/holdings.ts';
import { mainWalletParts, missingParts, partsLeftOut, type SnapshotPart } from '../balances/scope.ts';
import type { ArchiveReader } from '../reading/archive-reader.ts';
import { decimalOf, keyOwner } from '../rows/past-row.ts';

/** What is kept of a snapshot beside its balances. */
export interface SnapshotHead extends Pick<BalanceSnapshot, 'atMs' | 'positions'> {
  /** whether futures positions were open */
  readonly hasPositions: boolean;
}

/** The snapshots of a span. */
export interface SpanSnapshots {
  /** by time */
  readonly heads: readonly SnapshotHead[];
  /** of the snapshots */
  readonly holdings: readonly Holdings[];
  /** accounts that have a balance in one of them */
  readonly owners: ReadonlySet<string>;
  readonly leftOut: ReadonlySet<SnapshotPart>;
  /** parts left out because only the main wallet is known */
  readonly mainOnly: ReadonlySet<SnapshotPart>;
}

/** How many snapshots are read together to find one that a span can begin or end with. */
const searchedTogether = 20;

/** Whether enough is known in a snapshot to begin or end a span with it. */
function isUsable(snapshot: BalanceSnapshot, owner: string | null): boolean {
  const missing = missingParts(snapshot, owner);
  if (owner === null || owner === keyOwner) return !missing.includes('wallets');
  return missing.length === 0;
}

async function findUsable(
  reader: ArchiveReader,
  times: readonly number[],
  owner: string | null,
): Promise<BalanceSnapshot | null> {
  for (let first = 0; first < times.length; first += searchedTogether) {
    // oxlint-disable-next-line no-await-in-loop -- the first ones are usable nearly always
    const found = await reader.snapshots(times.slice(first, first + searchedTogether), owner);
    const byTime = new Map(found.map(snapshot => [snapshot.atMs, snapshot]));
    const usable = times
      .slice(first, first + searchedTogether)
      .map(atMs => byTime.get(atMs))
      .find(snapshot => snapshot !== undefined && isUsable(snapshot, owner));
    if (usable !== undefined) return usable;
  }
  return null;
}

/** A snapshot without positions says by unrealised results whether there are any. */
function hasPositions({ positions, rows }: BalanceSnapshot): boolean {
  if (positions !== null) return positions.length > 0;
  return rows.some(({ unrealised }) => !isZero(decimalOf(unrealised) ?? '0'));
}

/** Reads the snapshots of these times; null: none is usable. */
export async function readSnapshots(
  reader: ArchiveReader,
  times: readonly number[],
  owner: string | null,
): Promise<SpanSnapshots | null> {
  const first = await findUsable(reader, times, owner);
  const last = await findUsable(reader, times.toReversed(), owner);
  if (first === null || last === null) return null;
  const leftOut = partsLeftOut([first, last], owner);
  const heads: SnapshotHead[] = [];
  const holdings: Holdings[] = [];
  const owners = new Set<string>();
  await reader.visitSnapshots(times, owner, snapshot => {
    if (!isUsable(snapshot, owner)) return;
    const { atMs, positions, rows } = snapshot;
    heads.push({ atMs, positions, hasPositions: hasPositions(snapshot) });
    holdings.push(holdingsOf(snapshot, { owner, leftOut }));
    for (const row of rows) owners.add(row.owner);
  });
  return { heads, holdings, owners, leftOut, mainOnly: mainWalletParts([first, last], leftOut) };
}
