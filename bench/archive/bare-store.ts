import { openArchiveFile } from '#archive/sqlite/open-database.ts';
import { archivedColumns, columnName } from '#archive/records/columns.ts';
import type { LineKey, PageCommit } from '#archive/archive-store.ts';

/** The peer: the same tables and indexes, written and read by prepared statements of node:sqlite and nothing else. */
export interface BareStore {
  readonly insert: (commit: PageCommit) => void;
  /** So many rows before this one, newest first. */
  readonly read: (before: { readonly timeMs: number; readonly key: string }, limit: number) => readonly unknown[];
  readonly close: () => void;
}

const places = ['account_id', 'record', 'key', 'version', 'is_current', 'stream', 'page_id'];
const times = ['time_ms', 'first_seen_ms', 'changed_ms'];
const names = [...places, ...times, ...archivedColumns.map(columnName), 'rest'];

export function openBareStore(path: string, { accountId, stream }: LineKey): BareStore {
  const database = openArchiveFile({ path });
  database.prepare("INSERT INTO accounts (account_id, profile_id, run_id) VALUES (?, 'bench', '')").run(accountId);
  const page = database.prepare(
    `INSERT INTO pages (account_id, stream, endpoint, request, received_at_ms, row_count, text_bytes, sha256, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, '', ?)`,
  );
  const row = database.prepare(`INSERT INTO rows (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`);
  const select = database.prepare(
    `SELECT * FROM rows WHERE account_id = ? AND record = ? AND is_current = 1
     AND (time_ms, key) < (?, ?) ORDER BY time_ms DESC, key DESC LIMIT ?`,
  );
  return {
    insert({ record, page: { endpoint, request, receivedAtMs, rows, text } }) {
      database.exec('BEGIN');
      const body = Buffer.from(text, 'utf8');
      const facts = [accountId, stream, endpoint, request, receivedAtMs, rows.length, body.length];
      const { lastInsertRowid } = page.run(...facts, body);
      for (const { key, timeMs, columns, rest } of rows) {
        const place = [accountId, record, key, 1, 1, stream, lastInsertRowid, timeMs, receivedAtMs, receivedAtMs];
        row.run(...place, ...archivedColumns.map(column => columns[column]), JSON.stringify(rest));
      }
      database.exec('COMMIT');
    },
    read: ({ timeMs, key }, limit) => select.all(accountId, 'spot-fills', timeMs, key, limit),
    close: () => database.close(),
  };
}
