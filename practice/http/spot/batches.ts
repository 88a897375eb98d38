import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { SpotOrder } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { read } from '../endpoint/fields.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import { syncFields } from './sync-record.ts';
import { BatchOrder, placementOf } from './placing.ts';

/** Batch placement, docs/exchange/records.md §5 and docs/exchange/endpoints.md §3.3. */

/** Orders per request, docs/exchange/limits.md §5. */
const asyncBatchLimit = 5;
const syncBatchLimit = 20;

/** POST /api/v1/hf/orders/multi: acknowledges placement only. */
export function placeBatch(call: SignedCall): Answer {
  return placeAll(call, asyncBatchLimit, order => ({ orderId: order.id, ...clientOidOf(order, call), success: true }));
}

/** POST /api/v1/hf/orders/multi/sync: answers after matching. */
export function placeBatchSync(call: SignedCall): Answer {
  return placeAll(call, syncBatchLimit, order => ({
    orderId: order.id,
    ...clientOidOf(order, call),
    ...syncFields(order),
    success: true,
  }));
}

function clientOidOf(order: SpotOrder, call: SignedCall): { readonly clientOid?: string } {
  return call.dialect.hasExtraFields ? { clientOid: order.placement.clientOid ?? '' } : {};
}

/** A malformed request places nothing; in a sound one each order succeeds or fails by itself, in request order. */
function placeAll(call: SignedCall, limit: number, write: (order: SpotOrder) => JsonValue): Answer {
  const orders = readBatch(call.body, limit);
  if (!orders.ok) return orders;
  return accept(
    orders.value.map(order => {
      const placement = placementOf(order, call.nowMs);
      const placed = placement.ok ? call.exchange.spot.place(call.accountId, placement.value) : placement;
      return placed.ok ? write(placed.value) : { success: false, failMsg: placed.message };
    }),
  );
}

function readBatch(body: unknown, limit: number): Outcome<readonly BatchOrder[]> {
  const size = { error: `must hold 1 to ${limit} orders` };
  const Batch = z.object({
    orderList: z.array(BatchOrder, size).check(z.minLength(1, size), z.maxLength(limit, size)),
  });
  const batch = read(Batch, body);
  if (!batch.ok) return batch;
  const symbols = new Set(batch.value.orderList.map(order => order.symbol));
  if (symbols.size > 1) {
    return refuse('parameter', 'orderList must hold orders of one symbol only', 'orderList');
  }
  return accept(batch.value.orderList);
}
