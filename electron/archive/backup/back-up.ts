import { existsSync, statSync } from 'node:fs';
import type { BackupProgress, BackupStep } from '#shared/domain/archive/backup.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { operatingSystem } from '#os/operating-system.ts';
import type { ArchiveVerification } from '../archive-store.ts';
import { copyDatabase } from '../sqlite/copy-database.ts';
import { openArchiveCopy, openArchiveForReading } from '../sqlite/open-database.ts';
import { verifyArchive } from '../sqlite/verify.ts';
import { encryptFile, hashEncrypted, hashFile, type OnBytes } from './age-file.ts';
import { archiveBytes, checkSpace, type FreeBytes } from './disk-space.ts';
import { noteBackup } from './last-backup.ts';
import { checkPassphrase } from './passphrase.ts';

export interface BackupOptions {
  readonly archivePath: string;
  /** the file of the backup, which must not exist */
  readonly target: string;
  readonly passphrase: string;
  /** tests hand in others */
  readonly freeBytes?: FreeBytes | undefined;
  readonly workFactor?: number | undefined;
  /** number of this process, which runs one backup at a time */
  readonly pid?: number | undefined;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

interface TemporaryFiles {
  /** the plain copy of the archive */
  readonly copy: string;
  /** the backup before it gets its name */
  readonly partial: string;
  /** both, and what SQLite may put beside the copy. A killed process leaves them. */
  readonly all: readonly string[];
}

/** The files of a backup that exist only while it runs. Two processes that back up at once have different ones. */
export function temporaryFiles({
  archivePath,
  target,
  pid = process.pid,
}: Pick<BackupOptions, 'archivePath' | 'target' | 'pid'>): TemporaryFiles {
  const [copy, partial] = [`${archivePath}.backup-copy-${pid}`, `${target}.${pid}.partial`];
  return { copy, partial, all: [copy, `${copy}-wal`, `${copy}-shm`, `${copy}-journal`, partial] };
}

/** What a backup or a restored archive holds. */
export type CheckedCounts = Omit<ArchiveVerification, 'faults'>;

/** Recounts and hashes a copy of the archive. Kind `storage`: it has faults, which the sentence lists. */
export function verifyCopy(path: string): Result<CheckedCounts> {
  const copy = openArchiveCopy(path);
  try {
    const { pages, rows, faults } = verifyArchive(copy);
    if (faults.length === 0) return succeed({ pages, rows });
    return fail('storage', `The check found ${faults.length} faults: ${faults.slice(0, 10).join(' ')}`);
  } finally {
    copy.close();
  }
}

/**
 * Whether the disks have room for a backup: two copies of the archive exist for a moment, the plain one beside the archive and
 * the encrypted one. Kind `storage`: they have not.
 */
export function checkDisks({
  archivePath,
  target,
  freeBytes,
}: Pick<BackupOptions, 'archivePath' | 'target' | 'freeBytes'>): Result<null> {
  const bytes = archiveBytes(archivePath);
  // both copies may be on one disk
  const beside = checkSpace(archivePath, 2 * bytes, freeBytes);
  return beside.ok ? checkSpace(target, bytes, freeBytes) : beside;
}

function alreadyExists(target: string) {
  return fail('invalid-request', `${target} exists already. A backup overwrites no file: choose another name.`);
}

/** Reports how many percent of the file the step has read. */
function countPercent(file: string, step: BackupStep, { onProgress }: BackupOptions): OnBytes {
  const { size } = statSync(file);
  return bytes => onProgress?.({ step, percent: Math.min(100, Math.floor((100 * bytes) / Math.max(1, size))) });
}

async function encryptChecked(copy: string, options: BackupOptions): Promise<Result<null>> {
  const { target, passphrase, workFactor } = options;
  const { partial } = temporaryFiles(options);
  operatingSystem.removeFile(partial);
  try {
    await encryptFile({
      from: copy,
      to: partial,
      passphrase,
      workFactor,
      onBytes: countPercent(copy, 'encrypt', options),
    });
    const written = await hashEncrypted(partial, passphrase, countPercent(partial, 'compare', options));
    if (written !== (await hashFile(copy)))
      return fail('storage', `${target} could not be read back as it was written. Check the disk and try again.`);
    if (existsSync(target)) return alreadyExists(target);
    operatingSystem.renameFile(partial, target);
    return succeed(null);
  } finally {
    operatingSystem.removeFile(partial);
  }
}

/**
 * Writes an encrypted backup of the archive as it is at this moment, while Fathom may write to it. The copy is checked before
 * it is encrypted, and the encrypted file is read back. Throws `ArchiveError`, or what the file system throws; then and after
 * a failure there is no backup.
 */
export async function backUpArchive(options: BackupOptions): Promise<Result<CheckedCounts>> {
  const { archivePath, target, passphrase, onProgress } = options;
  const strong = checkPassphrase(passphrase);
  if (!strong.ok) return strong;
  if (existsSync(target)) return alreadyExists(target);
  const space = checkDisks(options);
  if (!space.ok) return space;
  const { copy } = temporaryFiles(options);
  try {
    onProgress?.({ step: 'copy', percent: null });
    const archive = openArchiveForReading(archivePath);
    try {
      copyDatabase(archive, copy);
    } finally {
      archive.close();
    }
    onProgress?.({ step: 'check', percent: null });
    const counts = verifyCopy(copy);
    if (!counts.ok) return counts;
    const written = await encryptChecked(copy, options);
    if (!written.ok) return written;
    noteBackup(options);
    return counts;
  } finally {
    operatingSystem.removeFile(copy);
  }
}
