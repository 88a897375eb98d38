import { closeSync, constants, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { operatingSystem } from '#os/operating-system.ts';

/** SQLite would make the file with the umask of the process; made here it is private from its first byte. */
export function createPrivateFile(path: string): void {
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  closeSync(openSync(path, flags, 0o600));
  operatingSystem.restrictToOwner(path);
}

/**
 * Writes what the database holds at this moment into a file that only its owner may read. What is in that file is replaced.
 * Throws what SQLite or the file system throws.
 */
export function copyDatabase(database: DatabaseSync, path: string): void {
  operatingSystem.removeFile(path);
  // SQLite writes into an empty file, and refuses one with content
  createPrivateFile(path);
  database.prepare('VACUUM INTO ?').run(path);
}
