import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../../journal/attempt.ts';
import { type CheckAnswer, CheckJob, performJob } from './check-job.ts';

/** Reads the whole audit journal on a thread of its own, because that takes seconds and the main thread places orders. */

function answer(): CheckAnswer {
  try {
    return performJob(CheckJob.parse(workerData));
  } catch (cause) {
    return { state: 'failed', reason: reasonOf(cause) };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
parentPort?.postMessage(answer());
