import * as z from 'zod/mini';
import { BackupProgress } from '#shared/domain/archive/backup.ts';
import { Failure, fail, type Result } from '#shared/errors.ts';
import { ArchiveError } from '../archive-store.ts';
import { startThread } from '../worker/worker-store.ts';
import { backUpArchive, type CheckedCounts } from './back-up.ts';

/** What the thread of a backup is given. */
export const BackupJob = z.strictObject({
  archivePath: z.string(),
  /** the file of the backup, which must not exist */
  target: z.string(),
  passphrase: z.string(),
  workFactor: z.exactOptional(z.int()),
});
export type BackupJob = z.infer<typeof BackupJob>;

/** What the thread reports. `ended` is the last. */
export const BackupReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), ...BackupProgress.shape }),
  z.object({
    kind: z.literal('ended'),
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), value: z.object({ pages: z.int(), rows: z.int() }) }),
      z.object({ ok: z.literal(false), error: Failure }),
    ]),
  }),
]);
export type BackupReport = z.infer<typeof BackupReport>;

/** A started backup. */
export type StartBackupThread = (job: BackupJob) => Pick<ReturnType<typeof startThread>, 'onAnswer' | 'onEnd' | 'end'>;

/** Starts `backup-worker` from this file. */
export function startBackupThread(file: string): StartBackupThread {
  return job => startThread(file, job, { passphrase: job.passphrase });
}

async function tryBackup(
  job: BackupJob,
  onProgress: (progress: BackupProgress) => void,
): Promise<Result<CheckedCounts>> {
  try {
    return await backUpArchive({ ...job, onProgress });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return cause instanceof ArchiveError
      ? fail('storage', `The archive could not be copied (${reason}). Check the archive, then try again.`)
      : fail('storage', `The backup could not be written (${reason}). Check the disk, then try again.`);
  }
}

/** Runs a backup and reports each change of its progress, then how it ended. Never rejects. */
export async function runBackup(job: BackupJob, report: (report: BackupReport) => void): Promise<void> {
  let last: BackupProgress | null = null;
  const result = await tryBackup(job, progress => {
    if (last?.step === progress.step && last.percent === progress.percent) return;
    last = progress;
    report({ kind: 'progress', ...progress });
  });
  report({ kind: 'ended', result });
}
