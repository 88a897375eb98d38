import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';

/** How much slower this machine is now than the quiet machine for which the time limits of the metrics were set. */

/** On that machine the work below takes so long. */
const quietMs = 1_000;
const rounds = 1_450;
const block = Buffer.alloc(1_000_000, 7);

/** A fixed amount of work for one processor; long enough that other processes get their share meanwhile. */
function work(): void {
  const hash = createHash('sha256');
  for (let round = 0; round < rounds; round += 1) hash.update(block);
  hash.digest();
}

/** The factor by which time limits are multiplied: at least 1, because a fast machine may take what a quiet one may. */
export function paceOf(tookMs: number): number {
  return Math.max(1, tookMs / quietMs);
}

/** Measures the pace; takes about a second on a quiet machine. */
export function measurePace(): number {
  const startedAt = performance.now();
  work();
  return paceOf(performance.now() - startedAt);
}
