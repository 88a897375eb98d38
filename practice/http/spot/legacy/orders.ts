import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { SpotOrder, SpotPlacement } from '#practice/spot/types.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { choice, clientOid, given, orElse, read, readQuery, symbol, text } from '#practice/http/endpoint/fields.ts';
import { idOfNothing } from '../hf/placing.ts';
import { tradeType } from '../order-lists.ts';
import { HfOrder, placementOf } from '../placing.ts';
import { writeOrder } from '../records.ts';

/** Single orders by the old endpoints, which ordinary clients still use: docs/exchange/endpoints.md §3.9. */

/** The old form of one order: it needs a clientOid, is a limit order by default, and has no tags. */
const LegacyOrder = z.object({
  ...HfOrder.shape,
  clientOid,
  type: orElse(choice('limit', 'market'), 'limit'),
  remark: z.exactOptional(text(100)),
  tradeType: orElse(choice('TRADE'), 'TRADE'),
});
type LegacyOrder = z.infer<typeof LegacyOrder>;

function readPlacement(call: SignedCall): Outcome<SpotPlacement> {
  const body = read(LegacyOrder, call.body);
  return body.ok ? placementOf(body.value, call.nowMs) : body;
}

/** POST /api/v1/orders. */
export function placeLegacyOrder(call: SignedCall): Answer {
  const placement = readPlacement(call);
  if (!placement.ok) return placement;
  const placed = call.exchange.spot.place(call.accountId, placement.value);
  return placed.ok ? accept({ orderId: placed.value.id }) : placed;
}

/** POST /api/v1/orders/test: everything is checked, nothing is placed. */
export function testLegacyOrder(call: SignedCall): Answer {
  const placement = readPlacement(call);
  if (!placement.ok) return placement;
  const tested = call.exchange.spot.test(call.accountId, placement.value);
  return tested.ok ? accept({ orderId: idOfNothing(call) }) : tested;
}

const mostInBatch = 5;
const batchSize = { error: `must hold 1 to ${mostInBatch} orders` };
const LegacyBatch = z.object({
  symbol,
  orderList: z
    .array(z.omit(z.extend(LegacyOrder, { type: orElse(choice('limit'), 'limit') }), { symbol: true }), batchSize)
    .check(z.minLength(1, batchSize), z.maxLength(mostInBatch, batchSize)),
});

/** POST /api/v1/orders/multi: limit orders of one pair; the rows lie one level deeper than in the newer form. */
export function placeLegacyBatch(call: SignedCall): Answer {
  const batch = read(LegacyBatch, call.body);
  if (!batch.ok) return batch;
  const { symbol: pair, orderList } = batch.value;
  return accept({ data: orderList.map(row => placeRow(call, { ...row, symbol: pair })) });
}

function placeRow(call: SignedCall, row: LegacyOrder): JsonValue {
  const placement = placementOf(row, call.nowMs);
  const placed = placement.ok ? call.exchange.spot.place(call.accountId, placement.value) : placement;
  const failed = { id: null, status: 'fail', failMsg: placed.ok ? null : placed.message };
  return writeRow(row, placed.ok ? { id: placed.value.id, status: 'success', failMsg: null } : failed);
}

function writeRow(row: LegacyOrder, result: JsonFields): JsonValue {
  return {
    symbol: row.symbol,
    type: row.type,
    side: row.side,
    price: row.price ?? null,
    size: row.size ?? null,
    funds: null,
    stp: row.stp ?? '',
    stop: '',
    stopPrice: null,
    timeInForce: row.timeInForce ?? 'GTC',
    cancelAfter: row.cancelAfter ?? 0,
    postOnly: row.postOnly ?? false,
    hidden: row.hidden ?? false,
    // the service writes it both ways
    iceberge: row.iceberg ?? false,
    iceberg: row.iceberg ?? false,
    visibleSize: row.visibleSize ?? null,
    channel: 'API',
    clientOid: row.clientOid,
    ...result,
  };
}

const OrderPath = z.object({ orderId: text(64) });
const ClientOidPath = z.object({ clientOid });

function byId(call: SignedCall): Outcome<SpotOrder> {
  const path = read(OrderPath, call.path);
  if (!path.ok) return path;
  return known(call.exchange.spot.order(call.accountId, path.value.orderId));
}

function byClientOid(call: SignedCall): Outcome<SpotOrder> {
  const path = read(ClientOidPath, call.path);
  if (!path.ok) return path;
  return known(call.exchange.spot.orderByClientOid(call.accountId, path.value.clientOid));
}

function known(order: SpotOrder | null): Outcome<SpotOrder> {
  return order === null ? refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel') : accept(order);
}

/** GET /api/v1/orders/{orderId}. */
export function getLegacyOrder(call: SignedCall): Answer {
  const order = byId(call);
  return order.ok ? accept(writeOrder(order.value, call.dialect)) : order;
}

/** GET /api/v1/order/client-order/{clientOid}. */
export function getLegacyOrderByClientOid(call: SignedCall): Answer {
  const order = byClientOid(call);
  return order.ok ? accept(writeOrder(order.value, call.dialect)) : order;
}

/** DELETE /api/v1/orders/{orderId}. */
export function cancelLegacyOrder(call: SignedCall): Answer {
  const order = byId(call);
  if (!order.ok) return order;
  const cancelled = call.exchange.spot.cancel(call.accountId, order.value.id);
  return cancelled.ok ? accept({ cancelledOrderIds: [cancelled.value.id] }) : cancelled;
}

/** DELETE /api/v1/order/client-order/{clientOid}. */
export function cancelLegacyOrderByClientOid(call: SignedCall): Answer {
  const order = byClientOid(call);
  if (!order.ok) return order;
  const cancelled = call.exchange.spot.cancel(call.accountId, order.value.id);
  if (!cancelled.ok) return cancelled;
  const { id, placement } = cancelled.value;
  return accept({ cancelledOrderId: id, clientOid: placement.clientOid ?? '', cancelledOcoOrderIds: null });
}

const CancelQuery = z.object({ symbol: z.exactOptional(symbol), tradeType: orElse(tradeType, 'TRADE') });

/** DELETE /api/v1/orders?symbol&tradeType: all active orders that the query selects. */
export function cancelLegacyOrders(call: SignedCall): Answer {
  const query = readQuery(CancelQuery, call.query);
  if (!query.ok) return query;
  const { spot } = call.exchange;
  const { symbol: pair, tradeType: kind } = query.value;
  const orders = spot.orders(call.accountId, 'active', { tradeType: kind, ...given({ symbol: pair }) });
  const cancelled = orders.filter(({ id }) => spot.cancel(call.accountId, id).ok);
  return accept({ cancelledOrderIds: cancelled.map(({ id }) => id) });
}
