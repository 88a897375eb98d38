import type { CallName } from '#shared/contract.ts';
import { createBoundedMap } from '#shared/bounded-map.ts';
import { mostPanelWindows, type WindowId } from '#shared/domain/view/panel-window.ts';
import { createTokenBucket, type TokenBucket } from '#time/token-bucket.ts';

/** Calls that change something, here or at the exchange. */
const writes: ReadonlySet<CallName> = new Set<CallName>([
  'orders.place',
  'orders.placeBatch',
  'orders.placeFutures',
  'orders.placeFuturesBatch',
  'orders.placeProtected',
  'orders.amend',
  'stops.place',
  'stops.placePair',
  'positions.addMargin',
  'margin.place',
  'margin.borrow',
  'margin.repay',
  'transfers.send',
  'profiles.connect',
  'profiles.select',
  'profiles.update',
  'profiles.remove',
  'keychain.probe',
  'policy.change',
  'killSwitch.release',
  'dryRun.change',
  'timedCancel.change',
  'audit.verify',
  'audit.export',
  'exports.begin',
  'lock.release',
  'lock.setPin',
  'lock.removePin',
  'lock.change',
]);

/** As many as a profile may cancel in a second: whoever cancels everything must not wait for the door. */
const cancels: ReadonlySet<CallName> = new Set<CallName>([
  'orders.cancel',
  'stops.cancel',
  'margin.cancel',
  'margin.cancelAll',
  'killSwitch.fire',
]);

const pace = {
  cancel: { perSecond: 60, burst: 60 },
  write: { perSecond: 10, burst: 20 },
  read: { perSecond: 50, burst: 100 },
  /** all parts of the largest file at once: it goes to our own disk, one after the other */
  part: { perSecond: 50, burst: 500 },
} as const;

function paceOf(name: CallName) {
  if (name === 'exports.write') return pace.part;
  if (cancels.has(name)) return pace.cancel;
  return writes.has(name) ? pace.write : pace.read;
}

export interface RateCap {
  /** Null when the call may go on; else the epoch ms at which it may. */
  readonly take: (name: CallName) => number | null;
}

/** Each call has a bucket of its own: a page that runs wild in one cannot drain another. docs/faults.md §3. */
export function createRateCap(nowMs: () => number): RateCap {
  const buckets = new Map<CallName, TokenBucket>();
  return {
    take: name => {
      const bucket = buckets.get(name) ?? createTokenBucket({ ...paceOf(name), nowMs });
      buckets.set(name, bucket);
      const pauseMs = bucket.pauseMs();
      if (pauseMs > 0) return nowMs() + pauseMs;
      bucket.take();
      return null;
    },
  };
}

/** Each window has caps of its own: a page that runs wild cannot keep another window from cancelling. */
export function createRateCaps(nowMs: () => number): (caller: WindowId) => RateCap {
  // those of windows that are gone are let go, the oldest first
  const caps = createBoundedMap<WindowId, RateCap>(4 * mostPanelWindows);
  return caller => {
    const cap = caps.get(caller) ?? createRateCap(nowMs);
    caps.set(caller, cap);
    return cap;
  };
}
