import { fromUnits } from '#shared/decimal.ts';
import { remember } from '#practice/kernel/remember.ts';
import { worthOf, writeMoney, writeRate } from '../contract/terms.ts';
import { ownerOf } from '../position/holder.ts';
import { orderMargin } from '../position/order-margin.ts';
import type { FuturesFill, FuturesOrder } from '../order-types.ts';
import type { FuturesEvent } from '../types.ts';
import { removeResting } from './market.ts';
import {
  accountOf,
  type FuturesAccount,
  type FuturesMarket,
  type FuturesOrderState,
  type FuturesVenueState,
} from './state.ts';

/**
 * Done orders that are remembered for an account: the service answers the last 1000 (docs/exchange/endpoints.md §8.1).
 */
const doneMemory = 1500;

type OrderChange = Extract<FuturesEvent, { kind: 'order' }>['change'];
type StopChange = Extract<FuturesEvent, { kind: 'stop' }>['change'];

/** The order as a record. */
export function recordOf(order: FuturesOrderState): FuturesOrder {
  const { terms } = order;
  const dealValue = writeMoney(terms, order.dealWorth);
  return {
    id: order.id,
    accountId: ownerOf(order.accountId),
    placement: order.placement,
    settleCurrency: terms.contract.settleCurrency,
    leverage: writeRate(order.leverage),
    value: order.limit === null ? dealValue : writeMoney(terms, worthOf(terms, order.lots, order.limit)),
    dealValue,
    dealSize: fromUnits(order.dealLots, 0),
    status: order.status,
    cancelExist: order.hasCancelled,
    stopTriggered: order.isTriggered,
    createdAtMs: order.createdAtMs,
    createdAtNs: order.createdAtNs,
    updatedAtMs: order.updatedAtMs,
    endedAtMs: order.endedAtMs,
  };
}

export function emitOrder(
  venue: FuturesVenueState,
  order: FuturesOrderState,
  event: { readonly change: OrderChange; readonly fill?: FuturesFill },
): void {
  venue.events.emit('order', () => ({ kind: 'order', fill: null, ...event, order: recordOf(order) }));
}

export function emitStop(
  venue: FuturesVenueState,
  order: FuturesOrderState,
  event: { readonly change: StopChange; readonly error?: string },
): void {
  venue.events.emit('stop', () => ({ kind: 'stop', error: null, ...event, order: recordOf(order) }));
}

/** Sets what of an order is still to trade, and what margin that needs. */
export function resizeOrder(order: FuturesOrderState, openLots: bigint): void {
  const { terms, leverage, marginPrice: price, isReducing } = order;
  const margin = (lots: bigint): bigint => (isReducing ? 0n : orderMargin(terms, { lots, price, leverage }));
  order.claims?.remove(order.claim);
  order.openLots = openLots;
  order.claim = {
    lots: openLots,
    margin: margin(openLots),
    lotMargin: margin(1n),
    worth: isReducing ? 0n : worthOf(terms, openLots, price),
    isReduceOnly: isReducing,
    isForceHold: order.placement.isForceHold === true,
  };
  order.claims?.add(order.claim);
}

/** The venue knows the order from now on. */
export function enrol(venue: FuturesVenueState, order: FuturesOrderState): void {
  const account = accountOf(venue, order.accountId);
  account.orders.set(order.id, order);
  account.active.set(order.id, order);
  if (order.placement.clientOid !== undefined) account.orderByClientOid.set(order.placement.clientOid, order.id);
}

function forget(account: FuturesAccount, order: FuturesOrderState): void {
  account.orders.delete(order.id);
  const { clientOid } = order.placement;
  if (clientOid !== undefined && account.orderByClientOid.get(clientOid) === order.id) {
    account.orderByClientOid.delete(clientOid);
  }
}

/** A stop order has triggered: another state takes its place. */
export function drop(venue: FuturesVenueState, order: FuturesOrderState): void {
  const account = accountOf(venue, order.accountId);
  account.active.delete(order.id);
  forget(account, order);
}

/** The order has nothing left to trade, or is taken away. */
export function finish(venue: FuturesVenueState, market: FuturesMarket, order: FuturesOrderState): void {
  const account = accountOf(venue, order.accountId);
  removeResting(market, order);
  market.stops.delete(order.id);
  order.status = 'done';
  venue.ended.emit('ended', () => ({ kind: 'ended', symbol: market.terms.contract.symbol, orderId: order.id }));
  order.endedAtMs = venue.clock.nowMs();
  order.updatedAtMs = order.endedAtMs;
  account.active.delete(order.id);
  for (const forgotten of remember(account.done, order, doneMemory)) forget(account, forgotten);
}
