import { parentPort, workerData } from 'node:worker_threads';
import { ArchivePlace } from '../archive-place.ts';
import { WorkerQuestion } from './messages.ts';
import { openPlace } from './open-place.ts';

/** The archive on a thread of its own, because the main thread places orders. Opens its place when first asked. */

const ask = openPlace(ArchivePlace.parse(workerData));

async function answer(raw: unknown): Promise<void> {
  const { id, method, input } = WorkerQuestion.parse(raw);
  const result = await ask(method, input);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
  parentPort?.postMessage({ id, result });
}

parentPort?.on('message', (raw: unknown) => void answer(raw));
