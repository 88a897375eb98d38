import * as z from 'zod/mini';
import { EpochMs, type Venue } from './scalars.ts';

export const PoolName = z.enum(['spot', 'futures', 'management', 'public']);
export type PoolName = z.infer<typeof PoolName>;

/** What one answer takes of the exchange's budget. */
export const ReadCost = z.object({ pool: PoolName, weight: z.number() });
export type ReadCost = z.infer<typeof ReadCost>;

/** By the name of the read, at either venue; what is not there costs nothing. */
export const ReadCosts = z.record(z.string(), z.object({ spot: ReadCost, futures: ReadCost }));
export type ReadCosts = z.infer<typeof ReadCosts>;

/** One weight pool as the gateway last described it, or as docs/exchange/limits.md §2 lets us assume. */
export const PoolStatus = z.object({
  pool: PoolName,
  limit: z.number(),
  remaining: z.number(),
  /** when the window ends; null when no window is open */
  resetAtMs: z.nullable(EpochMs),
  /** requests waiting for the pool */
  waiting: z.number(),
  /** true when the exchange rejects requests until resetAtMs */
  isFrozen: z.boolean(),
});
export type PoolStatus = z.infer<typeof PoolStatus>;

export const HostStatus = z.object({
  venue: z.enum(['spot', 'futures']),
  host: z.string(),
  state: z.enum(['unknown', 'reachable', 'failing']),
  lastOkAtMs: z.nullable(EpochMs),
  /** the middle one of its last answers */
  roundTripMs: z.nullable(z.number()),
  lastError: z.nullable(z.string()),
});
export type HostStatus = z.infer<typeof HostStatus>;

/** The line to the exchange, for the status bar. */
export const LinkStatus = z.object({
  profileId: z.string(),
  hosts: z.array(HostStatus),
  clock: z.object({
    /** exchange clock minus ours; null before it was measured */
    offsetMs: z.nullable(z.number()),
    measuredAtMs: z.nullable(EpochMs),
    uncertaintyMs: z.nullable(z.number()),
  }),
  pools: z.array(PoolStatus),
});
export type LinkStatus = z.infer<typeof LinkStatus>;

/** Takes each status of the hosts, and calls `onRecovered` for a venue whose host answers again after it failed. */
export function createRecoveryWatch(onRecovered: (venue: Venue) => void): (hosts: readonly HostStatus[]) => void {
  const failing = new Set<Venue>();
  return hosts => {
    for (const { venue, state } of hosts) {
      if (state === 'failing') failing.add(venue);
      else if (failing.delete(venue)) onRecovered(venue);
    }
  };
}
