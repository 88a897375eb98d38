import { performance } from 'node:perf_hooks';
import { shareVariable } from './command-line/run-each.ts';

/** What is left of its time when a bench should begin to bring its result home. */
const reserve = 0.3;

/** Whether a bench still has time for another round: told by whoever runs it; alone it has all the time it wants. */
export function hasTimeLeft(): boolean {
  const shareMs = Number(process.env[shareVariable] ?? Number.POSITIVE_INFINITY);
  return performance.now() < shareMs * (1 - reserve);
}
