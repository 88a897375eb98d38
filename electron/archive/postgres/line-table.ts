import * as z from 'zod/mini';
import type { CoverageLine, DeletedRows, LineKey } from '../archive-store.ts';
import { type Coverage, coverageFrom } from '../coverage/coverage.ts';
import { intervalValues, toLine } from '../records/stored-line.ts';
import { fromStoredText, toIndexedText } from '../records/stored-text.ts';
import type { DatabaseClient } from './connection/database-session.ts';
import { copyRows } from './copy-rows.ts';

/** The coverage of each stream, account and symbol. */

const lineFilter = 'account_id = $1 AND stream = $2 AND symbol = $3';
type Stored = Record<string, unknown>;
const OfLine = z.object({ stream: z.string(), symbol: z.string() });

export async function listLines(client: DatabaseClient, accountId: number): Promise<readonly CoverageLine[]> {
  const lines = await client.query('SELECT * FROM lines WHERE account_id = $1 ORDER BY stream, symbol', [accountId]);
  const intervals = await client.query<Stored>('SELECT * FROM coverage WHERE account_id = $1 ORDER BY from_ms', [
    accountId,
  ]);
  const byLine = Map.groupBy(intervals.rows, row => {
    const { stream, symbol } = OfLine.parse(row);
    return `${stream} ${fromStoredText(symbol)}`;
  });
  return lines.rows.map(line => toLine(line, ({ stream, symbol }) => byLine.get(`${stream} ${symbol}`) ?? []));
}

export async function readLine(client: DatabaseClient, key: LineKey): Promise<CoverageLine> {
  const values = [key.accountId, key.stream, toIndexedText(key.symbol)];
  const line = await client.query(`SELECT * FROM lines WHERE ${lineFilter}`, values);
  const intervals = await client.query<Stored>(`SELECT * FROM coverage WHERE ${lineFilter} ORDER BY from_ms`, values);
  return toLine(line.rows[0], () => intervals.rows);
}

/** A line that is not known yet begins at `startMs`. */
export async function openLine(
  client: DatabaseClient,
  { startMs, ...key }: LineKey & { readonly startMs: number },
): Promise<CoverageLine> {
  await client.query(
    `INSERT INTO lines (account_id, stream, symbol, start_ms) SELECT $1, $2, $3, greatest($4, (
       SELECT max(start_ms) FROM lines WHERE account_id = $1 AND stream = $2 AND deleted_from_ms IS NOT NULL))
     ON CONFLICT DO NOTHING`,
    [key.accountId, key.stream, toIndexedText(key.symbol), startMs],
  );
  return readLine(client, key);
}

const Deleted = z.array(z.object({ start_ms: z.number() }));

/** Where rows of the line were deleted until; null: none was. */
export async function readDeletedUntil(client: DatabaseClient, key: LineKey): Promise<number | null> {
  const found = await client.query(`SELECT start_ms FROM lines WHERE ${lineFilter} AND deleted_from_ms IS NOT NULL`, [
    key.accountId,
    key.stream,
    toIndexedText(key.symbol),
  ]);
  return Deleted.parse(found.rows)[0]?.start_ms ?? null;
}

/**
 * From now on the lines of these streams begin at `beforeMs`, unless they begin later already. Belongs into a transaction
 * that has the lock of the account.
 */
export async function moveStarts(client: DatabaseClient, { accountId, streams, beforeMs }: DeletedRows): Promise<void> {
  for (const line of await listLines(client, accountId)) {
    if (!streams.includes(line.stream) || line.coverage.startMs >= beforeMs) continue;
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one question at a time
    await client.query(
      `UPDATE lines SET deleted_from_ms = coalesce(deleted_from_ms, start_ms), start_ms = $4 WHERE ${lineFilter}`,
      [accountId, line.stream, toIndexedText(line.symbol), beforeMs],
    );
    // oxlint-disable-next-line no-await-in-loop -- the same
    await replaceCoverage(client, line, coverageFrom(line.coverage, beforeMs));
  }
}

async function replaceCoverage(
  client: DatabaseClient,
  { accountId, stream, symbol }: LineKey,
  coverage: Coverage,
): Promise<void> {
  const storedSymbol = toIndexedText(symbol);
  await client.query(`DELETE FROM coverage WHERE ${lineFilter}`, [accountId, stream, storedSymbol]);
  await copyRows(client, {
    table: 'coverage',
    columns: ['account_id', 'stream', 'symbol', 'state', 'from_ms', 'to_ms'],
    rows: intervalValues(coverage).map(([state, fromMs, toMs]) => [
      accountId,
      stream,
      storedSymbol,
      state,
      fromMs,
      toMs,
    ]),
  });
}

/** Replaces the coverage of the line; belongs into the transaction that wrote the rows. */
export async function writeCoverage(
  client: DatabaseClient,
  line: LineKey,
  { coverage, readAtMs }: { readonly coverage: Coverage; readonly readAtMs: number },
): Promise<void> {
  await replaceCoverage(client, line, coverage);
  const values = [line.accountId, line.stream, toIndexedText(line.symbol), readAtMs];
  await client.query(`UPDATE lines SET last_read_at_ms = $4 WHERE ${lineFilter}`, values);
}
