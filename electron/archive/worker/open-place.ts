import type { ArchivePlace } from '../archive-place.ts';
import type { ArchiveStore } from '../archive-store.ts';
import { openPostgresArchive } from '../postgres/postgres-archive.ts';
import { openSqliteArchive, openSqliteForReading, type SqliteArchive } from '../sqlite/sqlite-archive.ts';
import { runMethod, toArchiveResult, type WorkerAnswer, WorkerResult } from './messages.ts';

/** Runs a method of the port by its name, or `close`. Never rejects. */
export type AskPlace = (method: string, input: unknown) => Promise<WorkerAnswer['result']>;

function openFile(open: () => SqliteArchive): AskPlace {
  let archive: SqliteArchive | null = null;
  return (method, input) => {
    const result = toArchiveResult((): unknown => {
      if (method === 'close') {
        archive?.close();
        archive = null;
        return null;
      }
      archive ??= open();
      return runMethod(archive, method, input);
    });
    return Promise.resolve(result);
  };
}

function openDatabase(store: ArchiveStore): AskPlace {
  return async (method, input) => {
    const answer = toArchiveResult(() => runMethod(store, method, input));
    if (!answer.ok) return answer;
    const value = await answer.value;
    return method === 'close' ? { ok: true, value: null } : WorkerResult.parse(value);
  };
}

/** Opens nothing before the first question. */
export function openPlace(place: ArchivePlace): AskPlace {
  if (place.kind === 'database') return openDatabase(openPostgresArchive(place));
  const { path, isForReading = false } = place;
  return openFile(() => (isForReading ? openSqliteForReading(path) : openSqliteArchive({ path })));
}
