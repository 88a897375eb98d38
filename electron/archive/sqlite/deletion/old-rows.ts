import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { HistoryDeletion, OldRowCount, OldRows } from '../../archive-store.ts';
import { toOldRowCounts } from '../../records/old-rows.ts';
import { emptiedPage } from '../../records/stored-page.ts';
import { createLineTable } from '../line-table.ts';

/** Pages of the file that one step returns to the system. A file of an earlier version keeps them for new rows. */
const returnedPages = 2_000;

const Keys = z.array(z.object({ key: z.string() }));
const Pages = z.array(z.object({ page_id: z.number(), rows: z.number() }));

const isOld = 'account_id = ? AND record = ? AND is_current = 1 AND time_ms < ?';

/** Counts the current rows that are older than a time, by the stream that gave them first. */
export function createOldRowCount(database: DatabaseSync): (question: OldRows) => readonly OldRowCount[] {
  const count = database.prepare(
    `SELECT stream, count(*) AS rows, min(time_ms) AS from_ms, max(time_ms) AS to_ms FROM rows
     WHERE ${isOld} GROUP BY stream ORDER BY stream`,
  );
  return ({ accountId, record, beforeMs }) => toOldRowCounts(count.all(accountId, record, beforeMs));
}

/** Deletes rows with all their versions. Belongs into a transaction. */
export function createOldRowDeletion(database: DatabaseSync): (deletion: HistoryDeletion) => number {
  const lines = createLineTable(database);
  const oldest = database.prepare(`SELECT key FROM rows WHERE ${isOld} ORDER BY time_ms, key LIMIT ?`);
  const pagesOf = database.prepare(
    'SELECT page_id, count(*) AS rows FROM rows WHERE account_id = ? AND record = ? AND key = ? GROUP BY page_id',
  );
  const removeRow = database.prepare('DELETE FROM rows WHERE account_id = ? AND record = ? AND key = ?');
  const emptyPage = database.prepare(
    'UPDATE pages SET row_count = row_count - ?, text_bytes = ?, sha256 = ?, body = ? WHERE page_id = ?',
  );
  const removePage = database.prepare('DELETE FROM pages WHERE page_id = ? AND row_count = 0');
  const { textBytes, sha256, body } = emptiedPage;
  return deletion => {
    const { accountId, record, beforeMs, limit } = deletion;
    lines.moveStarts(deletion);
    const keys = Keys.parse(oldest.all(accountId, record, beforeMs, limit));
    const rowsOfPage = new Map<number, number>();
    for (const { key } of keys) {
      for (const { page_id: id, rows } of Pages.parse(pagesOf.all(accountId, record, key)))
        rowsOfPage.set(id, (rowsOfPage.get(id) ?? 0) + rows);
      removeRow.run(accountId, record, key);
    }
    for (const [id, rows] of rowsOfPage) {
      emptyPage.run(rows, textBytes, sha256, body, id);
      removePage.run(id);
    }
    database.exec(`PRAGMA incremental_vacuum(${returnedPages})`);
    return keys.length;
  };
}
