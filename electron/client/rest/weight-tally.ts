import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolName } from '#shared/domain/link.ts';

/** The rate-limit weight of one action or read, counted where requests are granted, for any caller. */

/** Called for each request that was granted its weight. */
type NoteWeight = (pool: PoolName, weight: number) => void;

const tallies = new AsyncLocalStorage<NoteWeight>();

/** Runs `what`, and calls `note` for every request that is sent for it; an outer count counts it too. */
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
