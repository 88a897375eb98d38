import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { SpotStop } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, clientOid, flag, given, orElse, read, readQuery, symbol, text } from '../endpoint/fields.ts';
import { StopOrderBody, stopPlacementOf } from '../spot/placing.ts';
import { marginTradeType } from './orders.ts';
import { layAside, pageOfStops, stopRecord, stopsQuery } from '../spot/stops.ts';

/** Stop orders of margin: docs/exchange/endpoints.md §5.4. They are the ones of §4, with endpoints of their own. */

const crossByDefault = orElse(marginTradeType, 'MARGIN_TRADE');

const StopBody = z.extend(StopOrderBody, {
  clientOid,
  type: orElse(choice('limit', 'market'), 'limit'),
  isIsolated: z.exactOptional(flag),
  autoBorrow: z.exactOptional(flag),
  autoRepay: z.exactOptional(flag),
});

/** POST /api/v3/hf/margin/stop-order: nothing is held or borrowed before it triggers. */
export function placeStop(call: SignedCall): Answer {
  const body = read(StopBody, call.body);
  if (!body.ok) return body;
  const { isIsolated = false, autoBorrow = false, autoRepay = false, ...order } = body.value;
  if (autoBorrow) return refuse('parameter', 'autoBorrow is not for stop orders', 'autoBorrow');
  const kind = isIsolated ? 'MARGIN_ISOLATED_TRADE' : 'MARGIN_TRADE';
  const placement = stopPlacementOf({ ...order, tradeType: kind });
  if (!placement.ok) return placement;
  const placed = layAside(call, { ...placement.value, isAutoRepay: autoRepay });
  return placed.ok ? accept({ orderId: placed.value.id, clientOid: order.clientOid }) : placed;
}

/** GET /api/v3/hf/margin/stop-orders: untriggered ones of one kind of account, newest first. */
export function listStops(call: SignedCall): Answer {
  const Query = z.extend(stopsQuery(call.dialect.minimumPageSize), { tradeType: crossByDefault });
  const query = readQuery(Query, call.query);
  return query.ok ? pageOfStops(call, query.value) : query;
}

const ById = z.object({ orderId: text(64) });
const ByClientOid = z.object({ clientOid });

/** A stop order of a margin account that is not cancelled. */
function found(stop: SpotStop | null): Outcome<SpotStop> {
  const isMargin = (stop?.placement.tradeType ?? 'TRADE') !== 'TRADE';
  if (stop !== null && isMargin && stop.status !== 'CANCELLED') return accept(stop);
  return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel');
}

function stopById(call: SignedCall): Outcome<SpotStop> {
  const query = readQuery(ById, call.query);
  return query.ok ? found(call.exchange.spot.stop(call.accountId, query.value.orderId)) : query;
}

function stopByClientOid(call: SignedCall): Outcome<SpotStop> {
  const query = readQuery(ByClientOid, call.query);
  return query.ok ? found(call.exchange.spot.stopByClientOid(call.accountId, query.value.clientOid)) : query;
}

/** GET /api/v3/hf/margin/stop-order/orderId?orderId. */
export function getStop(call: SignedCall): Answer {
  const stop = stopById(call);
  return stop.ok ? accept(stopRecord(stop.value, call)) : stop;
}

/** GET /api/v3/hf/margin/stop-order/clientOid?clientOid: an array. */
export function getStopByClientOid(call: SignedCall): Answer {
  const stop = stopByClientOid(call);
  return stop.ok ? accept([stopRecord(stop.value, call)]) : stop;
}

function cancel(call: SignedCall, stop: Outcome<SpotStop>): Answer {
  if (!stop.ok) return stop;
  const cancelled = call.exchange.spot.cancelStop(call.accountId, stop.value.id);
  return cancelled.ok ? accept({ cancelledOrderIds: [cancelled.value.id] }) : cancelled;
}

/** DELETE /api/v3/hf/margin/stop-order/cancel-by-id?orderId. */
export function cancelStop(call: SignedCall): Answer {
  return cancel(call, stopById(call));
}

/** DELETE /api/v3/hf/margin/stop-order/cancel-by-clientOid?clientOid. */
export function cancelStopByClientOid(call: SignedCall): Answer {
  return cancel(call, stopByClientOid(call));
}

const CancelQuery = z.object({
  symbol: z.exactOptional(symbol),
  tradeType: crossByDefault,
  orderIds: z.exactOptional(text(4000)),
});

/** DELETE /api/v3/hf/margin/stop-order/cancel: all untriggered ones that the query selects. */
export function cancelStops(call: SignedCall): Answer {
  const query = readQuery(CancelQuery, call.query);
  if (!query.ok) return query;
  const { symbol: pair, tradeType: kind, orderIds } = query.value;
  const filter = { tradeType: kind, ...given({ symbol: pair, orderIds: orderIds?.split(',') }) };
  const { spot } = call.exchange;
  const cancelled = spot.stops(call.accountId, filter).filter(stop => spot.cancelStop(call.accountId, stop.id).ok);
  return accept({ cancelledOrderIds: cancelled.map(stop => stop.id) });
}
