import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { SpotOrder, SpotPlacement } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { amount, clientOid, given, read, symbol, text } from '#practice/http/endpoint/fields.ts';
import { HfOrder, placementOf } from '../placing.ts';
import { syncFields } from '../sync-record.ts';

/** Placing in every form but the plain one: docs/exchange/endpoints.md §3.7. */

function readPlacement(call: SignedCall): Outcome<SpotPlacement> {
  const body = read(HfOrder, call.body);
  return body.ok ? placementOf(body.value, call.nowMs) : body;
}

/** POST /api/v1/hf/orders/sync: answers with what the matching has made of it. */
export function placeSync(call: SignedCall): Answer {
  const placement = readPlacement(call);
  if (!placement.ok) return placement;
  const placed = call.exchange.spot.place(call.accountId, placement.value);
  if (!placed.ok) return placed;
  const { id, placement: stored } = placed.value;
  return accept({ orderId: id, clientOid: stored.clientOid ?? '', ...syncFields(placed.value) });
}

/** POST /api/v1/hf/orders/test: everything is checked, nothing is placed; the id belongs to no order. */
export function testPlacement(call: SignedCall): Answer {
  const placement = readPlacement(call);
  if (!placement.ok) return placement;
  const tested = call.exchange.spot.test(call.accountId, placement.value);
  if (!tested.ok) return tested;
  return accept({ orderId: idOfNothing(call), clientOid: placement.value.clientOid ?? '' });
}

export function idOfNothing({ accountId, nowMs }: SignedCall): string {
  return createHash('sha256').update(`test ${accountId} ${nowMs}`).digest('hex').slice(0, 24);
}

const AlterBody = z.object({
  symbol,
  orderId: z.exactOptional(text(64)),
  clientOid: z.exactOptional(clientOid),
  newPrice: z.exactOptional(amount),
  newSize: z.exactOptional(amount),
});
type AlterBody = z.infer<typeof AlterBody>;

/** POST /api/v1/hf/orders/alter: cancels an order and places another in its stead. */
export function alterOrder(call: SignedCall): Answer {
  const body = read(AlterBody, call.body);
  if (!body.ok) return body;
  const { newPrice, newSize } = body.value;
  if (newPrice === undefined && newSize === undefined)
    return refuse('parameter', 'newPrice is required when there is no newSize', 'newPrice');
  const order = orderOf(call, body.value);
  if (!order.ok) return order;
  const change = given({ price: newPrice, size: newSize });
  const altered = call.exchange.spot.alter(call.accountId, order.value.id, change);
  if (!altered.ok) return altered;
  return accept({ newOrderId: altered.value?.id ?? '', clientOid: order.value.placement.clientOid ?? '' });
}

function orderOf(call: SignedCall, body: AlterBody): Outcome<SpotOrder> {
  if (body.orderId === undefined && body.clientOid === undefined)
    return refuse('parameter', 'orderId is required when there is no clientOid', 'orderId');
  const { spot } = call.exchange;
  const order =
    body.orderId === undefined
      ? spot.orderByClientOid(call.accountId, body.clientOid ?? '')
      : spot.order(call.accountId, body.orderId);
  const isKnown = order?.placement.symbol === body.symbol && (order.placement.tradeType ?? 'TRADE') === 'TRADE';
  if (!isKnown) return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel');
  return accept(order);
}
