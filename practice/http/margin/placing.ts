import * as z from 'zod/mini';
import { isPositive } from '#shared/decimal.ts';
import { accept, type Outcome } from '#practice/kernel/kernel.ts';
import type { MarginPlacement } from '#practice/margin/types.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, clientOid, flag, orElse, read } from '../endpoint/fields.ts';
import { idOfNothing } from '../spot/hf/placing.ts';
import { HfOrder, placementOf } from '../spot/placing.ts';

/** Placing margin orders: docs/exchange/endpoints.md §5.2. */

const MarginOrderBody = z.extend(HfOrder, {
  clientOid,
  type: orElse(choice('limit', 'market'), 'limit'),
  isIsolated: z.exactOptional(flag),
  autoBorrow: z.exactOptional(flag),
  autoRepay: z.exactOptional(flag),
});

function placementIn(call: SignedCall): Outcome<MarginPlacement> {
  const body = read(MarginOrderBody, call.body);
  if (!body.ok) return body;
  const { isIsolated = false, autoBorrow = false, autoRepay = false, ...order } = body.value;
  const placement = placementOf(order, call.nowMs);
  if (!placement.ok) return placement;
  return accept({ ...placement.value, isIsolated, isAutoBorrow: autoBorrow, isAutoRepay: autoRepay });
}

/** POST /api/v3/hf/margin/order: borrowed if need be and matched once when this answers. */
export function placeOrder(call: SignedCall): Answer {
  const placement = placementIn(call);
  if (!placement.ok) return placement;
  const placed = call.exchange.margin.place(call.accountId, placement.value);
  if (!placed.ok) return placed;
  const { order, loan } = placed.value;
  return accept({
    orderId: order.id,
    clientOid: order.placement.clientOid ?? '',
    borrowSize: loan?.actualSize ?? null,
    loanApplyId: loan?.orderNo ?? null,
  });
}

/** POST /api/v3/hf/margin/order/test: nothing is placed and nothing borrowed; the ids belong to nothing. */
export function testOrder(call: SignedCall): Answer {
  const placement = placementIn(call);
  if (!placement.ok) return placement;
  const tested = call.exchange.margin.test(call.accountId, placement.value);
  if (!tested.ok) return tested;
  const isBorrowing = isPositive(tested.value);
  return accept({
    orderId: idOfNothing(call),
    clientOid: placement.value.clientOid ?? '',
    borrowSize: isBorrowing ? tested.value : null,
    loanApplyId: isBorrowing ? idOfNothing(call) : null,
  });
}
