import type { PoolName, PoolStatus } from '#shared/domain/link.ts';
import type { Result } from '#shared/errors.ts';
import { type BudgetOptions, createPoolQueue, type Grant, type PoolRequest } from './pool-queue.ts';

/** The weight budget of one account. docs/exchange/limits.md §2. */
export interface Budget {
  /** Waits for the pool. `rate-limited` when it will not reopen in time, `closed` when the caller gave up. */
  readonly acquire: (pool: PoolName, request: PoolRequest) => Promise<Result<Grant>>;
  /** 429 with the gateway's figures: nothing of this pool leaves for `resetMs`. */
  readonly freeze: (pool: PoolName, resetMs: number) => void;
  readonly status: () => PoolStatus[];
}

/** One queue for each pool, with the quotas of an ordinary account per 30 s until the gateway names its own. */
export function createBudget(options: BudgetOptions): Budget {
  const pools = {
    spot: createPoolQueue('spot', 4000, options),
    futures: createPoolQueue('futures', 2000, options),
    management: createPoolQueue('management', 2000, options),
    public: createPoolQueue('public', 2000, options),
  };
  return {
    acquire: (pool, request) => pools[pool].acquire(request),
    freeze: (pool, resetMs) => pools[pool].freeze(resetMs),
    status: () => [pools.spot, pools.futures, pools.management, pools.public].map(pool => pool.status()),
  };
}
