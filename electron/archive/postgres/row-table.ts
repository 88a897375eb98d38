import * as z from 'zod/mini';
import type { StreamName } from '#shared/domain/archive/archive.ts';
import type { ArchivedRow, LineKey, PageCommit, RowSelection, RowSpan } from '../archive-store.ts';
import { fromStoredText, toIndexedText } from '../records/stored-text.ts';
import { type AddedRow, rowColumnNames, rowValues, selectAdded, toRow } from '../records/stored-row.ts';
import type { DatabaseClient } from './connection/database-session.ts';
import { copyRows } from './copy-rows.ts';

/** The rows of all records. A row that changed gets a new version; an older version is never overwritten. */

const recordFilter = 'account_id = $1 AND record = $2';
const Count = z.object({ record: z.string(), rows: z.number() });

/** The rows of a page that are new or differ from what their stream gave before. */
export async function findAdded(client: DatabaseClient, commit: PageCommit): Promise<readonly AddedRow[]> {
  const { line, record, page } = commit;
  const found = await client.query<Record<string, unknown>>(
    `SELECT * FROM rows WHERE ${recordFilter} AND key = ANY($3) AND is_current`,
    [line.accountId, record, page.rows.map(({ key }) => toIndexedText(key))],
  );
  const current = new Map(found.rows.map(toRow).map(row => [row.key, row]));
  return selectAdded(commit, key => current.get(key) ?? null);
}

/** Appends the new versions with one COPY. Belongs into a transaction. */
export async function addRows(
  client: DatabaseClient,
  commit: PageCommit,
  { pageId, added }: { readonly pageId: number; readonly added: readonly AddedRow[] },
): Promise<void> {
  const { line, record } = commit;
  const before = added.flatMap(each => (each.before === null ? [] : [each.before]));
  if (before.length > 0) {
    await client.query(
      `UPDATE rows SET is_current = false
       FROM unnest($3::bigint[], $4::text[], $5::integer[]) AS earlier (time_ms, key, version)
       WHERE ${recordFilter} AND rows.time_ms = earlier.time_ms AND rows.key = earlier.key
         AND rows.version = earlier.version`,
      [
        line.accountId,
        record,
        before.map(({ timeMs }) => timeMs),
        before.map(({ key }) => toIndexedText(key)),
        before.map(({ version }) => version),
      ],
    );
  }
  const rows = added.map(each => rowValues(commit, pageId, each));
  await copyRows(client, { table: 'rows', columns: rowColumnNames, rows });
}

/** Current versions, newest first. */
export async function listRows(client: DatabaseClient, selection: RowSelection): Promise<readonly ArchivedRow[]> {
  const { accountId, record, limit, after } = selection;
  const found = await client.query<Record<string, unknown>>(
    `SELECT * FROM rows WHERE ${recordFilter} AND is_current AND (time_ms, key) < ($3, $4)
     ORDER BY time_ms DESC, key DESC LIMIT $5`,
    [accountId, record, after?.timeMs ?? Number.MAX_SAFE_INTEGER, toIndexedText(after?.key ?? ''), limit],
  );
  return found.rows.map(toRow);
}

/** Current versions of a span, oldest first. */
export async function listRowsBetween(client: DatabaseClient, span: RowSpan): Promise<readonly ArchivedRow[]> {
  const { accountId, record, limit, after, fromMs, toMs } = span;
  const found = await client.query<Record<string, unknown>>(
    `SELECT * FROM rows WHERE ${recordFilter} AND is_current AND (time_ms, key) > ($3, $4) AND time_ms < $5
     ORDER BY time_ms, key LIMIT $6`,
    [accountId, record, after?.timeMs ?? fromMs, toIndexedText(after?.key ?? ''), toMs, limit],
  );
  return found.rows.map(toRow);
}

/** All versions of one row, the oldest first. */
export async function listVersions(
  client: DatabaseClient,
  { accountId, record, key }: Pick<RowSelection, 'accountId' | 'record'> & { readonly key: string },
): Promise<readonly ArchivedRow[]> {
  const found = await client.query<Record<string, unknown>>(
    `SELECT * FROM rows WHERE ${recordFilter} AND key = $3 ORDER BY version`,
    [accountId, record, toIndexedText(key)],
  );
  return found.rows.map(toRow);
}

export async function countRows(client: DatabaseClient, accountId: number) {
  const found = await client.query(
    'SELECT record, count(*) AS rows FROM rows WHERE account_id = $1 AND is_current GROUP BY record ORDER BY record COLLATE "C"',
    [accountId],
  );
  return z.array(Count).parse(found.rows);
}

const Name = z.array(z.object({ name: z.string() }));

/** The symbols of the current rows that this stream gave first. */
export async function listSymbols(
  client: DatabaseClient,
  { accountId, stream }: Omit<LineKey, 'symbol'>,
): Promise<readonly string[]> {
  const found = await client.query(
    `SELECT DISTINCT symbol AS name FROM rows WHERE account_id = $1 AND stream = $2 AND is_current
     AND symbol IS NOT NULL ORDER BY symbol`,
    [accountId, stream],
  );
  return Name.parse(found.rows).map(({ name }) => fromStoredText(name));
}

/** The currencies of the current rows that one of these streams gave first. */
export async function listCurrencies(
  client: DatabaseClient,
  { accountId, streams }: { readonly accountId: number; readonly streams: readonly StreamName[] },
): Promise<readonly string[]> {
  const found = await client.query(
    `SELECT DISTINCT currency AS name FROM rows WHERE account_id = $1 AND stream = ANY($2) AND is_current
     AND currency IS NOT NULL ORDER BY currency`,
    [accountId, streams],
  );
  return Name.parse(found.rows).map(({ name }) => fromStoredText(name));
}
