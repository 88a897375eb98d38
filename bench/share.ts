import { performance } from 'node:perf_hooks';

/** The time limit of a bench is passed to it, so that it can measure fewer rounds on a slow machine. */
export const shareVariable = 'FATHOM_BENCH_SHARE_MS';

/** What is left of its time when a bench should begin to bring its result home. */
const reserve = 0.3;

/** Whether a bench has time for another round of this length: set by the runner; alone it has no limit. */
export function hasTimeLeft(roundMs = 0): boolean {
  const shareMs = Number(process.env[shareVariable] ?? Number.POSITIVE_INFINITY);
  return performance.now() + roundMs < shareMs * (1 - reserve);
}
