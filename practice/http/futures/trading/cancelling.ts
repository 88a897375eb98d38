import * as z from 'zod/mini';
import { type Failure, failureOf } from '#practice/http/failures.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { clientOid, given, read, readQuery, symbol, text } from '#practice/http/endpoint/fields.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import type { FuturesOrder } from '#practice/futures/order-types.ts';
import { unknownContract } from '../reference.ts';

/** Cancelling futures orders, one or many: docs/exchange/endpoints.md §8.4. */

const OrderPath = z.object({ orderId: text(64) });

/** DELETE /api/v1/orders/{orderId}: works on stop orders as well. */
export function cancelOrder(call: SignedCall): Answer {
  const path = read(OrderPath, call.path);
  if (!path.ok) return path;
  const cancelled = call.exchange.futures.cancel(call.accountId, path.value.orderId);
  return cancelled.ok ? accept({ cancelledOrderIds: [cancelled.value.id] }) : cancelled;
}

const ClientOidPath = z.object({ clientOid });
const SymbolQuery = z.object({ symbol });

/** DELETE /api/v1/orders/client-order/{clientOid}?symbol. */
export function cancelOrderByClientOid(call: SignedCall): Answer {
  const path = read(ClientOidPath, call.path);
  if (!path.ok) return path;
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const cancelled = cancelMarked(call, { clientOid: path.value.clientOid, symbol: query.value.symbol });
  return cancelled.ok ? accept({ clientOid: path.value.clientOid }) : cancelled;
}

interface Mark {
  readonly clientOid: string;
  readonly symbol: string;
}

function cancelMarked(call: SignedCall, mark: Mark): Outcome<FuturesOrder> {
  const order = call.exchange.futures.orderByClientOid(call.accountId, mark.clientOid);
  if (order === null || order.placement.symbol !== mark.symbol) {
    return refuse('order-unknown', 'The order cannot be canceled.');
  }
  return call.exchange.futures.cancel(call.accountId, order.id);
}

const mostAtOnce = 20;
const listed = { error: 'must be a list' };
const ManyBody = z.object({
  orderIdsList: z.exactOptional(z.array(text(64), listed)),
  clientOidsList: z.exactOptional(z.array(z.object({ symbol, clientOid }), listed)),
});

function outcomeOf(cancelled: Outcome<FuturesOrder>): Pick<Failure, 'code' | 'message'> {
  return cancelled.ok ? { code: '200', message: 'success' } : failureOf('futures', cancelled, false);
}

function row(
  names: { readonly orderId: string | null; readonly clientOid: string | null },
  cancelled: Outcome<FuturesOrder>,
): JsonFields {
  const { code, message } = outcomeOf(cancelled);
  return { ...names, code, msg: message };
}

/** DELETE /api/v1/orders/multi-cancel, with a body: by orderId or by clientOid, each order by itself. */
export function cancelMany(call: SignedCall): Answer {
  const body = read(ManyBody, call.body);
  if (!body.ok) return body;
  const { orderIdsList: ids = [], clientOidsList: marks = [] } = body.value;
  const count = ids.length + marks.length;
  if (count === 0 || (ids.length > 0 && marks.length > 0)) {
    return refuse('parameter', 'one of orderIdsList and clientOidsList is required', 'orderIdsList');
  }
  if (count > mostAtOnce) return refuse('parameter', `at most ${mostAtOnce} orders can be cancelled at once`);
  return accept([
    ...ids.map(orderId => row({ orderId, clientOid: null }, call.exchange.futures.cancel(call.accountId, orderId))),
    ...marks.map(mark => row({ orderId: null, clientOid: mark.clientOid }, cancelMarked(call, mark))),
  ]);
}

const EveryQuery = z.object({ symbol: z.exactOptional(symbol) });

/** Cancels all orders of one kind, of one contract if it is named; an order that went meanwhile is left out. */
function cancelAll(call: SignedCall, kind: 'orders' | 'stops', name: string | undefined): Answer {
  const { futures } = call.exchange;
  if (name !== undefined && futures.contract(name) === null) return unknownContract(name);
  const filter = given({ symbol: name });
  const orders =
    kind === 'stops' ? futures.stops(call.accountId, filter) : futures.orders(call.accountId, 'active', filter);
  const cancelled = orders.filter(order => futures.cancel(call.accountId, order.id).ok);
  return accept({ cancelledOrderIds: cancelled.map(order => order.id) });
}

/** DELETE /api/v1/orders?symbol: the older form, of every contract unless one is named. */
export function cancelEvery(call: SignedCall): Answer {
  const query = readQuery(EveryQuery, call.query);
  return query.ok ? cancelAll(call, 'orders', query.value.symbol) : query;
}

/** DELETE /api/v3/orders?symbol: the orders of one contract, stop orders not among them. */
export function cancelOfContract(call: SignedCall): Answer {
  const query = readQuery(SymbolQuery, call.query);
  return query.ok ? cancelAll(call, 'orders', query.value.symbol) : query;
}

/** DELETE /api/v1/stopOrders?symbol: untriggered stop orders, of every contract unless one is named. */
export function cancelStops(call: SignedCall): Answer {
  const query = readQuery(EveryQuery, call.query);
  return query.ok ? cancelAll(call, 'stops', query.value.symbol) : query;
}
