import type { ArchiveResult, ArchiveStore } from '../archive-store.ts';
import { openSqliteArchive } from '../sqlite/sqlite-archive.ts';
import { toArchiveResult } from '../worker/messages.ts';

function answer<I, O>(method: (question: I) => O): (question: I) => Promise<ArchiveResult<O>> {
  return question => Promise.resolve(toArchiveResult(() => method(question)));
}

/** The archive in a file, in the thread of the test. */
export function openLocalStore(path: string): ArchiveStore {
  const archive = openSqliteArchive({ path });
  return {
    openAccount: answer(archive.openAccount),
    openLine: answer(archive.openLine),
    lines: answer(archive.lines),
    commitPage: answer(archive.commitPage),
    symbols: answer(archive.symbols),
    currencies: answer(archive.currencies),
    rows: answer(archive.rows),
    rowsBetween: answer(archive.rowsBetween),
    searchRows: answer(archive.searchRows),
    countRows: answer(archive.countRows),
    versions: answer(archive.versions),
    countOldRows: answer(archive.countOldRows),
    beginDeletion: answer(archive.beginDeletion),
    deleteOldRows: answer(archive.deleteOldRows),
    saveSnapshot: answer(archive.saveSnapshot),
    thinSnapshots: answer(archive.thinSnapshots),
    newestSnapshot: answer(archive.newestSnapshot),
    snapshotTimes: answer(archive.snapshotTimes),
    snapshotsAt: answer(archive.snapshotsAt),
    figures: answer(archive.figures),
    accounts: answer(archive.accounts),
    verify: answer(archive.verify),
    close: async () => archive.close(),
  };
}

/** An adapter that a test opens; `reopen` closes it and opens the same data again. */
export interface OpenedStore {
  readonly store: ArchiveStore;
  readonly reopen: () => Promise<ArchiveStore>;
  readonly remove: () => Promise<void>;
}
export type OpenStore = () => Promise<OpenedStore>;

/** The value of an answer. Throws when it is a failure. */
export async function valueOf<T>(asked: Promise<ArchiveResult<T>>): Promise<T> {
  const result = await asked;
  if (!result.ok) throw new Error(`${result.fault}: ${result.detail}`);
  return result.value;
}
