import * as z from 'zod/mini';
import type { FuturesOrder } from '#practice/futures/order-types.ts';
import { accept, refuse } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, clientOid, epochMs, given, orElse, read, readQuery, side, symbol, text } from '../endpoint/fields.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import { pageFields, pageOf } from '../endpoint/pages.ts';
import { writeFuturesOrder } from './order-record.ts';

/** Reading futures orders: docs/exchange/endpoints.md §8.1. */

const dayMs = 24 * 60 * 60 * 1000;
const recentLimit = 1000;

const filterFields = {
  symbol: z.exactOptional(symbol),
  side: z.exactOptional(side),
  startAt: z.exactOptional(epochMs),
  endAt: z.exactOptional(epochMs),
};
const paging = pageFields({ minimumPageSize: 1, maximumPageSize: 1000, defaultPageSize: 50 });

const OrdersQuery = z.object({
  ...filterFields,
  type: z.exactOptional(choice('limit', 'market', 'limit_stop', 'market_stop', 'oco_limit', 'oco_stop')),
  status: orElse(choice('active', 'done'), 'done'),
  ...paging,
});

/** GET /api/v1/orders?status=active|done: triggered stop orders are here too, untriggered ones are not. */
export function listOrders(call: SignedCall): Answer {
  const query = readQuery(OrdersQuery, call.query);
  if (!query.ok) return query;
  const { status, type } = query.value;
  const isStop = type?.endsWith('_stop') ?? false;
  const orders = call.exchange.futures
    .orders(call.accountId, status, { ...filterOf(query.value), ...given({ type: plainType(type) }) })
    // there are no one-cancels-other orders here
    .filter(order => type?.startsWith('oco_') !== true && (!isStop || order.stopTriggered === true));
  return accept(pageOf(orders, query.value, order => recordOf(order, call)));
}

function plainType(type: string | undefined): 'limit' | 'market' | undefined {
  if (type === undefined) return undefined;
  return type.startsWith('limit') ? 'limit' : 'market';
}

const StopsQuery = z.object({ ...filterFields, type: z.exactOptional(choice('limit', 'market')), ...paging });

/** GET /api/v1/stopOrders: untriggered ones, newest first. */
export function listStops(call: SignedCall): Answer {
  const query = readQuery(StopsQuery, call.query);
  if (!query.ok) return query;
  const filter = { ...filterOf(query.value), ...given({ type: query.value.type }) };
  const stops = call.exchange.futures.stops(call.accountId, filter);
  return accept(pageOf(stops, query.value, order => recordOf(order, call)));
}

function filterOf(query: z.infer<typeof StopsQuery> | z.infer<typeof OrdersQuery>) {
  return given({ symbol: query.symbol, side: query.side, startAtMs: query.startAt, endAtMs: query.endAt });
}

const RecentQuery = z.object({ symbol: z.exactOptional(symbol) });

/** GET /api/v1/recentDoneOrders: the 1000 newest that ended in the last 24 hours. */
export function listRecentDoneOrders(call: SignedCall): Answer {
  const query = readQuery(RecentQuery, call.query);
  if (!query.ok) return query;
  const orders = call.exchange.futures
    .orders(call.accountId, 'done', query.value)
    .filter(order => (order.endedAtMs ?? order.updatedAtMs) > call.nowMs - dayMs)
    .slice(0, recentLimit);
  return accept(orders.map(order => recordOf(order, call)));
}

const OrderPath = z.object({ orderId: text(64) });

/** GET /api/v1/orders/{orderId}: ordinary and stop orders alike. */
export function getOrder(call: SignedCall): Answer {
  const path = read(OrderPath, call.path);
  if (!path.ok) return path;
  return found(call, call.exchange.futures.order(call.accountId, path.value.orderId));
}

const ClientOidQuery = z.object({ clientOid });

/** GET /api/v1/orders/byClientOid?clientOid. */
export function getOrderByClientOid(call: SignedCall): Answer {
  const query = readQuery(ClientOidQuery, call.query);
  if (!query.ok) return query;
  return found(call, call.exchange.futures.orderByClientOid(call.accountId, query.value.clientOid));
}

function found(call: SignedCall, order: FuturesOrder | null): Answer {
  return order === null ? refuse('order-unknown', 'error.getOrder.orderNotExist') : accept(recordOf(order, call));
}

function recordOf(order: FuturesOrder, call: SignedCall): JsonValue {
  const contract = call.exchange.futures.contract(order.placement.symbol);
  return writeFuturesOrder(order, { contract, dialect: call.dialect });
}
