import type { CallTraits } from '#shared/domain/call-traits.ts';
import { type CallName, calls } from '#shared/contract.ts';
import { createBoundedMap } from '#shared/bounded-map.ts';
import { mostPanelWindows, type WindowId } from '#shared/domain/view/panel-window.ts';
import { createTokenBucket, type TokenBucket } from '#time/token-bucket.ts';

interface Pace {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Characters that each save may take up. Checking and storing a document of 4 MiB takes main some tenths of a second,
 * so two of them are taken at once and then one every two seconds; documents of 64 KiB are never held back by this.
 */
const savedLength = { perSecond: 2_097_152, burst: 4_194_305 };

/** Of each call, by the rate class of its definition. */
const pace = {
  /** as many as a profile may cancel in a second: cancelling everything must not wait for the page's limit */
  cancel: { perSecond: 60, burst: 60 },
  write: { perSecond: 10, burst: 20 },
  save: { perSecond: 5, burst: 20 },
  read: { perSecond: 50, burst: 100 },
  /** all parts of the largest file in sequence: they are written to the local disk */
  part: { perSecond: 50, burst: 500 },
} as const satisfies Readonly<Record<CallTraits['rate'], Pace>>;

/** `cancel`: it makes the risk smaller, and waits for nothing; `write`: it changes something. */
export type CallClass = 'cancel' | 'write' | 'read';

export function classOf(name: CallName): CallClass {
  const { rate } = calls[name];
  return rate === 'cancel' || rate === 'write' ? rate : 'read';
}

export interface RateCap {
  /** Null when the call may continue; else the epoch ms at which it may. */
  readonly take: (name: CallName) => number | null;
  /** The same for the length of what a call stores, in characters; null for a call that stores nothing. */
  readonly takeLength: (name: CallName, length: number) => number | null;
}

/** Each call has buckets of its own: a page that runs wild in one cannot drain another. docs/faults.md §3. */
export function createRateCap(nowMs: () => number): RateCap {
  const taker = (paceFor: (name: CallName) => Pace) => {
    const buckets = new Map<CallName, TokenBucket>();
    return (name: CallName, count: number): number | null => {
      const bucket = buckets.get(name) ?? createTokenBucket({ ...paceFor(name), nowMs });
      buckets.set(name, bucket);
      const pauseMs = bucket.pauseMs();
      if (pauseMs > 0) return nowMs() + pauseMs;
      bucket.take(count);
      return null;
    };
  };
  const takeCall = taker(name => pace[calls[name].rate]);
  const takeSaved = taker(() => savedLength);
  return {
    take: name => takeCall(name, 1),
    takeLength: (name, length) => (calls[name].rate === 'save' ? takeSaved(name, length) : null),
  };
}

/** Each window has caps of its own: a page that runs wild cannot keep another window from cancelling. */
export function createRateCaps(nowMs: () => number): (caller: WindowId) => RateCap {
  // counts of closed windows are dropped, the oldest first
  const caps = createBoundedMap<WindowId, RateCap>(4 * mostPanelWindows);
  return caller => {
    const cap = caps.get(caller) ?? createRateCap(nowMs);
    caps.set(caller, cap);
    return cap;
  };
}
