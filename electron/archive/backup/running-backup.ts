import { statSync } from 'node:fs';
import type { BackupStatus } from '#shared/domain/archive/backup.ts';
import { type Failure, fail } from '#shared/errors.ts';
import { operatingSystem } from '#os/operating-system.ts';
import { type CheckedCounts, temporaryFiles } from './back-up.ts';
import { type BackupJob, BackupReport, type StartBackupThread } from './backup-job.ts';

export interface RunningBackupOptions {
  readonly start: StartBackupThread;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** called with each change; a state that is not `running` is the last */
  readonly onStatus: (status: BackupStatus) => void;
}

/** A backup on its thread. */
export interface RunningBackup {
  /** Ends the thread. Resolves when the files of the backup are removed; its last state is `cancelled`. */
  readonly cancel: () => Promise<void>;
}

/** A file that cannot be removed now is replaced by the next backup, or stays under a name that is no backup. */
function removeFiles(files: readonly string[]): void {
  for (const file of files) {
    try {
      operatingSystem.removeFile(file);
    } catch {
      // the system refuses it
    }
  }
}

/** Starts the thread of a backup and follows it. After a failure and a cancel there is no file of it. */
export function startBackup(job: BackupJob, options: RunningBackupOptions): RunningBackup {
  const { nowMs, monotonicMs, onStatus } = options;
  const { archivePath, target } = job;
  const startedAtMs = monotonicMs();
  let isEnded = false;
  let isCancelled = false;
  let cancelling: Promise<void> | null = null;
  const end = (status: BackupStatus): void => {
    isEnded = true;
    onStatus(status);
  };
  const failWith = ({ message }: Failure): void => {
    removeFiles(temporaryFiles({ archivePath, target }).all);
    end({ state: 'failed', reason: message });
  };
  const finish = ({ rows, pages }: CheckedCounts): void => {
    const sizeBytes = statSync(target, { throwIfNoEntry: false })?.size ?? 0;
    const written = { file: target, sizeBytes, rows, answers: pages, finishedAtMs: nowMs() };
    end({ state: 'done', ...written, durationMs: monotonicMs() - startedAtMs });
  };
  const thread = options.start(job);
  const isFollowed = () => !isEnded && !isCancelled;
  thread.onAnswer(raw => {
    const parsed = BackupReport.safeParse(raw);
    if (!parsed.success || !isFollowed()) return;
    const report = parsed.data;
    if (report.kind === 'progress') onStatus({ state: 'running', step: report.step, percent: report.percent });
    else if (report.result.ok) finish(report.result.value);
    else failWith(report.result.error);
  });
  thread.onEnd(reason => {
    if (isFollowed()) failWith(fail('storage', `The backup ended before it was complete: ${reason}.`).error);
  });
  const stop = async (): Promise<void> => {
    isCancelled = true;
    await thread.end();
    // the thread may have given the backup its name in its last moment
    removeFiles([...temporaryFiles({ archivePath, target }).all, target]);
    end({ state: 'cancelled' });
  };
  return {
    cancel: async () => {
      if (isEnded) return;
      cancelling ??= stop();
      await cancelling;
    },
  };
}
