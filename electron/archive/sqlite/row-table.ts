import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { ArchivedRow, PageCommit, RowSelection, RowSpan } from '../archive-store.ts';
import { toIndexedText } from '../records/stored-text.ts';
import { type AddedRow, rowColumnNames, rowValues, selectAdded, toRow } from '../records/stored-row.ts';

const rowFilter = 'account_id = ? AND record = ? AND key = ?';

/** The rows of all records. A row that changed gets a new version; an older version is never overwritten. */
export function createRowTable(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO rows (${rowColumnNames.join(', ')}) VALUES (${rowColumnNames.map(() => '?').join(', ')})`,
  );
  const current = database.prepare(`SELECT * FROM rows WHERE ${rowFilter} ORDER BY version DESC LIMIT 1`);
  const retire = database.prepare(`UPDATE rows SET is_current = 0 WHERE ${rowFilter} AND is_current = 1`);
  const allVersions = database.prepare(`SELECT * FROM rows WHERE ${rowFilter} ORDER BY version`);
  const newest = database.prepare(
    `SELECT * FROM rows WHERE account_id = ? AND record = ? AND is_current = 1
     AND (time_ms, key) < (?, ?) ORDER BY time_ms DESC, key DESC LIMIT ?`,
  );
  const between = database.prepare(
    `SELECT * FROM rows WHERE account_id = ? AND record = ? AND is_current = 1
     AND (time_ms, key) > (?, ?) AND time_ms < ? ORDER BY time_ms, key LIMIT ?`,
  );
  const count = database.prepare(
    'SELECT record, count(*) AS rows FROM rows WHERE account_id = ? AND is_current = 1 GROUP BY record ORDER BY record',
  );

  const find = ({ line, record }: PageCommit, key: string): ArchivedRow | null => {
    const stored = current.get(line.accountId, record, toIndexedText(key));
    return stored === undefined ? null : toRow(stored);
  };
  return {
    /** The rows of a page that are new or differ from what their stream gave before. */
    selectAdded: (commit: PageCommit): readonly AddedRow[] => selectAdded(commit, key => find(commit, key)),
    add(commit: PageCommit, pageId: number, added: AddedRow): void {
      const { line, record } = commit;
      if (added.before !== null) retire.run(line.accountId, record, toIndexedText(added.row.key));
      insert.run(...rowValues(commit, pageId, added));
    },
    list: ({ accountId, record, limit, after }: RowSelection): readonly ArchivedRow[] =>
      newest
        .all(accountId, record, after?.timeMs ?? Number.MAX_SAFE_INTEGER, toIndexedText(after?.key ?? ''), limit)
        .map(toRow),
    listBetween: ({ accountId, record, limit, after, fromMs, toMs }: RowSpan): readonly ArchivedRow[] =>
      between.all(accountId, record, after?.timeMs ?? fromMs, toIndexedText(after?.key ?? ''), toMs, limit).map(toRow),
    versions: ({ accountId, record, key }: Pick<RowSelection, 'accountId' | 'record'> & { readonly key: string }) =>
      allVersions.all(accountId, record, toIndexedText(key)).map(toRow),
    count: (accountId: number) =>
      count.all(accountId).map(({ record, rows }) => ({ record: z.string().parse(record), rows: Number(rows) })),
  };
}
