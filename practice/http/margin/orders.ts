import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { SpotOrder } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, clientOid, read, readQuery, symbol, text } from '../endpoint/fields.ts';
import { writeMarginOrder } from './records.ts';

/** Single margin orders, those that are active, and cancelling: docs/exchange/endpoints.md §5.1. */

export const marginTradeType = choice('MARGIN_TRADE', 'MARGIN_ISOLATED_TRADE');

const SymbolQuery = z.object({ symbol });
const ListQuery = z.object({ symbol, tradeType: marginTradeType });
const OrderPath = z.object({ orderId: text(64) });
const ClientOidPath = z.object({ clientOid });

/** GET /api/v3/hf/margin/orders/{orderId}?symbol. */
export function getOrder(call: SignedCall): Answer {
  const order = orderById(call);
  return order.ok ? accept(writeMarginOrder(order.value, call.dialect)) : order;
}

/** GET /api/v3/hf/margin/orders/client-order/{clientOid}?symbol. */
export function getOrderByClientOid(call: SignedCall): Answer {
  const order = orderByClientOid(call);
  return order.ok ? accept(writeMarginOrder(order.value, call.dialect)) : order;
}

/** DELETE /api/v3/hf/margin/orders/{orderId}?symbol. */
export function cancelOrder(call: SignedCall): Answer {
  const order = orderById(call);
  if (!order.ok) return order;
  const cancelled = call.exchange.spot.cancel(call.accountId, order.value.id);
  return cancelled.ok ? accept({ orderId: cancelled.value.id }) : cancelled;
}

/** DELETE /api/v3/hf/margin/orders/client-order/{clientOid}?symbol. */
export function cancelOrderByClientOid(call: SignedCall): Answer {
  const order = orderByClientOid(call);
  if (!order.ok) return order;
  const cancelled = call.exchange.spot.cancel(call.accountId, order.value.id);
  return cancelled.ok ? accept({ clientOid: cancelled.value.placement.clientOid ?? '' }) : cancelled;
}

/** GET /api/v3/hf/margin/orders/active: newest change first, without a limit of time. */
export function listActiveOrders(call: SignedCall): Answer {
  const orders = activeOrders(call);
  if (!orders.ok) return orders;
  return accept(orders.value.toSorted(byUpdate).map(order => writeMarginOrder(order, call.dialect)));
}

/** DELETE /api/v3/hf/margin/orders: requests the cancel of each; the results are published elsewhere. */
export function cancelOrders(call: SignedCall): Answer {
  const orders = activeOrders(call);
  if (!orders.ok) return orders;
  for (const { id } of orders.value) call.exchange.spot.cancel(call.accountId, id);
  return accept('success');
}

const TradeTypeQuery = z.object({ tradeType: marginTradeType });

/** GET /api/v3/hf/margin/order/active/symbols. */
export function listActiveSymbols(call: SignedCall): Answer {
  const query = readQuery(TradeTypeQuery, call.query);
  if (!query.ok) return query;
  const orders = call.exchange.spot.orders(call.accountId, 'active', query.value).filter(isPlacedHere);
  const symbols = [...new Set(orders.map(order => order.placement.symbol))].toSorted();
  return accept({ symbolSize: symbols.length, symbols });
}

function activeOrders(call: SignedCall): Outcome<readonly SpotOrder[]> {
  const query = readQuery(ListQuery, call.query);
  if (!query.ok) return query;
  const { spot } = call.exchange;
  if (spot.pair(query.value.symbol) === null) return refuse('symbol-unknown', 'symbol not exists', 'symbol');
  return accept(spot.orders(call.accountId, 'active', query.value).filter(isPlacedHere));
}

/** Placed by POST /api/v3/hf/margin/order, not born of a stop order (docs/exchange/endpoints.md §5.1). */
function isPlacedHere({ origin }: SpotOrder): boolean {
  return origin === null;
}

function byUpdate(a: SpotOrder, b: SpotOrder): number {
  return b.updatedAtMs - a.updatedAtMs || (a.createdAtNs < b.createdAtNs ? 1 : -1);
}

function orderById(call: SignedCall): Outcome<SpotOrder> {
  const path = read(OrderPath, call.path);
  if (!path.ok) return path;
  return ofSymbol(call, call.exchange.spot.order(call.accountId, path.value.orderId));
}

function orderByClientOid(call: SignedCall): Outcome<SpotOrder> {
  const path = read(ClientOidPath, call.path);
  if (!path.ok) return path;
  return ofSymbol(call, call.exchange.spot.orderByClientOid(call.accountId, path.value.clientOid));
}

/** The symbol is required; an order of another pair and an ordinary spot order are unknown here. */
function ofSymbol(call: SignedCall, order: SpotOrder | null): Outcome<SpotOrder> {
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const isKnown = order?.placement.symbol === query.value.symbol && isMargin(order);
  return isKnown ? accept(order) : refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel');
}

function isMargin({ placement: { tradeType = 'TRADE' } }: SpotOrder): boolean {
  return tradeType !== 'TRADE';
}
