import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { LastBackup } from '#shared/domain/archive/backup.ts';
import { EpochMs } from '#shared/domain/scalars.ts';
import { operatingSystem } from '#os/operating-system.ts';
import { readDatabaseFile } from '../postgres/connection/database-file.ts';

/** The file beside the archive that has the time of its last backup. */

const fileName = 'archive-backup.json';
const BackupNote = z.strictObject({ version: z.literal(1), finishedAtMs: EpochMs });

/** The last backup of the archive in this data folder. Never throws. */
export function readLastBackup(dataDir: string): LastBackup {
  if (readDatabaseFile(dataDir).kind !== 'file') return { state: 'in-database' };
  try {
    const { finishedAtMs } = BackupNote.parse(JSON.parse(readFileSync(join(dataDir, fileName), 'utf8')));
    return { state: 'done', finishedAtMs };
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    return { state: isMissing ? 'never' : 'unknown' };
  }
}

/** Keeps when the backup was written. A backup that cannot be noted is a backup all the same. */
export function noteBackup({ archivePath, target }: { readonly archivePath: string; readonly target: string }): void {
  const path = join(dirname(archivePath), fileName);
  const partial = `${path}.${process.pid}.partial`;
  try {
    const note = { version: 1, finishedAtMs: Math.round(statSync(target).mtimeMs) };
    operatingSystem.removeFile(partial);
    writeFileSync(partial, `${JSON.stringify(note)}\n`, { mode: 0o600, flag: 'wx' });
    operatingSystem.renameFile(partial, path);
  } catch {
    // the disk is full, for example: the time of the backup before stays
  }
}
