import * as z from 'zod/mini';
import type { HistoryDeletion, OldRowCount, OldRows } from '../archive-store.ts';
import { toOldRowCounts } from '../records/old-rows.ts';
import type { DatabaseClient } from './connection/database-session.ts';
import { moveStarts } from './line-table.ts';

const Deleted = z.array(z.object({ rows: z.number() }));

/** Counts the current rows that are older than a time, by the stream that gave them first. */
export async function countOldRows(
  client: DatabaseClient,
  { accountId, record, beforeMs }: OldRows,
): Promise<readonly OldRowCount[]> {
  const found = await client.query(
    `SELECT stream, count(*) AS rows, min(time_ms) AS from_ms, max(time_ms) AS to_ms FROM rows
     WHERE account_id = $1 AND record = $2 AND is_current AND time_ms < $3 GROUP BY stream ORDER BY stream COLLATE "C"`,
    [accountId, record, beforeMs],
  );
  return toOldRowCounts(found.rows);
}

/** Deletes rows with all their versions. Belongs into a transaction that has the lock of the account. */
export async function deleteOldRows(client: DatabaseClient, deletion: HistoryDeletion): Promise<number> {
  const { accountId, record, beforeMs, limit } = deletion;
  await moveStarts(client, deletion);
  const values = [accountId, record, beforeMs, limit];
  const deleted = await client.query('SELECT delete_old_rows($1, $2, $3, $4) AS rows', values);
  return Deleted.parse(deleted.rows)[0]?.rows ?? 0;
}
