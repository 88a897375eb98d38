import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { SpotStop, SpotStopPlacement } from '#practice/spot/types.ts';
import { ownerOf } from '#practice/accounts/owners.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, clientOid, given, orElse, read, readQuery, symbol, text } from '../endpoint/fields.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import { openWindow, pageFields, pageOf } from '../endpoint/pages.ts';
import { filterFields, tradeType } from './order-lists.ts';
import { StopOrderBody, stopPlacementOf } from './placing.ts';
import { writeStop } from './records.ts';

/** Stop orders, docs/exchange/endpoints.md §4. */

const OrderPath = z.object({ orderId: text(64) });
const ClientOidQuery = z.object({ clientOid, symbol: z.exactOptional(symbol) });
const orderIds = z.exactOptional(text(4000));

/** GET /api/v1/stop-order: untriggered ones, newest first. */
export function listStops(call: SignedCall): Answer {
  const query = readQuery(stopsQuery(call.dialect.minimumPageSize), call.query);
  return query.ok ? pageOfStops(call, query.value) : query;
}

/** The untriggered stop orders that the query selects. */
export function pageOfStops(call: SignedCall, wanted: StopsQuery): Answer {
  const window = openWindow(wanted);
  if (!window.ok) return window;
  const filter = {
    ...window.value,
    tradeType: wanted.tradeType,
    ...given({
      symbol: wanted.symbol,
      side: wanted.side,
      type: wanted.type,
      orderIds: wanted.orderIds?.split(','),
    }),
  };
  const stops = call.exchange.spot
    .stops(call.accountId, filter)
    .filter(stop => wanted.stop === undefined || (wanted.stop === 'oco') === (stop.placement.ocoId !== undefined));
  return accept(pageOf(stops, wanted, stop => stopRecord(stop, call)));
}

type StopsQuery = z.infer<ReturnType<typeof stopsQuery>>;

export function stopsQuery(minimumPageSize: number) {
  return z.object({
    ...filterFields,
    orderIds,
    stop: z.exactOptional(choice('stop', 'oco')),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  });
}

/** A margin account that is frozen or bankrupt takes no stop orders, either. */
function mayPlace(
  { exchange, accountId }: SignedCall,
  { tradeType: kind, symbol: pair }: SpotStopPlacement,
): Outcome<null> {
  if (kind === undefined || kind === 'TRADE') return accept(null);
  return exchange.margin.mayTrade({ accountId, symbol: kind === 'MARGIN_TRADE' ? null : pair });
}

/** POST /api/v1/stop-order: funds are not frozen until it triggers. */
export function placeStop(call: SignedCall): Answer {
  const body = read(StopOrderBody, call.body);
  if (!body.ok) return body;
  const placement = stopPlacementOf(body.value);
  if (!placement.ok) return placement;
  const placed = layAside(call, placement.value);
  return placed.ok ? accept({ orderId: placed.value.id }) : placed;
}

/** Lays a stop order aside, for the wallet of its trade type. */
export function layAside(call: SignedCall, placement: SpotStopPlacement): Outcome<SpotStop> {
  const allowed = mayPlace(call, placement);
  return allowed.ok ? call.exchange.spot.placeStop(call.accountId, placement) : allowed;
}

/** GET /api/v1/stop-order/{orderId}. */
export function getStop(call: SignedCall): Answer {
  const stop = stopByPath(call);
  return stop.ok ? accept(stopRecord(stop.value, call)) : stop;
}

/** GET /api/v1/stop-order/queryOrderByClientOid: an array, empty when there is none. */
export function getStopByClientOid(call: SignedCall): Answer {
  const query = readQuery(ClientOidQuery, call.query);
  if (!query.ok) return query;
  const stop = stopByClientOid(call, query.value);
  return accept(stop === null ? [] : [stopRecord(stop, call)]);
}

/** DELETE /api/v1/stop-order/{orderId}. */
export function cancelStop(call: SignedCall): Answer {
  const stop = stopByPath(call);
  if (!stop.ok) return stop;
  const cancelled = call.exchange.spot.cancelStop(call.accountId, stop.value.id);
  return cancelled.ok ? accept({ cancelledOrderIds: [cancelled.value.id] }) : cancelled;
}

/** DELETE /api/v1/stop-order/cancelOrderByClientOid?clientOid&symbol. */
export function cancelStopByClientOid(call: SignedCall): Answer {
  const query = readQuery(ClientOidQuery, call.query);
  if (!query.ok) return query;
  const stop = stopByClientOid(call, query.value);
  if (stop === null) return unknownStop();
  const cancelled = call.exchange.spot.cancelStop(call.accountId, stop.id);
  if (!cancelled.ok) return cancelled;
  return accept({ cancelledOrderId: cancelled.value.id, clientOid: query.value.clientOid });
}

const CancelQuery = z.object({
  symbol: z.exactOptional(symbol),
  tradeType: orElse(tradeType, 'TRADE'),
  orderIds,
});

/** DELETE /api/v1/stop-order/cancel: all untriggered stops that the query selects. */
export function cancelStops(call: SignedCall): Answer {
  const query = readQuery(CancelQuery, call.query);
  if (!query.ok) return query;
  const { symbol: pair, tradeType: kind, orderIds: ids } = query.value;
  const filter = { tradeType: kind, ...given({ symbol: pair, orderIds: ids?.split(',') }) };
  const stops = call.exchange.spot.stops(call.accountId, filter);
  const cancelled = stops.filter(stop => call.exchange.spot.cancelStop(call.accountId, stop.id).ok);
  return accept({ cancelledOrderIds: cancelled.map(stop => stop.id) });
}

function stopByPath(call: SignedCall): Outcome<SpotStop> {
  const path = read(OrderPath, call.path);
  if (!path.ok) return path;
  const stop = call.exchange.spot.stop(call.accountId, path.value.orderId);
  return stop === null || stop.status === 'CANCELLED' ? unknownStop() : accept(stop);
}

interface ClientOidSelection {
  readonly clientOid: string;
  readonly symbol?: string;
}

/** Cancelled ones are gone: the record's status knows NEW and TRIGGERED only (docs/exchange/records.md §3.3). */
function stopByClientOid(call: SignedCall, wanted: ClientOidSelection): SpotStop | null {
  const stop = call.exchange.spot.stopByClientOid(call.accountId, wanted.clientOid);
  if (stop === null || stop.status === 'CANCELLED') return null;
  return wanted.symbol === undefined || wanted.symbol === stop.placement.symbol ? stop : null;
}

function unknownStop() {
  return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel');
}

export function stopRecord(stop: SpotStop, call: SignedCall): JsonValue {
  const { directory, spot } = call.exchange;
  return writeStop(stop, {
    dialect: call.dialect,
    userId: ownerOf(directory, stop.accountId).userId,
    feeCurrency: spot.pair(stop.placement.symbol)?.feeCurrency ?? '',
  });
}
