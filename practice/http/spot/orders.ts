import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { SpotOrder } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { clientOid, read, readQuery, symbol, text } from '../endpoint/fields.ts';
import { writeHfOrder } from './records.ts';

/** Single orders, read and cancelled: docs/exchange/endpoints.md §3.5. */

const SymbolQuery = z.object({ symbol });
const OrderPath = z.object({ orderId: text(64) });
const ClientOidPath = z.object({ clientOid });

/** GET /api/v1/hf/orders/{orderId}?symbol. */
export function getOrder(call: SignedCall): Answer {
  const order = orderById(call);
  return order.ok ? accept(writeHfOrder(order.value)) : order;
}

/** GET /api/v1/hf/orders/client-order/{clientOid}?symbol. */
export function getOrderByClientOid(call: SignedCall): Answer {
  const order = orderByClientOid(call);
  return order.ok ? accept(writeHfOrder(order.value)) : order;
}

/** DELETE /api/v1/hf/orders/{orderId}?symbol. */
export function cancelOrder(call: SignedCall): Answer {
  const order = orderById(call);
  if (!order.ok) return order;
  const cancelled = call.exchange.spot.cancel(call.accountId, order.value.id);
  return cancelled.ok ? accept({ orderId: cancelled.value.id }) : cancelled;
}

/** DELETE /api/v1/hf/orders/client-order/{clientOid}?symbol. */
export function cancelOrderByClientOid(call: SignedCall): Answer {
  const order = orderByClientOid(call);
  if (!order.ok) return order;
  const cancelled = call.exchange.spot.cancel(call.accountId, order.value.id);
  return cancelled.ok ? accept({ clientOid: cancelled.value.placement.clientOid ?? '' }) : cancelled;
}

/** The order that the path names by id. */
export function orderById(call: SignedCall): Outcome<SpotOrder> {
  const path = read(OrderPath, call.path);
  if (!path.ok) return path;
  return ofSymbol(call, call.exchange.spot.order(call.accountId, path.value.orderId));
}

/** The order that the path names by clientOid. */
export function orderByClientOid(call: SignedCall): Outcome<SpotOrder> {
  const path = read(ClientOidPath, call.path);
  if (!path.ok) return path;
  return ofSymbol(call, call.exchange.spot.orderByClientOid(call.accountId, path.value.clientOid));
}

/** The symbol is required; an order of another pair and a margin order are unknown here. */
function ofSymbol(call: SignedCall, order: SpotOrder | null): Outcome<SpotOrder> {
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const isKnown = order?.placement.symbol === query.value.symbol && (order.placement.tradeType ?? 'TRADE') === 'TRADE';
  if (!isKnown) {
    return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel');
  }
  return accept(order);
}
