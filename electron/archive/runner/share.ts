import type { PoolStatus, ReadCost } from '#shared/domain/link.ts';

/** The window of a rate-limit pool. docs/exchange/limits.md §2. */
const poolWindowMs = 30_000;
/** Above this use of a pool the archive waits. */
const mostUse = 0.6;

/** How much of the rate-limit pools the archive itself has used lately. */
export interface PoolShare {
  /**
   * Whether the archive may send a request now: no other request waits for the pool, the pool is used up to 60 % at the most,
   * and the archive stays within its share. A single request that costs more than the share may be sent after a window
   * without one.
   */
  readonly mayRequest: (cost: ReadCost, pools: readonly PoolStatus[]) => boolean;
  readonly note: (cost: ReadCost) => void;
}

interface Spent extends ReadCost {
  readonly atMs: number;
}

export function createPoolShare(options: {
  readonly monotonicMs: () => number;
  readonly sharePercent: () => number;
}): PoolShare {
  let spent: readonly Spent[] = [];
  const spentIn = (pool: ReadCost['pool']): number => {
    const sinceMs = options.monotonicMs() - poolWindowMs;
    spent = spent.filter(({ atMs }) => atMs > sinceMs);
    return spent.filter(each => each.pool === pool).reduce((sum, { weight }) => sum + weight, 0);
  };
  return {
    mayRequest({ pool, weight }, pools) {
      const status = pools.find(each => each.pool === pool);
      if (status === undefined) return false;
      const { limit, remaining, waiting, isFrozen } = status;
      if (isFrozen || waiting > 0 || limit - remaining + weight > limit * mostUse) return false;
      const used = spentIn(pool);
      return used === 0 || used + weight <= (limit * options.sharePercent()) / 100;
    },
    note({ pool, weight }) {
      spent = [...spent, { pool, weight, atMs: options.monotonicMs() }];
    },
  };
}
