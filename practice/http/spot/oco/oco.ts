import * as z from 'zod/mini';
import { type Decimal, toFixed } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { OcoOrder, SpotStop } from '#practice/spot/types.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import {
  amount,
  choice,
  clientOid,
  epochMs,
  given,
  read,
  readQuery,
  side,
  symbol,
  text,
} from '#practice/http/endpoint/fields.ts';
import { pageFields, pageOf } from '#practice/http/endpoint/pages.ts';

/** Orders of which one cancels the other: docs/exchange/endpoints.md §4.1. */

const OcoBody = z.object({
  clientOid,
  symbol,
  side,
  price: amount,
  size: amount,
  stopPrice: amount,
  limitPrice: amount,
  remark: z.exactOptional(text(100)),
  tradeType: z.exactOptional(choice('TRADE')),
});

/** POST /api/v3/oco/order. */
export function placeOco(call: SignedCall): Answer {
  const body = read(OcoBody, call.body);
  if (!body.ok) return body;
  const { tradeType: _tradeType, ...placement } = body.value;
  const placed = call.exchange.spot.placeOco(call.accountId, placement);
  return placed.ok ? accept({ orderId: placed.value.id }) : placed;
}

function unknownOco() {
  return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel');
}

function find(call: SignedCall, isWanted: (oco: OcoOrder) => boolean): Outcome<OcoOrder> {
  const found = call.exchange.spot.ocos(call.accountId).find(isWanted);
  return found === undefined ? unknownOco() : accept(found);
}

const OrderPath = z.object({ orderId: text(64) });
const ClientOidPath = z.object({ clientOid });

function byId(call: SignedCall): Outcome<OcoOrder> {
  const path = read(OrderPath, call.path);
  return path.ok ? find(call, oco => oco.id === path.value.orderId) : path;
}

function byClientOid(call: SignedCall): Outcome<OcoOrder> {
  const path = read(ClientOidPath, call.path);
  return path.ok ? find(call, oco => oco.placement.clientOid === path.value.clientOid) : path;
}

function legsOf(call: SignedCall, { legs }: OcoOrder): readonly SpotStop[] {
  return legs.flatMap(id => call.exchange.spot.stop(call.accountId, id) ?? []);
}

/** What has become of the two: one that has triggered speaks for both. */
function statusOf(legs: readonly SpotStop[]): SpotStop['status'] {
  const statuses = new Set(legs.map(({ status }) => status));
  if (statuses.has('TRIGGERED')) return 'TRIGGERED';
  return statuses.has('NEW') ? 'NEW' : 'CANCELLED';
}

function writeOco(call: SignedCall, oco: OcoOrder): JsonFields {
  return {
    orderId: oco.id,
    symbol: oco.placement.symbol,
    clientOid: oco.placement.clientOid,
    orderTime: oco.createdAtMs,
    status: statusOf(legsOf(call, oco)),
  };
}

/** GET /api/v3/oco/order/{orderId}. */
export function getOco(call: SignedCall): Answer {
  const oco = byId(call);
  return oco.ok ? accept(writeOco(call, oco.value)) : oco;
}

/** GET /api/v3/oco/client-order/{clientOid}. */
export function getOcoByClientOid(call: SignedCall): Answer {
  const oco = byClientOid(call);
  return oco.ok ? accept(writeOco(call, oco.value)) : oco;
}

/** GET /api/v3/oco/order/details/{orderId}: with both legs. */
export function getOcoDetails(call: SignedCall): Answer {
  const oco = byId(call);
  if (!oco.ok) return oco;
  const orders = legsOf(call, oco.value).map(leg => writeLeg(leg, call));
  return accept({ ...writeOco(call, oco.value), orders });
}

function writeLeg({ id, placement, status }: SpotStop, { dialect: { stopOrderScale } }: SignedCall): JsonValue {
  const padded = (value: Decimal): Decimal => (stopOrderScale === null ? value : toFixed(value, stopOrderScale));
  return {
    id,
    symbol: placement.symbol,
    side: placement.side,
    price: padded(placement.price ?? '0'),
    stopPrice: padded(placement.stopPrice),
    size: padded(placement.size ?? '0'),
    status,
  };
}

/** Both legs go together; those that wait no longer are left out. */
function cancelLegs(call: SignedCall, ocos: readonly OcoOrder[]): readonly string[] {
  return ocos.flatMap(oco => {
    const waiting = legsOf(call, oco).filter(({ status }) => status === 'NEW');
    for (const { id } of waiting) call.exchange.spot.cancelStop(call.accountId, id);
    return waiting.map(({ id }) => id);
  });
}

function cancelOne(call: SignedCall, oco: Outcome<OcoOrder>): Answer {
  if (!oco.ok) return oco;
  const cancelledOrderIds = cancelLegs(call, [oco.value]);
  return cancelledOrderIds.length === 0 ? unknownOco() : accept({ cancelledOrderIds });
}

/** DELETE /api/v3/oco/order/{orderId}. */
export function cancelOco(call: SignedCall): Answer {
  return cancelOne(call, byId(call));
}

/** DELETE /api/v3/oco/client-order/{clientOid}. */
export function cancelOcoByClientOid(call: SignedCall): Answer {
  return cancelOne(call, byClientOid(call));
}

const selectFields = { symbol: z.exactOptional(symbol), orderIds: z.exactOptional(text(13_000)) };

interface Selection {
  readonly symbol?: string;
  readonly orderIds?: string;
}

function select(call: SignedCall, wanted: Selection): readonly OcoOrder[] {
  const ids = wanted.orderIds?.split(',');
  return call.exchange.spot
    .ocos(call.accountId)
    .filter(
      ({ id, placement }) => (wanted.symbol ?? placement.symbol) === placement.symbol && (ids?.includes(id) ?? true),
    );
}

const CancelQuery = z.object(selectFields);

/** DELETE /api/v3/oco/orders?symbol&orderIds: all that the query selects. */
export function cancelOcos(call: SignedCall): Answer {
  const query = readQuery(CancelQuery, call.query);
  return query.ok ? accept({ cancelledOrderIds: cancelLegs(call, select(call, query.value)) }) : query;
}

/** GET /api/v3/oco/orders: newest first. */
export function listOcos(call: SignedCall): Answer {
  const { minimumPageSize } = call.dialect;
  const OcosQuery = z.object({
    ...selectFields,
    startAt: z.exactOptional(epochMs),
    endAt: z.exactOptional(epochMs),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  });
  const query = readQuery(OcosQuery, call.query);
  if (!query.ok) return query;
  const { startAt = 0, endAt = Number.MAX_SAFE_INTEGER } = query.value;
  const wanted = given({ symbol: query.value.symbol, orderIds: query.value.orderIds });
  const found = select(call, wanted).filter(({ createdAtMs }) => createdAtMs >= startAt && createdAtMs <= endAt);
  return accept(pageOf(found, query.value, oco => writeOco(call, oco)));
}
