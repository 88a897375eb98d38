import type { PoolName, PoolState } from '../wire/rate-limit.ts';

/** Weight quotas per pool and window; docs/exchange/limits.md §2. */
export type Quotas = Readonly<Record<PoolName, number>>;

export const vipZeroQuotas: Quotas = { spot: 4000, futures: 2000, management: 2000, public: 2000 };

/** Length of a window, from the first request of a user in a pool. */
export const windowMs = 30_000;

interface Charge extends PoolState {
  readonly isAllowed: boolean;
}

interface PoolOwner {
  readonly pool: PoolName;
  /** account for private pools, address for the public one */
  readonly owner: string;
}

export interface Limiter {
  /** takes the weight, or refuses; after a rejection the whole pool stays shut until the window ends */
  charge(owner: PoolOwner, weight: number, nowMs: number): Charge;
  /** the present pool, without a charge */
  peek(owner: PoolOwner, nowMs: number): PoolState;
}

interface Window {
  readonly startedAtMs: number;
  used: number;
}

/** Fixed windows, one per owner and pool; finished ones are forgotten. */
export function createLimiter(quotas: Quotas): Limiter {
  const windows = new Map<string, Window>();

  const current = (key: string, nowMs: number): Window | undefined => {
    const window = windows.get(key);
    if (window === undefined) return undefined;
    const ageMs = nowMs - window.startedAtMs;
    if (ageMs >= 0 && ageMs < windowMs) return window;
    windows.delete(key);
    return undefined;
  };

  const stateOf = (limit: number, window: Window | undefined, nowMs: number): PoolState => {
    if (window === undefined) return { limit, remaining: limit, resetMs: windowMs };
    return { limit, remaining: limit - window.used, resetMs: window.startedAtMs + windowMs - nowMs };
  };

  return {
    charge({ pool, owner }, weight, nowMs) {
      const key = `${pool} ${owner}`;
      const limit = quotas[pool];
      const window = current(key, nowMs) ?? { startedAtMs: nowMs, used: 0 };
      windows.set(key, window);
      const isAllowed = window.used + weight <= limit;
      window.used = isAllowed ? window.used + weight : limit;
      return { ...stateOf(limit, window, nowMs), isAllowed };
    },
    peek({ pool, owner }, nowMs) {
      return stateOf(quotas[pool], current(`${pool} ${owner}`, nowMs), nowMs);
    },
  };
}
