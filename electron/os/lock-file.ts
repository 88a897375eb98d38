import { closeSync, lstatSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Two that ask in the same moment can each be refused: SQLite asks again for so long, and one of them gets it. */
const waitMs = 100;
/** SQLITE_BUSY: another connection holds the lock. */
const busyCode = 5;

/** Gives the file free. Safe to call twice. */
export interface HeldFile {
  readonly release: () => void;
}

/**
 * Locks a file for this process until `release`, or until the process ends in whatever way: an exclusive transaction of
 * SQLite on an empty database, whose lock the system itself drops with the process. The file stays empty and stays there:
 * removing it could remove the lock of another. Null: another holds it. Throws what the file system or SQLite throws.
 *
 * Nothing else may open this file: on POSIX systems closing any descriptor of it drops the lock of the whole process.
 */
export function lockFile(path: string): HeldFile | null {
  createEmpty(path);
  const database = new DatabaseSync(path, { timeout: waitMs });
  try {
    // the journal in memory: the transaction writes nothing, so a full disk does not prevent it and a kill leaves nothing
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
  } catch (cause) {
    database.close();
    if (isBusy(cause)) return null;
    throw cause;
  }
  let isHeld = true;
  return {
    release: () => {
      if (!isHeld) return;
      isHeld = false;
      database.close();
    },
  };
}

/** An existing file is not opened here, see above; it must be an ordinary one. */
function createEmpty(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    closeNew(path);
    return;
  }
  if (!found.isFile()) throw new Error(`${path} is not a regular file. Move it away, then start Fathom again`);
}

/** A rival may create it in the same moment: then it is there. */
function closeNew(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  }
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && cause.errcode === busyCode;
}
