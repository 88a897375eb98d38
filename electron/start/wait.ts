import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (cause) {
    if (signal?.aborted !== true) throw cause;
  }
}
