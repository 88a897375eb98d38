import type { CallName } from '#shared/contract.ts';

/** Calls that change something, here or at the exchange. */
const writes: ReadonlySet<CallName> = new Set<CallName>([
  'orders.place',
  'orders.placeBatch',
  'orders.placeFutures',
  'stops.place',
  'positions.addMargin',
  'profiles.connect',
  'profiles.select',
  'profiles.update',
  'profiles.remove',
  'keychain.probe',
  'limits.change',
]);

/** As many as a profile may cancel in a second: whoever cancels everything must not wait for the door. */
const cancels: ReadonlySet<CallName> = new Set<CallName>(['orders.cancel', 'stops.cancel']);

const pace = {
  cancel: { perSecond: 60, burst: 60 },
  write: { perSecond: 10, burst: 20 },
  read: { perSecond: 50, burst: 100 },
} as const;

function paceOf(name: CallName) {
  if (cancels.has(name)) return pace.cancel;
  return writes.has(name) ? pace.write : pace.read;
}

export interface RateCap {
  /** Null when the call may go on; else the epoch ms at which it may. */
  readonly take: (name: CallName) => number | null;
}

/** Each call has a bucket of its own: a page that runs wild in one cannot drain another. faults.md §3. */
export function createRateCap(nowMs: () => number): RateCap {
  const buckets = new Map<CallName, { tokens: number; atMs: number }>();
  return {
    take: name => {
      const { perSecond, burst } = paceOf(name);
      const atMs = nowMs();
      const bucket = buckets.get(name) ?? { tokens: burst, atMs };
      // a clock that was set back gives nothing, and takes nothing
      const elapsedMs = Math.max(0, atMs - bucket.atMs);
      const tokens = Math.min(burst, bucket.tokens + (elapsedMs * perSecond) / 1000);
      const isAllowed = tokens >= 1;
      buckets.set(name, { tokens: isAllowed ? tokens - 1 : tokens, atMs });
      return isAllowed ? null : atMs + Math.ceil(((1 - tokens) * 1000) / perSecond);
    },
  };
}
