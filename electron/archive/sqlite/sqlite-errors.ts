import { ArchiveError, type ArchiveFault } from '../archive-store.ts';

/** SQLite's primary result codes. */
const sqliteFaults: ReadonlyMap<number, ArchiveFault> = new Map([
  [11, 'damaged'], // SQLITE_CORRUPT
  [13, 'disk-full'], // SQLITE_FULL
  [26, 'damaged'], // SQLITE_NOTADB
]);

function numberIn(cause: object, name: string): number | null {
  const value: unknown = Reflect.get(cause, name);
  return typeof value === 'number' ? value : null;
}

function faultOf(cause: Error): ArchiveFault {
  const code = numberIn(cause, 'errcode');
  if (code !== null) return sqliteFaults.get(code % 256) ?? 'unwritable';
  return 'code' in cause && cause.code === 'ENOSPC' ? 'disk-full' : 'unwritable';
}

/** What the database or the file system threw, as an `ArchiveError`. */
export function archiveErrorOf(cause: unknown): ArchiveError {
  if (cause instanceof ArchiveError) return cause;
  if (!(cause instanceof Error)) return new ArchiveError('unwritable', String(cause));
  return new ArchiveError(faultOf(cause), cause.message, { cause });
}
