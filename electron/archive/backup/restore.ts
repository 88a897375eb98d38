import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Result } from '#shared/errors.ts';
import { operatingSystem } from '#os/operating-system.ts';
import { archiveFile } from '../archive-file.ts';
import { decryptFile, UnreadableBackup } from './age-file.ts';
import { type CheckedCounts, verifyCopy } from './back-up.ts';
import { checkSpace, type FreeBytes } from './disk-space.ts';

export interface RestoreOptions {
  readonly backup: string;
  /** gets the archive; it is created where it does not exist, and must not hold an archive */
  readonly folder: string;
  readonly passphrase: string;
  /** tests hand in another */
  readonly freeBytes?: FreeBytes | undefined;
}

/** A database and the files that SQLite puts beside it. */
function filesOf(path: string): readonly string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}

function removeDatabase(path: string): void {
  for (const file of filesOf(path)) operatingSystem.removeFile(file);
}

function hasArchive(folder: string): boolean {
  return filesOf(join(folder, archiveFile)).some(file => existsSync(file));
}

function explain(cause: unknown, backup: string): Result<never> {
  if (!(cause instanceof UnreadableBackup)) throw cause;
  if (cause.isPassphrase)
    return fail('invalid-request', `The passphrase does not open ${backup}. Enter the passphrase of this backup.`);
  return fail('storage', `${backup} is not a whole backup (${cause.message}). Use another copy of it.`);
}

/**
 * Restores a backup into a folder without an archive. The archive gets its name only after its rows are counted and its
 * pages hashed again. Throws `ArchiveError`, or what the file system throws; then and after a failure the folder has no
 * archive.
 */
export async function restoreArchive(options: RestoreOptions): Promise<Result<CheckedCounts>> {
  const { backup, folder, passphrase, freeBytes } = options;
  const target = join(folder, archiveFile);
  const taken = fail(
    'invalid-request',
    `${folder} has an archive already. Restoring overwrites none: choose another folder.`,
  );
  if (hasArchive(folder)) return taken;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const space = checkSpace(target, statSync(backup).size, freeBytes);
  if (!space.ok) return space;
  const partial = `${target}.restoring`;
  removeDatabase(partial);
  try {
    await decryptFile({ from: backup, to: partial, passphrase });
    const counts = verifyCopy(partial);
    if (!counts.ok) return counts;
    if (hasArchive(folder)) return taken;
    operatingSystem.renameFile(partial, target);
    return counts;
  } catch (cause) {
    return explain(cause, backup);
  } finally {
    removeDatabase(partial);
  }
}
