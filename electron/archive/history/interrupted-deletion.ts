import { type HistoryRecord, historyRecords } from '#shared/domain/archive/history.ts';
import type { StreamName } from '#shared/domain/archive/archive.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { unreadableArchive } from '../archive-failures.ts';
import type { ArchiveStore, CoverageLine, DeletedRows } from '../archive-store.ts';
import { streamsOfRecord } from '../streams/streams.ts';

type Store = Pick<ArchiveStore, 'accounts' | 'lines' | 'countOldRows'>;

/** Until when rows of each stream were deleted. */
function deletedUntil(lines: readonly CoverageLine[]): ReadonlyMap<StreamName, number> {
  const ends = new Map<StreamName, number>();
  for (const { stream, deleted } of lines)
    if (deleted !== null) ends.set(stream, Math.max(deleted.toMs, ends.get(stream) ?? deleted.toMs));
  return ends;
}

/** What is left to delete of one record; null: nothing. `undefined`: the archive failed. */
async function leftOf(
  store: Store,
  ends: ReadonlyMap<StreamName, number>,
  { accountId, record }: Pick<DeletedRows, 'accountId'> & { readonly record: HistoryRecord },
): Promise<DeletedRows | null | undefined> {
  const streams = streamsOfRecord(record);
  const beforeMs = Math.max(...streams.map(stream => ends.get(stream) ?? -Infinity));
  if (beforeMs === -Infinity) return null;
  const counts = await store.countOldRows({ accountId, record, beforeMs });
  if (!counts.ok) return undefined;
  // rows before the end of a deletion are not stored again, so a deletion has left these
  const isInterrupted = counts.value.some(({ stream, fromMs }) => fromMs < (ends.get(stream) ?? -Infinity));
  return isInterrupted ? { accountId, record, streams, beforeMs } : null;
}

/** What deletions that ended too early have left in all accounts. Kind `storage`: the archive failed. */
export async function findInterrupted(store: Store): Promise<Result<readonly DeletedRows[]>> {
  const accounts = await store.accounts({});
  if (!accounts.ok) return unreadableArchive;
  const found: DeletedRows[] = [];
  for (const { accountId } of accounts.value) {
    // oxlint-disable-next-line no-await-in-loop -- one account after the other, so that recording continues
    const lines = await store.lines({ accountId });
    if (!lines.ok) return unreadableArchive;
    const ends = deletedUntil(lines.value);
    // oxlint-disable-next-line no-await-in-loop -- the same
    const left = await Promise.all(historyRecords.map(record => leftOf(store, ends, { accountId, record })));
    if (left.includes(undefined)) return unreadableArchive;
    found.push(...left.filter(part => part !== null && part !== undefined));
  }
  return succeed(found);
}
