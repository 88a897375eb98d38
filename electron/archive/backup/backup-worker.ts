import { parentPort, workerData } from 'node:worker_threads';
import { BackupJob, runBackup } from './backup-job.ts';

/** A backup on a thread of its own, because the main thread places orders and the thread of the archive records. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
await runBackup(BackupJob.parse(workerData), report => parentPort?.postMessage(report));
