import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { closableLots, restingOrders } from '../state/market.ts';
import { easeHold, holdNeeded, setHold } from '../state/money.ts';
import { emitOrder, emitStop, finish, resizeOrder } from '../state/orders.ts';
import type { FuturesMarket, FuturesOrderState, FuturesVenueState } from '../state/state.ts';

/** Takes an order off the book, or a stop order out of the waiting ones, and ends it. */
export function withdraw(venue: FuturesVenueState, market: FuturesMarket, order: FuturesOrderState): void {
  market.book.cancel(order.id);
  order.hasCancelled = true;
  resizeOrder(order, 0n);
  const isStop = market.stops.has(order.id);
  finish(venue, market, order);
  easeHold(venue, market, order.accountId);
  if (isStop) emitStop(venue, order, { change: 'cancel' });
  else emitOrder(venue, order, { change: 'canceled' });
}

/**
 * After a position has changed: reduce-only orders end when there is nothing to reduce, holds are computed again, and
 * with too little money the newest orders are cancelled, as the service does without forceHold (docs/exchange/states.md
 * §3).
 */
export function rebalance(venue: FuturesVenueState, market: FuturesMarket, accountId: string): void {
  for (const order of market.reducing) {
    if (order.accountId !== accountId || closableLots(market, accountId, order.side) > 0n) continue;
    withdraw(venue, market, order);
  }
  while (!setHold(venue, market, { accountId, money: holdNeeded(market, accountId) })) {
    const orders = [...restingOrders(market, accountId)].filter(order => order.claim.margin > 0n);
    const newest = orders.findLast(order => order.placement.isForceHold !== true) ?? orders.at(-1);
    if (newest === undefined) throw new RangeError(`${accountId}: a hold is needed but no order needs it`);
    withdraw(venue, market, newest);
  }
}

/** Cancels an order or a waiting stop order of the account. */
export function cancelOrder(
  venue: FuturesVenueState,
  { accountId, orderId }: { readonly accountId: string; readonly orderId: string },
): Outcome<FuturesOrderState> {
  const order = venue.accounts.get(accountId)?.orders.get(orderId);
  const market = order === undefined ? undefined : venue.markets.get(order.placement.symbol);
  if (order === undefined || market === undefined) {
    return refuse('order-unknown', 'The order does not exist.', 'orderId');
  }
  if (order.status === 'done') return refuse('order-unknown', 'The order cannot be canceled.', 'orderId');
  withdraw(venue, market, order);
  return accept(order);
}
