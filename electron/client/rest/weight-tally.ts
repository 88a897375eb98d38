import { AsyncLocalStorage } from 'node:async_hooks';

/** What one act takes of the exchange's limits, counted where requests are granted, whoever they are asked by on the way. */

interface Tally {
  weight: number;
}

const tallies = new AsyncLocalStorage<Tally>();

/** The weight of every request that left on behalf of `what`. */
export async function tallyWeight<T>(what: () => Promise<T>): Promise<{ readonly value: T; readonly weight: number }> {
  const tally: Tally = { weight: 0 };
  const value = await tallies.run(tally, what);
  return { value, weight: tally.weight };
}

/** A request was granted its weight. */
export function noteWeight(weight: number): void {
  const tally = tallies.getStore();
  if (tally !== undefined) tally.weight += weight;
}
