import type { ArchivePlace } from '#archive/archive-place.ts';
import type { ArchiveDatabase, ArchiveResult } from '#archive/archive-store.ts';
import { openPostgresArchive } from '#archive/postgres/postgres-archive.ts';
import { openArchiveForReading } from '#archive/sqlite/open-database.ts';
import { createSqliteMethods } from '#archive/sqlite/sqlite-archive.ts';
import { toArchiveResult } from '#archive/worker/messages.ts';
import type { ReadableArchive } from '../reading/archive-reader.ts';

/** The archive, read while its own thread writes to it. Opens its place when first asked. */
export function openReadableArchive(place: ArchivePlace): ReadableArchive {
  if (place.kind === 'database') return openPostgresArchive(place);
  const { path } = place;
  let methods: ArchiveDatabase | null = null;
  const answer =
    <I, O>(method: (database: ArchiveDatabase) => (question: I) => O) =>
    (question: I): Promise<ArchiveResult<O>> => {
      const result = toArchiveResult(() => {
        methods ??= createSqliteMethods(openArchiveForReading(path), path);
        return method(methods)(question);
      });
      return Promise.resolve(result);
    };
  return {
    accounts: answer(database => database.accounts),
    lines: answer(database => database.lines),
    rowsBetween: answer(database => database.rowsBetween),
    snapshotTimes: answer(database => database.snapshotTimes),
    snapshotsAt: answer(database => database.snapshotsAt),
  };
}
