import type { CallName } from '#shared/contract.ts';
import type { Failure } from '#shared/errors.ts';

export interface ReadPolicy {
  /** time between two reads; null = read once and keep */
  readonly intervalMs: number | null;
  /** answered by Fathom itself, without the exchange */
  readonly isOwn: boolean;
}

const second = 1000;
const minute = 60 * second;
const own = (intervalMs: number | null): ReadPolicy => ({ intervalMs, isOwn: true });
const every = (intervalMs: number): ReadPolicy => ({ intervalMs, isOwn: false });

/**
 * How often the screen asks where no feed pushes. All of it together, everything visible, stays under a tenth of each 30 s pool of the
 * lowest tier (public 2000, spot 4000, futures 2000, management 2000), so that the user's own acts always have room.
 */
export const readPolicies = {
  'app.info': own(null),
  'reads.costs': own(null),
  'profiles.list': own(null),
  'keychain.probe': own(null),
  'policy.read': every(10 * second),
  'safeguards.read': own(30 * second),
  'killSwitch.read': own(null),
  'timedCancel.read': own(30 * second),
  'audit.list': own(null),
  'storage.read': own(10 * second),
  'link.read': own(5 * second),
  'intents.list': own(30 * second),
  'feeds.read': own(10 * second),
  'symbols.list': every(10 * minute),
  'contracts.list': every(10 * minute),
  'book.read': every(500),
  'trades.recent': every(5 * second),
  'candles.history': every(10 * second),
  'orders.done': every(15 * second),
  'orders.history': every(5 * minute),
  'contracts.read': every(10 * second),
  'contracts.riskLevels': every(10 * minute),
  'contracts.settings': every(30 * second),
  'positions.mostToWithdraw': every(5 * second),
  'accounts.marketFee': every(10 * minute),
  'accounts.subAccounts': every(2 * minute),
  'accounts.subHoldings': every(30 * second),
  'accounts.baseFee': every(30 * minute),
  'currencies.list': every(30 * minute),
  'currencies.read': every(10 * minute),
  'deposits.list': every(minute),
  'ledger.list': every(minute),
  'transfers.transferable': every(30 * second),
  'withdrawals.list': every(minute),
  'margin.config': every(30 * minute),
  'margin.isolatedSymbols': every(30 * minute),
  'margin.crossAccount': every(10 * second),
  'margin.isolatedAccounts': every(10 * second),
  'margin.orders': every(10 * second),
  'margin.doneOrders': every(30 * second),
  'margin.fills': every(15 * second),
  'margin.loans': every(minute),
  'margin.interest': every(5 * minute),
} as const satisfies Partial<Record<CallName, ReadPolicy>>;

/** A grouped book needs more levels, and one of futures comes whole: asked for half as often they cost about the same. */
export const dearBookMs = second;

export type ReadName = keyof typeof readPolicies;

/** How often a read is checked against the exchange while a live feed pushes its changes. */
export const reconcileMs = minute;

/** The wait before the next read after a failure: never hammer, and never before the exchange said we may. */
export function waitAfterFailureMs(error: Failure, intervalMs: number, nowMs: number): number {
  const patientMs = Math.max(intervalMs, 2 * second);
  if (error.retryAtMs === undefined) return patientMs;
  return Math.max(patientMs, error.retryAtMs - nowMs);
}
