import type { ArchivedPlace } from '#shared/domain/archive/archived-page.ts';
import type { ArchivedRow, ArchiveResult, ArchiveStore } from '../archive-store.ts';
import type { RecordName } from '../records/columns.ts';

/** An archived row with the record that it belongs to. */
export interface RecordRow extends ArchivedRow {
  readonly record: RecordName;
}

interface RowsQuestion {
  readonly accountId: number;
  /** their rows are shown as one list; keys differ between them */
  readonly records: readonly RecordName[];
  /** the last row of the page before; null: the newest rows */
  readonly after: ArchivedPlace | null;
  readonly isWanted: (row: ArchivedRow) => boolean;
  /** rows of a page at the most */
  readonly limit: number;
}

interface RowsPage {
  readonly rows: readonly RecordRow[];
  /** null: there are no older rows */
  readonly next: ArchivedPlace | null;
}

/** Rows that are read at once, and how often for one page: a rare row does not hold up the archive. */
const chunkSize = 500;
const mostChunks = 20;

/** Newest first, as the store lists the rows of a record. */
function comparePlaces(a: ArchivedPlace, b: ArchivedPlace): number {
  if (a.timeMs !== b.timeMs) return b.timeMs - a.timeMs;
  return a.key === b.key ? 0 : a.key < b.key ? 1 : -1;
}

function toPlace({ timeMs, key }: ArchivedPlace): ArchivedPlace {
  return { timeMs, key };
}

/** The next rows of all records, down to where each of them was read. */
async function readChunk(
  store: Pick<ArchiveStore, 'rows'>,
  { accountId, records, after }: RowsQuestion,
): Promise<ArchiveResult<RowsPage>> {
  const rows: RecordRow[] = [];
  const ends: ArchivedPlace[] = [];
  for (const record of records) {
    // oxlint-disable-next-line no-await-in-loop -- the store answers one question after the other
    const read = await store.rows({ accountId, record, limit: chunkSize, ...(after && { after }) });
    if (!read.ok) return read;
    rows.push(...read.value.map(row => ({ ...row, record })));
    const last = read.value.at(-1);
    if (last !== undefined && read.value.length === chunkSize) ends.push(toPlace(last));
  }
  const end = ends.toSorted(comparePlaces)[0] ?? null;
  // below its end a record has rows that were not read
  const known = end === null ? rows : rows.filter(row => comparePlaces(row, end) <= 0);
  return { ok: true, value: { rows: records.length === 1 ? known : known.toSorted(comparePlaces), next: end } };
}

/** One page of the rows of several records, newest first. A page may have fewer rows than its limit, or none, and still a next one. */
export async function pageRows(
  store: Pick<ArchiveStore, 'rows'>,
  question: RowsQuestion,
): Promise<ArchiveResult<RowsPage>> {
  const { limit, isWanted } = question;
  const rows: RecordRow[] = [];
  let after = question.after;
  for (let chunks = 0; chunks < mostChunks; chunks += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins after the one before
    const chunk = await readChunk(store, { ...question, after });
    if (!chunk.ok) return chunk;
    rows.push(...chunk.value.rows.filter(isWanted));
    after = chunk.value.next;
    const last = rows[limit - 1];
    const hasMore = rows.length > limit || after !== null;
    if (last !== undefined)
      return { ok: true, value: { rows: rows.slice(0, limit), next: hasMore ? toPlace(last) : null } };
    if (after === null) break;
  }
  return { ok: true, value: { rows, next: after } };
}
