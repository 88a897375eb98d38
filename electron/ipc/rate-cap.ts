import type { CallName } from '#shared/contract.ts';
import { createTokenBucket, type TokenBucket } from '#time/token-bucket.ts';

/** Calls that change something, here or at the exchange. */
const writes: ReadonlySet<CallName> = new Set<CallName>([
  'orders.place',
  'orders.placeBatch',
  'orders.placeFutures',
  'orders.cancel',
  'stops.place',
  'stops.cancel',
  'positions.addMargin',
  'profiles.connect',
  'profiles.select',
  'profiles.update',
  'profiles.remove',
  'keychain.probe',
]);

const pace = { write: { perSecond: 10, burst: 20 }, read: { perSecond: 50, burst: 100 } } as const;

export interface RateCap {
  /** Null when the call may go on; else the epoch ms at which it may. */
  readonly take: (name: CallName) => number | null;
}

/** Each call has a bucket of its own: a page that runs wild in one cannot drain another. docs/faults.md §3. */
export function createRateCap(nowMs: () => number): RateCap {
  const buckets = new Map<CallName, TokenBucket>();
  return {
    take: name => {
      const bucket = buckets.get(name) ?? createTokenBucket({ ...(writes.has(name) ? pace.write : pace.read), nowMs });
      buckets.set(name, bucket);
      const pauseMs = bucket.pauseMs();
      if (pauseMs > 0) return nowMs() + pauseMs;
      bucket.take();
      return null;
    },
  };
}
