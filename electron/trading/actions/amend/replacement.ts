import * as z from 'zod/mini';
import { compare, type Decimal, minimum, subtract } from '#shared/decimal.ts';
import {
  type AmendRequest,
  FuturesOrderRequest,
  MarginOrderRequest,
  type Order,
  SpotOrderRequest,
} from '#shared/domain/account/order.ts';
import { SpotStopRequest, type StopOrder } from '#shared/domain/account/stop-order.ts';
import type { MarginMode } from '#shared/domain/account/futures-account.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { marginTypeOf } from './living.ts';

/** The order that comes instead of another, whole size and all, by where it is placed. */
export const Replacement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('spot'), order: SpotOrderRequest }),
  z.object({ kind: z.literal('margin'), order: MarginOrderRequest }),
  z.object({ kind: z.literal('futures'), order: FuturesOrderRequest }),
  z.object({ kind: z.literal('stop'), order: SpotStopRequest }),
]);
export type Replacement = z.infer<typeof Replacement>;

const noted = (remark: string | null) => (remark === null ? {} : { remark });
const priced = (price: Decimal | undefined) => (price === undefined ? {} : { price });

/** What both venues know of a living order, as the next one says it. */
function carriedOver(order: Order, { clientOid, symbol, side, price, size }: AmendRequest) {
  const { isIceberg, visibleSize } = order;
  return {
    clientOid,
    symbol,
    side,
    type: 'limit',
    ...priced(price),
    size,
    ...(order.isPostOnly ? { isPostOnly: true } : {}),
    ...(order.isHidden ? { isHidden: true } : {}),
    ...(isIceberg && visibleSize !== null ? { isIceberg, visibleSize: minimum(visibleSize, size) } : {}),
    ...noted(order.remark),
  } as const;
}

/** The same duration restarted, or another one; no fields for an order without expiry. */
function endOf({ timeInForce, cancelAfterS }: Order, wanted: AmendRequest) {
  const lifeS = wanted.cancelAfterS ?? cancelAfterS;
  return timeInForce === 'GTT' && lifeS !== null ? { timeInForce, cancelAfterS: lifeS } : {};
}

/** The order that replaces an open one: the same except for price and size. A duration restarts. */
export function replaceOrder(order: Order, wanted: AmendRequest, marginMode: MarginMode): Result<Replacement> {
  const { selfTradePrevention, tradeType, leverage, isReduceOnly } = order;
  const carried = carriedOver(order, wanted);
  if (tradeType === 'futures') {
    const prevention = selfTradePrevention === null || selfTradePrevention === 'DC' ? {} : { selfTradePrevention };
    const lever = marginMode === 'isolated' && leverage !== null && !isReduceOnly ? { leverage } : {};
    const ofSide = sideField(order.positionSide);
    const reducing = isReduceOnly ? { isReduceOnly } : {};
    return succeed({
      kind: 'futures',
      order: { ...carried, marginMode, ...prevention, ...lever, ...reducing, ...ofSide },
    });
  }
  const prevention = selfTradePrevention === null ? {} : { selfTradePrevention };
  const plain = { ...carried, ...prevention, ...endOf(order, wanted) };
  return succeed(
    tradeType === 'spot' ? { kind: 'spot', order: plain } : { kind: 'margin', order: { ...plain, tradeType } },
  );
}

/** The stop that comes instead of one that waits. */
export function replaceStop(stop: StopOrder, wanted: AmendRequest, marginMode: MarginMode): Result<Replacement> {
  const { clientOid, symbol, side, price, size, stopPrice } = wanted;
  const { type, stop: trigger, tradeType, stopPriceType, isReduceOnly, timeInForce } = stop;
  const common = { clientOid, symbol, side, ...priced(price), size, ...noted(stop.remark) };
  if (type === 'unknown' || stopPrice === undefined) return cannotReplace('its type is unknown');
  if (tradeType === 'futures' && (trigger === 'up' || trigger === 'down') && stopPriceType !== null) {
    const ofSide = sideField(stop.positionSide);
    const order = { ...common, type, stop: trigger, stopPrice, stopPriceType, marginMode, isReduceOnly, ...ofSide };
    return succeed({ kind: 'futures', order });
  }
  if (trigger !== 'loss' && trigger !== 'entry') return cannotReplace('Fathom cannot place such a stop');
  if (stop.placedBy === 'margin-system') return cannotReplace('the margin system placed it, and keeps it');
  if (timeInForce === 'GTT') return cannotReplace('it ends by itself, and the next one would not');
  const wallet = marginTypeOf(tradeType);
  // no list states what the old one would repay, so it is requested again
  const onMargin = wallet === undefined ? {} : { tradeType: wallet, isAutoRepay: wanted.isAutoRepay === true };
  return succeed({ kind: 'stop', order: { ...common, type, stop: trigger, stopPrice, ...onMargin } });
}

function cannotReplace(reason: string): Result<never> {
  return fail('invalid-request', `This stop cannot be changed: ${reason}. Cancel it and place another.`, {
    field: 'orderId',
  });
}

/** The replacement without what the old one has filled; null: nothing is left to place. */
export function withoutFilled(replacement: Replacement, filled: Decimal): Replacement | null {
  const whole = replacement.order.size;
  if (whole === undefined) return replacement;
  if (compare(whole, filled) <= 0) return null;
  const size = subtract(whole, filled);
  if (replacement.kind === 'stop') return { ...replacement, order: { ...replacement.order, size } };
  const seen = replacement.order.visibleSize;
  const visible = seen === undefined ? {} : { visibleSize: minimum(seen, size) };
  // the three kinds are separate so that each keeps its own order type
  if (replacement.kind === 'spot') return { kind: 'spot', order: { ...replacement.order, ...visible, size } };
  if (replacement.kind === 'margin') return { kind: 'margin', order: { ...replacement.order, ...visible, size } };
  return { kind: 'futures', order: { ...replacement.order, ...visible, size } };
}
