import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolName } from '#shared/domain/link.ts';

/** What one act or read takes of the exchange's limits, counted where requests are granted, whoever they are asked by on the way. */

/** Told of each request that was granted its weight. */
type NoteWeight = (pool: PoolName, weight: number) => void;

const tallies = new AsyncLocalStorage<NoteWeight>();

/** Runs `what`, and tells `note` of every request that leaves on its behalf; whoever counts around it counts it too. */
export function withTally<T>(note: NoteWeight, what: () => Promise<T>): Promise<T> {
  const outer = tallies.getStore();
  return tallies.run((pool, weight) => {
    note(pool, weight);
    outer?.(pool, weight);
  }, what);
}

/** The weight of every request that left on behalf of `what`. */
export async function tallyWeight<T>(what: () => Promise<T>): Promise<{ readonly value: T; readonly weight: number }> {
  let weight = 0;
  const value = await withTally((_pool, each) => {
    weight += each;
  }, what);
  return { value, weight };
}

/** A request was granted its weight. */
export const noteWeight: NoteWeight = (pool, weight) => tallies.getStore()?.(pool, weight);
