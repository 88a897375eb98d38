import { easeHold, holdNeeded, setHold } from '../state/money.ts';
import { closableLots, type FuturesVenueState, type FuturesMarket, restingOrders } from '../state/state.ts';
import { type FuturesOrderState, recordOf } from '../state/orders.ts';
import { endOrder, resizeOrder } from './settle.ts';

/** Takes an order off the market before it is filled. */
export function cancelOrder(venue: FuturesVenueState, market: FuturesMarket, order: FuturesOrderState): void {
  market.book.cancel(order.id);
  order.hasCancelled = true;
  resizeOrder(order, 0n);
  const isStop = market.stops.has(order.id);
  endOrder(venue, market, order);
  easeHold(venue, market, order.accountId);
  if (isStop) venue.emit({ kind: 'stop', change: 'cancel', order: recordOf(order), error: null });
  else venue.emit({ kind: 'order', change: 'canceled', order: recordOf(order), fill: null });
}

/**
 * After a position has changed: orders that only reduce go when there is nothing to reduce, holds are set anew, and
 * where the money is short the newest orders are cancelled, as the service does without forceHold (facts.md §4.6).
 */
export function rebalance(venue: FuturesVenueState, market: FuturesMarket, accountId: string): void {
  for (const order of restingOrders(market, accountId)) {
    if (order.isReducing && closableLots(market, accountId, order.side) === 0n) cancelOrder(venue, market, order);
  }
  while (!setHold(venue, market, { accountId, money: holdNeeded(market, accountId) })) {
    const orders = [...restingOrders(market, accountId)].filter(order => order.claim.margin > 0n);
    const newest = orders.findLast(order => order.placement.isForceHold !== true) ?? orders.at(-1);
    if (newest === undefined) throw new RangeError(`${accountId}: a hold is needed but no order needs it`);
    cancelOrder(venue, market, newest);
  }
}
