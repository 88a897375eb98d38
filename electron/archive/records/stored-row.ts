import * as z from 'zod/mini';
import { StreamName } from '#shared/domain/archive/archive.ts';
import type { ArchivedRow, FoundRow, PageCommit, PageCommitted } from '../archive-store.ts';
import { type ArchivedColumns, archivedColumns, columnName } from './columns.ts';
import {
  fromIndexedText,
  fromStoredText,
  toIndexedText,
  toStoredText,
  wholeTexts,
  withoutWholeTexts,
} from './stored-text.ts';

/** How every database stores a row: the columns, reading them back, and which rows of a page are stored. */

const placeNames = ['account_id', 'record', 'key', 'version', 'is_current', 'stream', 'page_id'];

/** The columns that a new row sets, in the order of `rowValues`. */
export const rowColumnNames: readonly string[] = [
  ...placeNames,
  'time_ms',
  'first_seen_ms',
  'changed_ms',
  ...archivedColumns.map(columnName),
  'rest',
];

const textOrNull = z.nullable(z.string());
const Rest = z.record(z.string(), z.string());
const StoredRow = z.object({
  key: z.string(),
  version: z.number(),
  stream: StreamName,
  page_id: z.number(),
  time_ms: z.number(),
  first_seen_ms: z.number(),
  changed_ms: z.number(),
  rest: z.string(),
});

/** Each column with its name in the database. */
const storedNames = archivedColumns.map(column => [column, columnName(column)] as const);

/** Columns that are part of an index of one of the databases. */
const indexedColumns: ReadonlySet<string> = new Set(['symbol', 'currency']);
const restored = ['key', ...indexedColumns];

function readColumn(column: string, stored: string | null, rest: z.infer<typeof Rest>): string | null {
  if (stored === null) return null;
  return indexedColumns.has(column) ? fromIndexedText(column, stored, rest) : fromStoredText(stored);
}

function readColumns(stored: Readonly<Record<string, unknown>>, rest: z.infer<typeof Rest>): ArchivedColumns {
  const entries = storedNames.map(([column, name]) => [
    column,
    readColumn(column, textOrNull.parse(stored[name]), rest),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names, which are those of all columns
  return Object.fromEntries(entries) as ArchivedColumns;
}

/** A row as the database gave it. Throws what the check of its shape throws. */
export function toRow(stored: Readonly<Record<string, unknown>>): ArchivedRow {
  const row = StoredRow.parse(stored);
  const rest = Rest.parse(JSON.parse(row.rest));
  return {
    key: fromIndexedText('key', row.key, rest),
    timeMs: row.time_ms,
    columns: readColumns(stored, rest),
    rest: withoutWholeTexts(rest, restored),
    version: row.version,
    stream: row.stream,
    firstSeenMs: row.first_seen_ms,
    changedMs: row.changed_ms,
    pageId: row.page_id,
  };
}

/** A field that only one of them has was added by another version of Fathom, and changes nothing. */
function isChanged(before: FoundRow, after: FoundRow): boolean {
  if (before.timeMs !== after.timeMs) return true;
  if (archivedColumns.some(column => before.columns[column] !== after.columns[column])) return true;
  return Object.entries(after.rest).some(([name, value]) => (before.rest[name] ?? value) !== value);
}

/** The page without rows of the deleted time. `deletedUntilMs` null: nothing was deleted. */
export function withoutDeleted(commit: PageCommit, deletedUntilMs: number | null): PageCommit {
  if (deletedUntilMs === null) return commit;
  const rows = commit.page.rows.filter(({ timeMs }) => timeMs >= deletedUntilMs);
  // a page with such a row keeps none of its text
  const text = rows.length === commit.page.rows.length ? commit.page.text : '';
  return { ...commit, page: { ...commit.page, rows, text } };
}

/** A row that gets a new version. `before`: its current version; null: it is new. */
export interface AddedRow {
  readonly row: FoundRow;
  readonly before: ArchivedRow | null;
}

/** The rows of a page that are new, or differ from what their stream gave before. `find`: the current version by key. */
export function selectAdded(
  { line, page }: PageCommit,
  find: (key: string) => ArchivedRow | null,
): readonly AddedRow[] {
  const seen = new Map<string, FoundRow>();
  for (const row of page.rows) seen.set(row.key, row);
  return [...seen.values()].flatMap(row => {
    const before = find(row.key);
    // another list shows the same row in its own way: the first one's is kept
    const isKnown = before !== null && (before.stream !== line.stream || !isChanged(before, row));
    return isKnown ? [] : [{ row, before }];
  });
}

/** The longest time between a request and the answer that is stored. A larger difference is a fault of a clock. */
const longestAnswerMs = 10 * 60_000;

/**
 * Whether another Fathom that uses the same database has stored another version of one of the rows since the page was asked for:
 * the page may hold the older one. `added`: the rows of the page that differ from their current version.
 */
export function isOutdated({ page: { askedAtMs } }: PageCommit, added: readonly AddedRow[]): boolean {
  return added.some(({ before }) => {
    const laterMs = (before?.changedMs ?? askedAtMs) - askedAtMs;
    return laterMs > 0 && laterMs <= longestAnswerMs;
  });
}

/** The result of a page of which nothing is stored. */
export const outdatedPage: PageCommitted = { addedAtMs: [], coverage: null, isOutdated: true };

function columnValue(column: string, text: string | null): string | null {
  if (text === null) return null;
  return indexedColumns.has(column) ? toIndexedText(text) : toStoredText(text);
}

/** The values of a new row, in the order of `rowColumnNames`. */
export function rowValues(
  { line, record, page }: PageCommit,
  pageId: number,
  { row, before }: AddedRow,
): readonly (string | number | null)[] {
  const place = [line.accountId, record, toIndexedText(row.key), (before?.version ?? 0) + 1, 1, line.stream, pageId];
  const times = [row.timeMs, before?.firstSeenMs ?? page.receivedAtMs, page.receivedAtMs];
  const { symbol, currency } = row.columns;
  const rest = { ...row.rest, ...wholeTexts({ key: row.key, symbol, currency }) };
  const columns = archivedColumns.map(column => columnValue(column, row.columns[column]));
  return [...place, ...times, ...columns, JSON.stringify(rest)];
}
