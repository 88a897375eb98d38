import * as z from 'zod/mini';
import { isNegative, isZero } from '#shared/decimal.ts';
import type { FuturesPlacement } from '#practice/futures/order-types.ts';
import { accept, type Outcome, refuse, type Side } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import {
  amount,
  choice,
  clientOid,
  flag,
  given,
  numericAmount,
  orElse,
  positionSide,
  read,
  side,
  symbol,
  text,
} from '../endpoint/fields.ts';

/** Placing and cancelling futures orders, docs/exchange/endpoints.md §8.3, §8.4. */

const orderFields = {
  clientOid,
  symbol,
  side: z.exactOptional(side),
  type: orElse(choice('limit', 'market'), 'limit'),
  leverage: z.exactOptional(numericAmount),
  price: z.exactOptional(amount),
  size: z.exactOptional(numericAmount),
  qty: z.exactOptional(numericAmount),
  valueQty: z.exactOptional(numericAmount),
  timeInForce: z.exactOptional(choice('GTC', 'IOC')),
  postOnly: z.exactOptional(flag),
  hidden: z.exactOptional(flag),
  iceberg: z.exactOptional(flag),
  visibleSize: z.exactOptional(numericAmount),
  stp: z.exactOptional(choice('CN', 'CO', 'CB')),
  reduceOnly: z.exactOptional(flag),
  closeOrder: z.exactOptional(flag),
  forceHold: z.exactOptional(flag),
  marginMode: z.exactOptional(choice('ISOLATED', 'CROSS')),
  positionSide: z.exactOptional(positionSide),
  stop: z.exactOptional(choice('up', 'down')),
  stopPrice: z.exactOptional(amount),
  stopPriceType: z.exactOptional(choice('TP', 'MP', 'IP')),
  remark: z.exactOptional(text(100)),
};
const OrderBody = z.object(orderFields);
type OrderBody = z.infer<typeof OrderBody>;

/** POST /api/v1/orders: with `stop` it becomes an untriggered stop order. */
export function placeOrder(call: SignedCall): Answer {
  const placement = readPlacement(call, call.body);
  if (!placement.ok) return placement;
  const placed = call.exchange.futures.place(call.accountId, placement.value);
  if (!placed.ok) return placed;
  return accept({ orderId: placed.value.id, clientOid: placed.value.placement.clientOid ?? '' });
}

/** POST /api/v1/orders/test: everything is checked, nothing is placed; the id in the answer belongs to no order. */
export function testOrder(call: SignedCall): Answer {
  const placement = readPlacement(call, call.body);
  if (!placement.ok) return placement;
  const tested = call.exchange.futures.test(call.accountId, placement.value);
  if (!tested.ok) return tested;
  return accept({ orderId: call.nowMs.toString(16).padStart(24, '0'), clientOid: placement.value.clientOid ?? '' });
}

const ExitsBody = z.object({
  ...orderFields,
  triggerStopUpPrice: z.exactOptional(amount),
  triggerStopDownPrice: z.exactOptional(amount),
});

/** POST /api/v1/st-orders: an order and the stop orders that leave its position again. */
export function placeWithExits(call: SignedCall): Answer {
  const body = read(ExitsBody, call.body);
  if (!body.ok) return body;
  const { triggerStopUpPrice: up, triggerStopDownPrice: down, stopPriceType = 'TP', ...order } = body.value;
  if (order.stop !== undefined || order.stopPrice !== undefined) {
    return refuse('parameter', 'stop is not supported together with triggerStopUpPrice', 'stop');
  }
  const placement = placementOf(order, call);
  if (!placement.ok) return placement;
  if (up === undefined && down === undefined) {
    return refuse('parameter', 'triggerStopUpPrice is required', 'triggerStopUpPrice');
  }
  const exits = { ...given({ up, down }), stopPriceType };
  const placed = call.exchange.futures.placeWithExits(call.accountId, placement.value, exits);
  if (!placed.ok) return placed;
  return accept({ orderId: placed.value.id, clientOid: order.clientOid });
}

/** One order of a body, checked as far as its own words go. */
export function readPlacement(call: SignedCall, input: unknown): Outcome<FuturesPlacement> {
  const body = read(OrderBody, input);
  return body.ok ? placementOf(body.value, call) : body;
}

function placementOf(body: OrderBody, call: SignedCall): Outcome<FuturesPlacement> {
  const missing = missingField(body);
  if (missing !== null) return refuse('parameter', `${missing} is required`, missing);
  const closing = body.closeOrder === true ? closingSide(call, body) : null;
  const way = closing ?? body.side;
  if (way === undefined) return refuse('no-position', 'No open positions to close.');
  return accept({
    clientOid: body.clientOid,
    symbol: body.symbol,
    side: way,
    type: body.type,
    ...given({
      marginMode: body.marginMode,
      positionSide: body.positionSide === 'BOTH' ? undefined : body.positionSide,
      leverage: body.leverage,
      price: body.type === 'limit' ? body.price : undefined,
      size: body.size,
      qty: body.qty,
      valueQty: body.valueQty,
      timeInForce: body.timeInForce,
      visibleSize: body.visibleSize,
      selfTradePrevention: body.stp,
      stop: body.stop,
      stopPrice: body.stopPrice,
      stopPriceType: body.stopPriceType,
      remark: body.remark,
    }),
    ...flagsOf(body),
  });
}

function flagsOf(body: OrderBody): Partial<FuturesPlacement> {
  return given({
    isPostOnly: body.postOnly,
    isHidden: body.hidden,
    isIceberg: body.iceberg,
    isReduceOnly: body.reduceOnly,
    isCloseOrder: body.closeOrder,
    isForceHold: body.forceHold,
  });
}

/** The first parameter that the others make necessary. A closing order needs neither side, size nor leverage, a cross order takes the chosen one. */
function missingField(body: OrderBody): string | null {
  const isClosing = body.closeOrder === true;
  const rules: readonly (readonly [name: keyof OrderBody, isNeeded: boolean])[] = [
    ['side', !isClosing],
    ['leverage', !isClosing && body.reduceOnly !== true && body.marginMode !== 'CROSS'],
    ['size', !isClosing && body.qty === undefined && body.valueQty === undefined],
    ['price', body.type === 'limit'],
    ['stopPrice', body.stop !== undefined],
    ['stopPriceType', body.stop !== undefined],
    ['stop', body.stopPrice !== undefined || body.stopPriceType !== undefined],
    ['visibleSize', body.iceberg === true],
  ];
  return rules.find(([name, isNeeded]) => isNeeded && body[name] === undefined)?.[0] ?? null;
}

/** The side that takes the position down, whatever side the caller names; null without a position. */
function closingSide(call: SignedCall, { symbol: name, positionSide: of }: OrderBody): Side | null {
  const quantity = call.exchange.futures.position(call.accountId, name, of)?.currentQty ?? '0';
  if (isZero(quantity)) return null;
  return isNegative(quantity) ? 'buy' : 'sell';
}
