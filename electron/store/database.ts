import { chmodSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { codeOf, setAside } from './atomic-file.ts';
import { migrations } from './migrations.ts';

export interface DatabaseOptions {
  readonly path: string;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
}

type Opened = { readonly state: 'open'; readonly database: DatabaseSync } | { readonly state: 'damaged' | 'newer' };

/**
 * Opens the journal's file and brings its schema up to date. A damaged file is set aside with a notice and a clean one
 * begun; one written by a newer Fathom is an error (`storage`), because guessing at it could lose an open intent.
 */
export function openDatabase(options: DatabaseOptions): Result<DatabaseSync> {
  try {
    const first = tryOpen(options.path);
    if (first.state === 'open') return succeed(first.database);
    if (first.state === 'newer') return failNewer(options.path);
    const aside = setAsideWithCompanions(options.path, options.nowMs());
    options.notice(`The order journal was damaged. It was kept as ${aside}; Fathom has begun a new one.`);
    const second = tryOpen(options.path);
    if (second.state === 'open') return succeed(second.database);
    return fail('storage', `The order journal ${options.path} cannot be opened.`);
  } catch (cause) {
    return fail('storage', `The order journal ${options.path} cannot be opened (${codeOf(cause)}).`);
  }
}

function failNewer(path: string) {
  return fail(
    'storage',
    `${path} was written by a newer version of Fathom. Start that version, or move the file away.`,
  );
}

function tryOpen(path: string): Opened {
  createPrivate(path);
  const database = new DatabaseSync(path, { timeout: 2000, enableForeignKeyConstraints: true });
  try {
    return prepare(database);
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
  chmodSync(path, 0o600);
}

function prepare(database: DatabaseSync): Opened {
  // FULL flushes at each commit, which is what makes an intent a promise; with WAL that is one flush, not three
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
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

/** SQLite's rollback journal belongs to its file; left behind, it would be played into the new one. */
function setAsideWithCompanions(path: string, nowMs: number): string {
  const aside = setAside(path, nowMs);
  for (const companion of [`${path}-journal`, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(companion)) setAside(companion, nowMs);
  }
  return aside;
}
