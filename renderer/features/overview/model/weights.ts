import type { PoolWeights } from '#shared/domain/health.ts';
import type { PoolName, ReadCost } from '#shared/domain/link.ts';

/** The pools in the order of the status bar. */
export const poolNames = ['spot', 'futures', 'management', 'public'] as const satisfies readonly PoolName[];

export const noWeights: PoolWeights = { spot: 0, futures: 0, management: 0, public: 0 };

export function addWeights(all: readonly PoolWeights[]): PoolWeights {
  const sum = { ...noWeights };
  for (const each of all) for (const pool of poolNames) sum[pool] += each[pool];
  return sum;
}

/** What one read costs in a minute when it is asked so often; null: once, and then no more. */
export function weightsAMinute({ pool, weight }: ReadCost, intervalMs: number | null): PoolWeights {
  return intervalMs === null ? noWeights : { ...noWeights, [pool]: (weight * 60_000) / intervalMs };
}

/** Over all pools. */
export function totalWeight(weights: PoolWeights): number {
  return poolNames.reduce((sum, pool) => sum + weights[pool], 0);
}

export function timesWeights(weights: PoolWeights, factor: number): PoolWeights {
  const { spot, futures, management, public: open } = weights;
  return { spot: spot * factor, futures: futures * factor, management: management * factor, public: open * factor };
}

/** Never below nothing: two counters of one minute are read a moment apart. */
export function lessWeights(from: PoolWeights, taken: PoolWeights): PoolWeights {
  const rest = { ...noWeights };
  for (const pool of poolNames) rest[pool] = Math.max(0, from[pool] - taken[pool]);
  return rest;
}
