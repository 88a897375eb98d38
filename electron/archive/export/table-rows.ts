import type { ArchiveDatabase, ArchivedRow } from '../archive-store.ts';
import { archivedColumns, columnName, type RecordName } from '../records/columns.ts';

/** What is exported: current versions of rows, the newest first. */
export interface RowFilter {
  /** absent: from the first row on */
  readonly fromMs: number | null;
  /** not included; absent: to the last row */
  readonly toMs: number | null;
}

/** The columns of every exported file, in their order. Keys are English and stable. */
export const exportedKeys: readonly string[] = [
  'time_utc',
  'key',
  'stream',
  'version',
  ...archivedColumns.map(columnName),
  'first_seen_utc',
  'changed_utc',
  'other_fields',
];

const utc = (ms: number) => new Date(ms).toISOString();

/** The values of a row in the order of `exportedKeys`. Decimals are the text of the exchange; null: not applicable. */
export function exportedValues(row: ArchivedRow): readonly (string | null)[] {
  return [
    utc(row.timeMs),
    row.key,
    row.stream,
    String(row.version),
    ...archivedColumns.map(name => row.columns[name]),
    utc(row.firstSeenMs),
    utc(row.changedMs),
    JSON.stringify(row.rest),
  ];
}

const pageRows = 5_000;

/** The rows of a record within the filter, page by page. */
export function* readPages(
  archive: Pick<ArchiveDatabase, 'rows'>,
  { accountId, record }: { readonly accountId: number; readonly record: RecordName },
  { fromMs, toMs }: RowFilter,
): Generator<readonly ArchivedRow[]> {
  // no key is less than the empty one, so that no row at `toMs` is included
  let after = toMs === null ? undefined : { timeMs: toMs, key: '' };
  for (;;) {
    const page = archive.rows({ accountId, record, limit: pageRows, after });
    const wanted = page.filter(({ timeMs }) => fromMs === null || timeMs >= fromMs);
    if (wanted.length > 0) yield wanted;
    const last = page.at(-1);
    if (last === undefined || wanted.length < pageRows) return;
    after = { timeMs: last.timeMs, key: last.key };
  }
}
