import type { DatabaseSync } from 'node:sqlite';
import type { ArchiveQuestion, BalanceSnapshot, SnapshotMoments, SnapshotSpan } from '../archive-store.ts';
import {
  balanceColumnNames,
  balanceValues,
  ownerText,
  snapshotColumnNames,
  snapshotIdOf,
  snapshotValues,
  toSnapshot as toStoredSnapshot,
  toSnapshotTimes,
} from '../records/stored-snapshot.ts';
import { selectThinned } from '../snapshots/thinning.ts';

const balanceNames = balanceColumnNames.join(', ');
const snapshotNames = snapshotColumnNames.join(', ');

/** Snapshots: what all wallets held, which positions were open, and which parts are unknown. */
export function createSnapshotTable(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO snapshots (account_id, at_ms, missing, positions) VALUES (?, ?, ?, ?)');
  const insertBalance = database.prepare(
    `INSERT INTO snapshot_balances (snapshot_id, ${balanceNames}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const newest = database.prepare(
    `SELECT ${snapshotNames} FROM snapshots WHERE account_id = ? ORDER BY at_ms DESC, snapshot_id DESC LIMIT 1`,
  );
  const at = database.prepare(
    `SELECT ${snapshotNames} FROM snapshots WHERE account_id = ? AND at_ms = ? ORDER BY snapshot_id DESC LIMIT 1`,
  );
  const times = database.prepare(
    'SELECT DISTINCT at_ms FROM snapshots WHERE account_id = ? AND at_ms BETWEEN ? AND ? ORDER BY at_ms',
  );
  const balances = database.prepare(
    `SELECT ${balanceNames} FROM snapshot_balances
     WHERE snapshot_id = ? AND (? IS NULL OR owner = ?) ORDER BY owner, wallet, currency`,
  );
  const toSnapshot = (accountId: number, owner: string | null, found: unknown): BalanceSnapshot =>
    toStoredSnapshot(accountId, found, balances.all(snapshotIdOf(found), ownerText(owner), ownerText(owner)));
  return {
    save(snapshot: BalanceSnapshot): void {
      const { lastInsertRowid: id } = insert.run(...snapshotValues(snapshot));
      for (const balance of snapshot.rows) insertBalance.run(id, ...balanceValues(balance));
    },
    newest(accountId: number): BalanceSnapshot | null {
      const found = newest.get(accountId);
      return found === undefined ? null : toSnapshot(accountId, null, found);
    },
    times: ({ accountId, fromMs, toMs }: SnapshotSpan): readonly number[] =>
      times.all(accountId, fromMs, toMs).map(({ at_ms }) => Number(at_ms)),
    listAt: ({ accountId, times: wanted, owner }: SnapshotMoments): readonly BalanceSnapshot[] =>
      wanted
        .toSorted((a, b) => a - b)
        .map(atMs => at.get(accountId, atMs))
        .filter(found => found !== undefined)
        .map(found => toSnapshot(accountId, owner, found)),
  };
}

/** Deletes the balance snapshots that are too old to be kept. Returns how many. Belongs into a transaction. */
export function createThinning(database: DatabaseSync) {
  const allTimes = database.prepare('SELECT snapshot_id, at_ms FROM snapshots WHERE account_id = ?');
  const removeBalances = database.prepare('DELETE FROM snapshot_balances WHERE snapshot_id = ?');
  const remove = database.prepare('DELETE FROM snapshots WHERE snapshot_id = ?');
  return ({ accountId, nowMs, zones }: ArchiveQuestion<'thinSnapshots'>): number => {
    const thinned = selectThinned(toSnapshotTimes(allTimes.all(accountId)), { nowMs, zones });
    for (const id of thinned) {
      removeBalances.run(id);
      remove.run(id);
    }
    return thinned.length;
  };
}
