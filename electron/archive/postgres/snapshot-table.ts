import * as z from 'zod/mini';
import type { ArchiveQuestion, BalanceSnapshot, SnapshotMoments, SnapshotSpan } from '../archive-store.ts';
import {
  balanceColumnNames,
  balanceValues,
  ownerText,
  snapshotColumnNames,
  snapshotIdOf,
  snapshotValues,
  toSnapshot,
  toSnapshotTimes,
} from '../records/stored-snapshot.ts';
import { selectThinned } from '../snapshots/thinning.ts';
import type { DatabaseClient } from './connection/database-session.ts';
import { copyRows, type CopyValue } from './copy-rows.ts';

/** Snapshots: what all wallets held, which positions were open, and which parts are unknown. */

const snapshotNames = snapshotColumnNames.join(', ');
const SnapshotId = z.object({ snapshot_id: z.number() });
const Time = z.array(z.object({ at_ms: z.number() }));

/** Belongs into a transaction. */
export async function addSnapshot(client: DatabaseClient, snapshot: BalanceSnapshot): Promise<null> {
  const added = await client.query(
    'INSERT INTO snapshots (account_id, at_ms, missing, positions) VALUES ($1, $2, $3, $4) RETURNING snapshot_id',
    [...snapshotValues(snapshot)],
  );
  const { snapshot_id: id } = SnapshotId.parse(added.rows[0]);
  const place: CopyValue[] = [snapshot.accountId, snapshot.atMs, id];
  await copyRows(client, {
    table: 'snapshot_balances',
    columns: ['account_id', 'at_ms', 'snapshot_id', ...balanceColumnNames],
    rows: snapshot.rows.map(balance => place.concat(balanceValues(balance))),
  });
  return null;
}

/** With their balances; `owner` null: of all accounts. */
async function withBalances(
  client: DatabaseClient,
  found: readonly unknown[],
  { accountId, owner }: Pick<SnapshotMoments, 'accountId' | 'owner'>,
): Promise<readonly BalanceSnapshot[]> {
  const balances = await client.query(
    `SELECT snapshot_id, ${balanceColumnNames.join(', ')} FROM snapshot_balances
     WHERE account_id = $1 AND at_ms = ANY($2) AND snapshot_id = ANY($3) AND ($4::text IS NULL OR owner = $4)
     ORDER BY owner, wallet, currency`,
    [accountId, Time.parse(found).map(({ at_ms }) => at_ms), found.map(snapshotIdOf), ownerText(owner)],
  );
  const byId = Map.groupBy(balances.rows, row => SnapshotId.parse(row).snapshot_id);
  return found.map(each => toSnapshot(accountId, each, byId.get(snapshotIdOf(each)) ?? []));
}

export async function findNewest(client: DatabaseClient, accountId: number): Promise<BalanceSnapshot | null> {
  const found = await client.query(
    `SELECT ${snapshotNames} FROM snapshots WHERE account_id = $1 ORDER BY at_ms DESC, snapshot_id DESC LIMIT 1`,
    [accountId],
  );
  const [newest] = await withBalances(client, found.rows, { accountId, owner: null });
  return newest ?? null;
}

/** When snapshots were taken, oldest first. */
export async function listTimes(client: DatabaseClient, span: SnapshotSpan): Promise<readonly number[]> {
  const found = await client.query(
    'SELECT DISTINCT at_ms FROM snapshots WHERE account_id = $1 AND at_ms BETWEEN $2 AND $3 ORDER BY at_ms',
    [span.accountId, span.fromMs, span.toMs],
  );
  return Time.parse(found.rows).map(({ at_ms }) => at_ms);
}

/** The snapshots of these times, oldest first; of one time the last one. */
export async function listAt(client: DatabaseClient, moments: SnapshotMoments): Promise<readonly BalanceSnapshot[]> {
  const found = await client.query(
    `SELECT DISTINCT ON (at_ms) ${snapshotNames} FROM snapshots WHERE account_id = $1 AND at_ms = ANY($2)
     ORDER BY at_ms, snapshot_id DESC`,
    [moments.accountId, moments.times],
  );
  return withBalances(client, found.rows, moments);
}

/** Deletes the balance snapshots that are too old to be kept. Returns how many. Belongs into a transaction. */
export async function thinSnapshots(
  client: DatabaseClient,
  { accountId, nowMs, zones }: ArchiveQuestion<'thinSnapshots'>,
): Promise<number> {
  const all = await client.query('SELECT snapshot_id, at_ms FROM snapshots WHERE account_id = $1', [accountId]);
  const thinned = selectThinned(toSnapshotTimes(all.rows), { nowMs, zones });
  for (const table of ['snapshot_balances', 'snapshots']) {
    // oxlint-disable-next-line no-await-in-loop -- balances go before their snapshots
    await client.query(`DELETE FROM ${table} WHERE account_id = $1 AND snapshot_id = ANY($2)`, [accountId, thinned]);
  }
  return thinned.length;
}
