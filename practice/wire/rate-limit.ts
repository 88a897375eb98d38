/** What the gateway says of a weight pool, with every answer and in a 429 (docs/exchange/limits.md §3). */

export type PoolName = 'spot' | 'futures' | 'management' | 'public';

export interface PoolState {
  readonly limit: number;
  readonly remaining: number;
  /** milliseconds until the window ends, never an epoch */
  readonly resetMs: number;
}

/** The three headers of the gateway. */
export function rateLimitHeaders({ limit, remaining, resetMs }: PoolState): Readonly<Record<string, string>> {
  return {
    'gw-ratelimit-limit': String(limit),
    'gw-ratelimit-remaining': String(remaining),
    'gw-ratelimit-reset': String(resetMs),
  };
}

/** A user's own pool is empty; the service as a whole has other words for its overload. */
export const userRateLimited = {
  status: 429,
  code: '429000',
  message: 'Too many requests. User-level rate limit exceeded.',
} as const;
