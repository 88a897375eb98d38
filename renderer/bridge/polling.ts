import type { CallName } from '#shared/contract.ts';
import type { Failure } from '#shared/errors.ts';
import type { PoolName } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';

/** What one answer costs at the exchange; weights from the interface document §8 and facts.md §4. */
export interface ReadCost {
  readonly pool: PoolName;
  readonly weight: number;
}

export interface ReadPolicy {
  /** time between two reads; null = read once and keep */
  readonly intervalMs: number | null;
  /** null = answered by Fathom itself, costs nothing at the exchange */
  readonly cost: ReadCost | null;
  /** of the same read at the futures venue, where that is another endpoint */
  readonly futuresCost?: ReadCost;
}

const second = 1000;
const minute = 60 * second;
const own = (intervalMs: number | null): ReadPolicy => ({ intervalMs, cost: null });
const paid = (intervalMs: number | null, pool: PoolName, weight: number): ReadPolicy => ({
  intervalMs,
  cost: { pool, weight },
});

/**
 * How often the screen asks where no feed pushes. All of it together, everything visible, stays under a tenth of each 30 s pool of the
 * lowest tier (public 2000, spot 4000, futures 2000, management 2000), so that the user's own acts always have room.
 */
export const readPolicies = {
  'app.info': own(null),
  'profiles.list': own(null),
  'keychain.probe': own(null),
  'storage.read': own(10 * second),
  'link.read': own(5 * second),
  'intents.list': own(30 * second),
  'feeds.read': own(10 * second),
  'symbols.list': paid(10 * minute, 'public', 4),
  'book.read': paid(500, 'public', 2),
  'trades.recent': paid(5 * second, 'public', 3),
  'candles.history': paid(10 * second, 'public', 3),
  'orders.done': { ...paid(15 * second, 'spot', 6), futuresCost: { pool: 'futures', weight: 5 } },
  'contracts.read': paid(10 * second, 'public', 3),
  'accounts.subAccounts': paid(2 * minute, 'management', 20),
  'accounts.subHoldings': paid(30 * second, 'management', 20),
  'accounts.baseFee': paid(30 * minute, 'spot', 3),
} as const satisfies Partial<Record<CallName, ReadPolicy>>;

export type ReadName = keyof typeof readPolicies;

/** How often a read is checked against the exchange while a live feed pushes its changes. */
export const reconcileMs = minute;

/** The wait before the next read after a failure: never hammer, and never before the exchange said we may. */
export function waitAfterFailureMs(error: Failure, intervalMs: number, nowMs: number): number {
  const patientMs = Math.max(intervalMs, 2 * second);
  if (error.retryAtMs === undefined) return patientMs;
  return Math.max(patientMs, error.retryAtMs - nowMs);
}

/** What one answer of a venue costs. */
export function costAt(policy: ReadPolicy, venue: Venue | undefined): ReadCost | null {
  return venue === 'futures' ? (policy.futuresCost ?? policy.cost) : policy.cost;
}

/** Weight spent in one 30 s window by a panel that stays on screen; null when it costs nothing or reads only once. */
export function weightPerWindow({ cost, intervalMs }: ReadPolicy): number | null {
  if (cost === null || intervalMs === null) return null;
  return Math.ceil((30 * second * cost.weight) / intervalMs);
}
