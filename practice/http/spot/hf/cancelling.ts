import * as z from 'zod/mini';
import { accept, type Outcome } from '#practice/kernel/kernel.ts';
import type { SpotOrder } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { amount, readQuery, symbol } from '#practice/http/endpoint/fields.ts';
import { orderByClientOid, orderById } from '../orders.ts';
import { sizeFields } from '../sync-record.ts';
import { activeOrders } from './active.ts';

/** Cancelling in every form but the plain one: docs/exchange/endpoints.md §3.7. */

function cancelled(call: SignedCall, order: Outcome<SpotOrder>): Outcome<SpotOrder> {
  return order.ok ? call.exchange.spot.cancel(call.accountId, order.value.id) : order;
}

/** DELETE /api/v1/hf/orders/sync/{orderId}?symbol: answers with what the order has come to. */
export function cancelSync(call: SignedCall): Answer {
  const order = cancelled(call, orderById(call));
  return order.ok ? accept({ orderId: order.value.id, ...sizeFields(order.value) }) : order;
}

/** DELETE /api/v1/hf/orders/sync/client-order/{clientOid}?symbol. */
export function cancelSyncByClientOid(call: SignedCall): Answer {
  const order = cancelled(call, orderByClientOid(call));
  if (!order.ok) return order;
  return accept({ clientOid: order.value.placement.clientOid ?? '', ...sizeFields(order.value) });
}

const PartQuery = z.object({ symbol, cancelSize: amount });

/** DELETE /api/v1/hf/orders/cancel/{orderId}?symbol&cancelSize: what is left keeps its place. */
export function cancelPart(call: SignedCall): Answer {
  const query = readQuery(PartQuery, call.query);
  if (!query.ok) return query;
  const order = orderById(call);
  if (!order.ok) return order;
  const { cancelSize } = query.value;
  const cut = call.exchange.spot.cancelPart(call.accountId, order.value.id, cancelSize);
  return cut.ok ? accept({ orderId: cut.value.id, cancelSize }) : cut;
}

function cancelEach(call: SignedCall, orders: readonly SpotOrder[]): void {
  for (const { id } of orders) call.exchange.spot.cancel(call.accountId, id);
}

const SymbolQuery = z.object({ symbol });

/** DELETE /api/v1/hf/orders?symbol: every active spot order of the pair. */
export function cancelOfSymbol(call: SignedCall): Answer {
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  cancelEach(call, activeOrders(call, query.value.symbol));
  return accept('success');
}

/** DELETE /api/v1/hf/orders/cancelAll: every active spot order. */
export function cancelAll(call: SignedCall): Answer {
  const orders = activeOrders(call);
  cancelEach(call, orders);
  return accept({ succeedSymbols: [...new Set(orders.map(order => order.placement.symbol))], failedSymbols: [] });
}
