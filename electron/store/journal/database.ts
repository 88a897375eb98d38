import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { operatingSystem } from '#os/operating-system.ts';
import { setAside } from '../atomic-file.ts';
import { attempt } from './attempt.ts';
import { migrations } from './migrations.ts';
import { salvage } from './salvage.ts';
import { preallocateWal } from './wal-space.ts';

export interface DatabaseOptions {
  readonly path: string;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  /** a journal was kept here before: a missing one is a loss */
  readonly isExpected?: boolean;
}

export type OpenedDatabase =
  | { readonly state: 'open'; readonly database: DatabaseSync }
  /** written by a newer Fathom; guessing at it could lose an open action */
  | { readonly state: 'newer' }
  /** it cannot be opened now: the disk is full, read-only or broken */
  | { readonly state: 'failing'; readonly cause: unknown };

/**
 * Opens the journal's file and brings its schema up to date. A damaged file is set aside with a notice, and what can be
 * read of it goes into a clean one.
 */
export function openDatabase(options: DatabaseOptions): OpenedDatabase {
  try {
    const isLost = isMissingOrEmpty(options);
    const first = tryOpen(options.path);
    if (first.state !== 'damaged') {
      if (first.state === 'open' && isLost) reportLoss(first.database, options);
      return first;
    }
    return replaceDamaged(options);
  } catch (cause) {
    return { state: 'failing', cause };
  }
}

function isMissingOrEmpty({ path, isExpected }: DatabaseOptions): boolean {
  if (!existsSync(path)) return isExpected === true;
  // a named pipe in its place must not block the start
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    // SQLite deletes a WAL beside an empty file unread. A crash at the very first start leaves an empty file too: then
    // the
    // notice is not needed
    return fstatSync(file).size === 0;
  } finally {
    closeSync(file);
  }
}

function reportLoss(database: DatabaseSync, { path, nowMs, notice }: DatabaseOptions): void {
  rememberLoss(database, nowMs(), null);
  notice(
    `The order journal ${path} was missing or empty, so earlier actions are unknown. Check the exchange for orders and transfers that you do not expect.`,
  );
}

function rememberLoss(database: DatabaseSync, nowMs: number, lastKeptMs: number | null): void {
  database.prepare('INSERT OR IGNORE INTO losses VALUES (?, ?)').run(nowMs, lastKeptMs);
}

function replaceDamaged({ path, nowMs, notice }: DatabaseOptions): OpenedDatabase {
  const aside = setAsideWithCompanions(path, nowMs());
  const second = tryOpen(path);
  if (second.state !== 'open') return { state: 'failing', cause: new Error('a new journal cannot be begun') };
  const { entries, lastMs } = salvage(aside, second.database);
  rememberLoss(second.database, nowMs(), lastMs);
  const rest =
    lastMs === null
      ? 'Nothing could be read and taken over.'
      : `${entries} of its actions, the last of ${new Date(lastMs).toISOString()}, were read and kept.`;
  notice(
    `The order journal was damaged. It was kept as ${aside}. ${rest} Look at the exchange for orders and transfers that you do not expect.`,
  );
  return second;
}

type Tried =
  | { readonly state: 'open'; readonly database: DatabaseSync }
  | { readonly state: 'damaged' }
  | { readonly state: 'newer' };

function tryOpen(path: string): Tried {
  createPrivate(path);
  const database = new DatabaseSync(path, { timeout: 2000, enableForeignKeyConstraints: true });
  try {
    return prepare(database, path);
  } catch (cause) {
    database.close();
    if (isDamage(cause)) return { state: 'damaged' };
    throw cause;
  }
}

/** SQLite would make the file with the process's umask; made here first, it is private from its first byte. */
function createPrivate(path: string): void {
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  closeSync(openSync(path, flags, 0o600));
  operatingSystem.restrictToOwner(path);
}

function prepare(database: DatabaseSync, path: string): Tried {
  // FULL flushes at each commit, which is what makes an intent a promise; with WAL that is one flush, not three
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  // on macOS an ordinary flush leaves the data in the disk's own cache; elsewhere these change nothing
  database.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;');
  const version = versionOf(database);
  if (version > migrations.length) {
    database.close();
    return { state: 'newer' };
  }
  const check = database.prepare('PRAGMA quick_check(1)').get();
  if (check?.['quick_check'] !== 'ok') {
    database.close();
    return { state: 'damaged' };
  }
  for (let step = version; step < migrations.length; step += 1) migrate(database, step);
  // it works without, only slower
  attempt(() => preallocateWal(path));
  return { state: 'open', database };
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

function migrate(database: DatabaseSync, step: number): void {
  database.exec(`BEGIN IMMEDIATE; ${migrations[step] ?? ''} PRAGMA user_version = ${step + 1}; COMMIT;`);
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

function isDamage(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('errcode' in cause) || typeof cause.errcode !== 'number') return false;
  const primary = cause.errcode % 256;
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB;
}

/** SQLite's companions belong to their file; left behind, they would be played into the new one. */
function setAsideWithCompanions(path: string, nowMs: number): string {
  const aside = setAside(path, nowMs);
  // under this name it is still read together with its file
  if (existsSync(`${path}-wal`)) operatingSystem.renameFile(`${path}-wal`, `${aside}-wal`);
  for (const companion of [`${path}-journal`, `${path}-shm`]) {
    if (existsSync(companion)) setAside(companion, nowMs);
  }
  return aside;
}
