import type { Decimal } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { cancelResting, recordOf } from '../state/orders.ts';
import { deliver, postLevels } from '../state/outbox.ts';
import { placeOrder, prepare } from '../orders/place.ts';
import { bookOf, fillsOf, ordersOf, printsOf, stopsOf } from './queries.ts';
import { priceText } from '../state/scale.ts';
import { createState, type SpotOrderState, type SpotVenueOptions, type SpotVenueState } from '../state/state.ts';
import { cancelStopOrder, placeStopOrder, triggerStops } from '../orders/stops.ts';
import type { SpotOrder, SpotPlacement, SpotVenue } from '../types.ts';

/** Runs one act to its end: stop orders that its trades have reached are part of it. Only then the listeners hear of it. */
function act<T>(venue: SpotVenueState, symbol: string, change: () => T): T {
  const result = change();
  const state = venue.markets.get(symbol);
  if (state !== undefined) triggerStops(venue, state);
  deliver(venue);
  return result;
}

function place(venue: SpotVenueState, accountId: string, placement: SpotPlacement): Outcome<SpotOrder> {
  const placed = act(venue, placement.symbol, () => placeOrder(venue, { accountId, placement, origin: null }));
  return placed.ok ? accept(recordOf(placed.value)) : placed;
}

function cancelOrder(venue: SpotVenueState, order: SpotOrderState): SpotOrder {
  return act(venue, order.market.pair.symbol, () => {
    cancelResting(venue, order);
    postLevels(venue, order.market, null);
    return recordOf(order);
  });
}

function cancel(venue: SpotVenueState, accountId: string, orderId: string): Outcome<SpotOrder> {
  const order = venue.accounts.get(accountId)?.active.get(orderId);
  if (order === undefined) return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel', 'orderId');
  return accept(cancelOrder(venue, order));
}

function expire(venue: SpotVenueState, nowMs: number): void {
  for (const order of venue.expiring.values()) {
    if (order.expiresAtMs !== null && order.expiresAtMs <= nowMs) cancelOrder(venue, order);
  }
}

function recordOrNull(order: SpotOrderState | undefined): SpotOrder | null {
  return order === undefined ? null : recordOf(order);
}

function lastPrice(venue: SpotVenueState, symbol: string): Decimal | null {
  const state = venue.markets.get(symbol);
  return state === undefined || state.lastTicks === null ? null : priceText(state.scale, state.lastTicks);
}

function reading(venue: SpotVenueState) {
  const accountOf = (accountId: string) => venue.accounts.get(accountId);
  return {
    pairs: venue.options.pairs,
    pair: symbol => venue.markets.get(symbol)?.pair ?? null,
    order: (accountId, orderId) => recordOrNull(accountOf(accountId)?.orders.get(orderId)),
    orderByClientOid: (accountId, clientOid) => {
      const account = accountOf(accountId);
      return recordOrNull(account?.orders.get(account.orderByClientOid.get(clientOid) ?? ''));
    },
    orders: (accountId, state, filter) => ordersOf(venue, accountId, { state, filter }),
    stop: (accountId, stopOrderId) => accountOf(accountId)?.stops.get(stopOrderId) ?? null,
    stopByClientOid: (accountId, clientOid) => {
      const account = accountOf(accountId);
      return account?.stops.get(account.stopByClientOid.get(clientOid) ?? '') ?? null;
    },
    stops: (accountId, filter) => stopsOf(venue, accountId, filter),
    fills: (accountId, sinceMs) => fillsOf(venue, accountId, sinceMs),
    book: (symbol, depth) => bookOf(venue, symbol, depth),
    prints: (symbol, limit) => printsOf(venue, symbol, limit),
    lastPrice: symbol => lastPrice(venue, symbol),
  } satisfies Partial<SpotVenue>;
}

/**
 * The spot market: orders, stop orders, fills and money of all pairs, after interface.md §2.2-2.8, §3.1 and facts.md
 * §4.2, §4.4, §4.7. A limit buy holds price × size and the dearer of the two fees, a sell holds its size (the fee on top
 * when the pair takes it in base); what is saved by a better price or a cheaper fee is given back with each fill, the
 * rest when the order is done. Fees are exact, never rounded. Only `TRADE` orders can be placed.
 */
export function createSpotVenue(options: SpotVenueOptions): SpotVenue {
  const venue = createState(options);
  return {
    ...reading(venue),
    place: (accountId, placement) => place(venue, accountId, placement),
    test: (accountId, placement) => {
      const prepared = prepare(venue, { accountId, placement, origin: null });
      return prepared.ok ? accept(null) : prepared;
    },
    cancel: (accountId, orderId) => cancel(venue, accountId, orderId),
    placeStop: (accountId, placement) =>
      act(venue, placement.symbol, () => placeStopOrder(venue, accountId, placement)),
    cancelStop: (accountId, stopOrderId) => {
      const cancelled = cancelStopOrder(venue, accountId, stopOrderId);
      deliver(venue);
      return cancelled;
    },
    expire: nowMs => expire(venue, nowMs),
    onEvent: listener => {
      venue.outbox.listeners.add(listener);
      return () => void venue.outbox.listeners.delete(listener);
    },
  };
}
