import type { SpotVenueState } from '../state/state.ts';
import type { TimedCancel } from '../types.ts';
import { cancelOrder } from './cancel.ts';

/** Restarts the timer, or removes it. */
export function setTimedCancel(
  venue: SpotVenueState,
  accountId: string,
  timed: Omit<TimedCancel, 'triggerAtMs'> | null,
): TimedCancel | null {
  if (timed === null) {
    venue.timedCancels.delete(accountId);
    return null;
  }
  const set = { ...timed, triggerAtMs: venue.clock.nowMs() + timed.timeoutS * 1000 };
  venue.timedCancels.set(accountId, set);
  return set;
}

/** Cancels the spot orders of the accounts whose time is over, once: a client that returns sets it again. */
export function runTimedCancels(venue: SpotVenueState, nowMs: number): void {
  for (const [accountId, { symbols, triggerAtMs }] of venue.timedCancels) {
    if (triggerAtMs > nowMs) continue;
    venue.timedCancels.delete(accountId);
    for (const { id: orderId, placement } of Array.from(venue.accounts.get(accountId)?.active.values() ?? [])) {
      const isSpot = (placement.tradeType ?? 'TRADE') === 'TRADE';
      const isMeant = symbols.length === 0 || symbols.includes(placement.symbol);
      if (isSpot && isMeant) cancelOrder(venue, { accountId, orderId });
    }
  }
}
