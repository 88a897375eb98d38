import type { Clock } from '#time/clock.ts';

/** How long to wait before the next snapshot is asked for, and whether the book is to be called stale meanwhile. */
export interface Pause {
  readonly waitMs: number;
  readonly isStale: boolean;
}

/** How eagerly a book is made right again. docs/faults.md §4. */
export interface ResyncPolicy {
  /** the book was right and is not any more: at once, but slowly after three of them within a minute */
  readonly lost: () => Pause;
  /** a snapshot could not be had or did not fit; `retryAtMs` is when the exchange will answer again, epoch ms */
  readonly failed: (retryAtMs: number | undefined) => Pause;
  /** the book is right */
  readonly settled: () => void;
}

const minuteMs = 60_000;
const mostLosses = 3;
const slowRetryMs = 15_000;
const firstRetryMs = 250;
const longestRetryMs = 30_000;
/** From the third time on it is no hiccup. */
const failuresBeforeStale = 3;

export function createResyncPolicy({ nowMs, monotonicMs, random }: Clock): ResyncPolicy {
  let losses: number[] = [];
  let failures = 0;
  /** half fixed, half chance: never zero, so that no loop gets hot, and never in step with others */
  const jittered = (ms: number) => ms / 2 + (random() * ms) / 2;
  return {
    lost() {
      const atMs = monotonicMs();
      losses = [...losses.filter(lossMs => atMs - lossMs < minuteMs), atMs].slice(-mostLosses - 1);
      if (losses.length <= mostLosses) return { waitMs: 0, isStale: false };
      return { waitMs: jittered(2 * slowRetryMs), isStale: true };
    },
    failed(retryAtMs) {
      failures += 1;
      const backOffMs = jittered(Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10)));
      const requestedMs = retryAtMs === undefined ? 0 : retryAtMs - nowMs() + random() * firstRetryMs;
      return { waitMs: Math.max(backOffMs, requestedMs), isStale: failures >= failuresBeforeStale };
    },
    settled() {
      failures = 0;
    },
  };
}
