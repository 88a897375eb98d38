import * as z from 'zod/mini';
import type { Decimal } from '#shared/decimal.ts';
import { type Outcome, accept, refuse } from '#practice/kernel/kernel.ts';
import type { SpotPlacement, SpotStopPlacement } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import {
  amount,
  ascii,
  choice,
  clientOid,
  flag,
  given,
  orElse,
  read,
  side,
  symbol,
  text,
  wholeNumber,
} from '../endpoint/fields.ts';

/** Placing spot orders, and what a client may ask of one: docs/exchange/endpoints.md §3.2, §3.3 and §4. */

/** -1: never; the longest life is 30 days (docs/exchange/endpoints.md §3.2). */
const cancelAfter = wholeNumber({ minimum: -1, maximum: 2_592_000 });
const timeInForce = choice('GTC', 'GTT', 'IOC', 'FOK');
const selfTradePrevention = choice('CN', 'CO', 'CB', 'DC');
const anyMs = wholeNumber({ minimum: 0, maximum: 253_402_300_799_999 });

const sharedFields = {
  clientOid: z.exactOptional(clientOid),
  symbol,
  side,
  price: z.exactOptional(amount),
  size: z.exactOptional(amount),
  timeInForce: z.exactOptional(timeInForce),
  stp: z.exactOptional(selfTradePrevention),
  cancelAfter: z.exactOptional(cancelAfter),
  postOnly: z.exactOptional(flag),
  hidden: z.exactOptional(flag),
  iceberg: z.exactOptional(flag),
  visibleSize: z.exactOptional(amount),
};

const lateGuard = { clientTimestamp: z.exactOptional(anyMs), allowMaxTimeWindow: z.exactOptional(anyMs) };

export const HfOrder = z.object({
  ...sharedFields,
  ...lateGuard,
  type: choice('limit', 'market'),
  funds: z.exactOptional(amount),
  tags: z.exactOptional(ascii(20)),
  remark: z.exactOptional(ascii(20)),
});
export type HfOrder = z.infer<typeof HfOrder>;

/** One row of a batch: limit orders only, so price and size are always there. */
export const BatchOrder = z.object({
  ...sharedFields,
  ...lateGuard,
  type: choice('limit'),
  price: amount,
  size: amount,
  tags: z.exactOptional(ascii(20)),
  remark: z.exactOptional(ascii(20)),
});
export type BatchOrder = z.infer<typeof BatchOrder>;

export const StopOrderBody = z.object({
  ...sharedFields,
  type: choice('limit', 'market'),
  funds: z.exactOptional(amount),
  remark: z.exactOptional(text(100)),
  stop: z.exactOptional(choice('loss', 'entry')),
  stopPrice: amount,
  tradeType: orElse(choice('TRADE', 'MARGIN_TRADE', 'MARGIN_ISOLATED_TRADE'), 'TRADE'),
});
export type StopOrderBody = z.infer<typeof StopOrderBody>;

/** POST /api/v1/hf/orders: the order has been matched once when this answers. */
export function placeOrder(call: SignedCall): Answer {
  const body = read(HfOrder, call.body);
  if (!body.ok) return body;
  const placement = placementOf(body.value, call.nowMs);
  if (!placement.ok) return placement;
  const placed = call.exchange.spot.place(call.accountId, placement.value);
  if (!placed.ok) return placed;
  return accept({ orderId: placed.value.id, clientOid: placed.value.placement.clientOid ?? '' });
}

/** The order that the engine gets, or the rule between fields that is broken. `nowMs` judges a late arrival. */
export function placementOf(order: HfOrder | BatchOrder, nowMs: number): Outcome<SpotPlacement> {
  if (isLate(order, nowMs)) {
    return refuse('parameter', 'clientTimestamp is older than allowMaxTimeWindow allows', 'clientTimestamp');
  }
  const broken = brokenRule(order);
  return broken ?? accept({ ...basicsOf(order), ...given({ tags: order.tags, remark: order.remark }) });
}

/** As {@link placementOf} for a stop order. */
export function stopPlacementOf(order: StopOrderBody): Outcome<SpotStopPlacement> {
  const broken = brokenRule(order);
  if (broken !== null) return broken;
  return accept({
    ...basicsOf(order),
    stopPrice: order.stopPrice,
    tradeType: order.tradeType,
    ...given({ stop: order.stop, remark: order.remark }),
  });
}

type AnyOrder = HfOrder | BatchOrder | StopOrderBody;

function basicsOf(order: AnyOrder): SpotPlacement {
  return {
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    channel: 'API',
    ...given({
      clientOid: order.clientOid,
      price: order.type === 'limit' ? order.price : undefined,
      size: order.size,
      funds: fundsOf(order),
      timeInForce: order.timeInForce,
      selfTradePrevention: order.stp,
      cancelAfterS: order.cancelAfter === -1 ? undefined : order.cancelAfter,
      isPostOnly: order.postOnly,
      isHidden: order.hidden,
      isIceberg: order.iceberg,
      visibleSize: order.visibleSize,
    }),
  };
}

function fundsOf(order: AnyOrder): Decimal | undefined {
  return order.type === 'market' ? order.funds : undefined;
}

function isLate(order: HfOrder | BatchOrder, nowMs: number): boolean {
  const { clientTimestamp, allowMaxTimeWindow } = order;
  if (clientTimestamp === undefined || allowMaxTimeWindow === undefined) return false;
  return nowMs - clientTimestamp > allowMaxTimeWindow;
}

function brokenRule(order: AnyOrder) {
  const missing = missingAmount(order);
  if (missing !== null) return refuse('parameter', `${missing} is required for a ${order.type} order`, missing);
  if (order.iceberg === true && order.visibleSize === undefined) {
    return refuse('parameter', 'visibleSize is required for an iceberg order', 'visibleSize');
  }
  if ((order.cancelAfter ?? 0) > 0 && order.timeInForce !== 'GTT') {
    return refuse('parameter', 'cancelAfter requires timeInForce GTT', 'cancelAfter');
  }
  return null;
}

/** Limit orders need price and size; market orders one of size and funds. */
function missingAmount(order: AnyOrder): 'price' | 'size' | null {
  if (order.type === 'limit' && order.price === undefined) return 'price';
  if (order.size !== undefined) return null;
  return order.type === 'market' && fundsOf(order) !== undefined ? null : 'size';
}
