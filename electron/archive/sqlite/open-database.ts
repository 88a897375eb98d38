import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { operatingSystem } from '#os/operating-system.ts';
import { ArchiveError } from '../archive-store.ts';
import { toStreamName } from '../records/stored-line.ts';
import { copyDatabase, createPrivateFile } from './copy-database.ts';
import { migrations as releasedMigrations } from './migrations.ts';
import { archiveErrorOf } from './sqlite-errors.ts';

export interface ArchiveFileOptions {
  readonly path: string;
  /** tests hand in others */
  readonly migrations?: readonly string[];
  /** the most pages of the file, for tests of a full disk */
  readonly maxPages?: number;
  /** free bytes of the disk; null: the file system does not report it */
  readonly freeBytes?: () => number | null;
}

/** Left free after a copy of the archive. */
export const spareBytes = 64 * 1024 * 1024;

/** Free bytes of the file system that holds the file. */
export function freeBytesBeside(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return null; // not every file system reports it
  }
}

/**
 * Opens the archive's file, which only its owner may read, and brings its schema up to date. Before each migration of a file
 * with content a copy is written beside it. Throws `ArchiveError`.
 */
export function openArchiveFile(options: ArchiveFileOptions): DatabaseSync {
  try {
    createPrivateFile(options.path);
    return prepare(options);
  } catch (cause) {
    throw archiveErrorOf(cause);
  }
}

/** Opens an existing file for reading, while another process may write to it. Throws `ArchiveError`. */
export function openArchiveForReading(path: string): DatabaseSync {
  return openReadOnly(path, releasedMigrations.length);
}

/** Opens the copy of an archive, which an earlier version of Fathom may have written. Throws `ArchiveError`. */
export function openArchiveCopy(path: string): DatabaseSync {
  return openReadOnly(path, 1);
}

function openReadOnly(path: string, leastVersion: number): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
    try {
      const version = versionOf(database);
      if (version < leastVersion || version > releasedMigrations.length) throw otherVersion(version);
      checkStreams(database);
      return database;
    } catch (cause) {
      database.close();
      throw cause;
    }
  } catch (cause) {
    throw archiveErrorOf(cause);
  }
}

function prepare(options: ArchiveFileOptions): DatabaseSync {
  const database = new DatabaseSync(options.path, { timeout: 2000, enableForeignKeyConstraints: true });
  try {
    // before any setting: the file of a newer version stays as it is
    checkVersion(database, options);
    // only a file without tables takes this setting: deleted rows then give their space back to the system
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    // NORMAL: a power cut may lose the last commits, never the file; what is lost is read again, because the coverage of it
    // is lost with it
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const check = database.prepare('PRAGMA quick_check(1)').get();
    if (check?.['quick_check'] !== 'ok') throw new ArchiveError('damaged', String(check?.['quick_check']));
    migrate(database, options);
    if (options.maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${options.maxPages}`);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function otherVersion(version: number): ArchiveError {
  return new ArchiveError('newer-version', `the archive has schema version ${version}`);
}

/** The names of streams that the file has are those that this version knows. Throws `ArchiveError`. */
function checkStreams(database: DatabaseSync): void {
  for (const { stream } of database.prepare('SELECT DISTINCT stream FROM lines').all()) toStreamName(String(stream));
}

function checkVersion(
  database: DatabaseSync,
  { migrations = releasedMigrations }: Pick<ArchiveFileOptions, 'migrations'>,
): void {
  const version = versionOf(database);
  if (version > migrations.length) throw otherVersion(version);
  if (version > 0) checkStreams(database);
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

function migrate(
  database: DatabaseSync,
  { path, migrations = releasedMigrations, ...options }: ArchiveFileOptions,
): void {
  const { freeBytes = () => freeBytesBeside(path) } = options;
  const version = versionOf(database);
  for (let step = version; step < migrations.length; step += 1) {
    // a file that was created just now has nothing to lose
    if (version > 0) backUp(database, { path, version: step, freeBytes });
    database.exec(`BEGIN IMMEDIATE; ${migrations[step] ?? ''} PRAGMA user_version = ${step + 1}; COMMIT;`);
  }
}

interface BackUpOptions {
  readonly path: string;
  readonly version: number;
  readonly freeBytes: () => number | null;
}

/** The name of the copy that is written before a migration from this version. */
export function backupPath(path: string, version: number): string {
  return `${path}.version-${version}`;
}

/** A migration and its backup need as much again as the file has. */
function backUp(database: DatabaseSync, { path, version, freeBytes }: BackUpOptions): void {
  const neededBytes = 2 * statSync(path).size + spareBytes;
  const free = freeBytes();
  if (free !== null && free < neededBytes) {
    throw new ArchiveError('disk-full', `a migration needs ${neededBytes} bytes and ${free} are free`);
  }
  const copy = backupPath(path, version);
  // left by a migration that failed: that copy is of the same version
  if (existsSync(copy)) return;
  const partial = `${copy}.partial`;
  copyDatabase(database, partial);
  operatingSystem.renameFile(partial, copy);
}
