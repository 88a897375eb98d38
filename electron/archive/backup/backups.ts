import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupStatus, LastBackup } from '#shared/domain/archive/backup.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { archiveFile } from '../archive-file.ts';
import { checkDisks } from './back-up.ts';
import { explainDatabase } from './database-sentence.ts';
import type { FreeBytes } from './disk-space.ts';
import { readLastBackup } from './last-backup.ts';
import { type RunningBackup, type RunningBackupOptions, startBackup } from './running-backup.ts';

export interface BackupsOptions extends Omit<RunningBackupOptions, 'onStatus'> {
  readonly dataDir: string;
  /** tests hand in others */
  readonly freeBytes?: FreeBytes | undefined;
  readonly workFactor?: number | undefined;
}

/** Asks the user for a new passphrase until `take` accepts it. `declined`: the user gave none. */
export type AskPassphrase = <T>(take: (passphrase: string) => Promise<Result<T>>) => Promise<Result<T>>;

export type OnBackupEnd = (file: string, status: BackupStatus) => void;

/** Backups of the archive into the folder `backups` of the data folder, one at a time, while recording continues. */
export interface Backups {
  /** gets the files of the backups */
  readonly folder: string;
  /**
   * Whether a backup can begin now. `invalid-request`: one is running, or the archive is in a database; `not-found`: there is
   * no archive; `storage`: the disk is too full.
   */
  readonly check: () => Result<null>;
  /** Begins a backup and returns its file. `onEnd` gets its last status. The failures are those of `check`. */
  readonly begin: (passphrase: string, onEnd: OnBackupEnd) => Result<{ readonly file: string }>;
  /** Ends the running backup. Resolves when its files are removed; does nothing when none is running. */
  readonly cancel: () => Promise<void>;
  readonly status: () => BackupStatus;
  /** the last one of this data folder, also of an earlier start or of the command */
  readonly last: () => LastBackup;
  /** Ends the running backup, and begins none afterwards. */
  readonly close: () => Promise<void>;
}

const stampOf = (epochMs: number) => new Date(epochMs).toISOString().replaceAll(/[:.]/g, '-');

function makeFolder(folder: string): Result<null> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return succeed(null);
  } catch (cause) {
    return fail(
      'storage',
      `The folder ${folder} cannot be created (${String(cause)}). Check the rights of its parent.`,
    );
  }
}

export function createBackups(options: BackupsOptions): Backups {
  const { dataDir, nowMs, freeBytes, workFactor } = options;
  const archivePath = join(dataDir, archiveFile);
  const folder = join(dataDir, 'backups');
  let running: RunningBackup | null = null;
  let status: BackupStatus = { state: 'none' };
  let isClosed = false;

  const check = (): Result<null> => {
    if (isClosed) return fail('closed', 'Fathom is shutting down, so no backup was started.');
    if (status.state === 'running')
      return fail('invalid-request', 'A backup of the archive is running. Wait for its end, or cancel it.');
    const inDatabase = explainDatabase(dataDir);
    if (inDatabase !== null) return fail('invalid-request', inDatabase);
    if (!existsSync(archivePath)) return fail('not-found', 'Nothing is recorded yet, so there is nothing to back up.');
    // the folder of the backups is on the disk of the archive
    return checkDisks({ archivePath, target: archivePath, freeBytes });
  };
  const cancel = async (): Promise<void> => running?.cancel();
  return {
    folder,
    check,
    begin: (passphrase, onEnd) => {
      const checked = check();
      if (!checked.ok) return checked;
      const made = makeFolder(folder);
      if (!made.ok) return made;
      const file = join(folder, `archive-${stampOf(nowMs())}.age`);
      const job = { archivePath, target: file, passphrase, ...(workFactor === undefined ? {} : { workFactor }) };
      status = { state: 'running', step: 'copy', percent: null };
      running = startBackup(job, {
        ...options,
        onStatus: next => {
          status = next;
          if (next.state !== 'running') onEnd(file, next);
        },
      });
      return succeed({ file });
    },
    cancel,
    status: () => status,
    last: () => readLastBackup(dataDir),
    close: async () => {
      isClosed = true;
      await cancel();
    },
  };
}
