import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { emitLevels } from '../state/levels.ts';
import { finish } from '../state/orders.ts';
import type { SpotOrderState, SpotVenueState } from '../state/state.ts';

/** Takes a resting order off the book and ends it. The order must rest there. */
export function cancelResting(venue: SpotVenueState, order: SpotOrderState): void {
  order.market.book.cancel(order.id);
  finish(venue, order, 'canceled');
}

/** Cancels an active order of the account. */
export function cancelOrder(
  venue: SpotVenueState,
  { accountId, orderId }: { readonly accountId: string; readonly orderId: string },
): Outcome<SpotOrderState> {
  const order = venue.accounts.get(accountId)?.active.get(orderId);
  if (order === undefined) return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel', 'orderId');
  cancelResting(venue, order);
  emitLevels(venue, order.market, null);
  return accept(order);
}

/** Cancels the orders whose time (GTT) is over. */
export function expireOrders(venue: SpotVenueState, nowMs: number): void {
  for (const order of venue.expiring.values()) {
    if (order.expiresAtMs === null || order.expiresAtMs > nowMs) continue;
    cancelResting(venue, order);
    emitLevels(venue, order.market, null);
  }
}
