import type { DatabasePlace } from '#archive/archive-place.ts';
import type { ArchiveResult } from '#archive/archive-store.ts';
import { createWorkerStore, type StartArchiveThread } from '#archive/worker/worker-store.ts';
import { wait as systemWait } from '#time/wait.ts';

/** Connects to the database with its password, and closes the connection. */
export type TryDatabase = (place: DatabasePlace) => Promise<ArchiveResult<unknown>>;

const longestTrialMs = 15_000;

const noAnswer = {
  ok: false,
  fault: 'database-failed',
  detail: `it did not answer within ${longestTrialMs / 1000} seconds`,
} as const;

/**
 * Tries on a thread of its own: an answer that the driver cannot read may throw, or never come to an end, and the main thread
 * places orders. Answers within 15 s; the thread ends at most 3 s later.
 */
export function createDatabaseTrial(start: StartArchiveThread, wait = systemWait): TryDatabase {
  return async place => {
    const store = createWorkerStore(() => Promise.resolve({ ok: true, value: place }), start, wait);
    const trial = new AbortController();
    const answer = await Promise.race([store.accounts({}), wait(longestTrialMs, trial.signal).then(() => noAnswer)]);
    trial.abort();
    void store.close();
    return answer;
  };
}
