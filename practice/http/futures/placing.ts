import * as z from 'zod/mini';
import { isNegative, isZero } from '#shared/decimal.ts';
import type { FuturesPlacement } from '#practice/futures/types.ts';
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
  read,
  readQuery,
  side,
  symbol,
  text,
} from '../endpoint/fields.ts';

/** Placing and cancelling futures orders, docs/exchange/endpoints.md §8.3, §8.4. */

const OrderBody = z.object({
  clientOid,
  symbol,
  side: z.exactOptional(side),
  type: orElse(choice('limit', 'market'), 'limit'),
  leverage: z.exactOptional(numericAmount),
  price: z.exactOptional(amount),
  size: z.exactOptional(numericAmount),
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
  stop: z.exactOptional(choice('up', 'down')),
  stopPrice: z.exactOptional(amount),
  stopPriceType: z.exactOptional(choice('TP', 'MP', 'IP')),
  remark: z.exactOptional(text(100)),
});
type OrderBody = z.infer<typeof OrderBody>;

/** POST /api/v1/orders: with `stop` it becomes an untriggered stop order. */
export function placeOrder(call: SignedCall): Answer {
  const body = read(OrderBody, call.body);
  if (!body.ok) return body;
  const placement = placementOf(body.value, call);
  if (!placement.ok) return placement;
  const placed = call.exchange.futures.place(call.accountId, placement.value);
  if (!placed.ok) return placed;
  return accept({ orderId: placed.value.id, clientOid: placed.value.placement.clientOid ?? '' });
}

function placementOf(body: OrderBody, call: SignedCall): Outcome<FuturesPlacement> {
  const missing = missingField(body);
  if (missing !== null) return refuse('parameter', `${missing} is required`, missing);
  const closing = body.closeOrder === true ? closingSide(call, body.symbol) : null;
  const way = closing ?? body.side;
  if (way === undefined) return refuse('no-position', 'No open positions to close.');
  return accept({
    clientOid: body.clientOid,
    symbol: body.symbol,
    side: way,
    type: body.type,
    ...given({
      marginMode: body.marginMode,
      leverage: body.leverage,
      price: body.type === 'limit' ? body.price : undefined,
      size: body.size,
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
    ['size', !isClosing],
    ['price', body.type === 'limit'],
    ['stopPrice', body.stop !== undefined],
    ['stopPriceType', body.stop !== undefined],
    ['stop', body.stopPrice !== undefined || body.stopPriceType !== undefined],
    ['visibleSize', body.iceberg === true],
  ];
  return rules.find(([name, isNeeded]) => isNeeded && body[name] === undefined)?.[0] ?? null;
}

/** The side that takes the position down, whatever side the caller names; null without a position. */
function closingSide(call: SignedCall, name: string): Side | null {
  const quantity = call.exchange.futures.position(call.accountId, name)?.currentQty ?? '0';
  if (isZero(quantity)) return null;
  return isNegative(quantity) ? 'buy' : 'sell';
}

const OrderPath = z.object({ orderId: text(64) });

/** DELETE /api/v1/orders/{orderId}: works on stop orders as well. */
export function cancelOrder(call: SignedCall): Answer {
  const path = read(OrderPath, call.path);
  if (!path.ok) return path;
  const cancelled = call.exchange.futures.cancel(call.accountId, path.value.orderId);
  return cancelled.ok ? accept({ cancelledOrderIds: [cancelled.value.id] }) : cancelled;
}

const ClientOidPath = z.object({ clientOid });
const SymbolQuery = z.object({ symbol });

/** DELETE /api/v1/orders/client-order/{clientOid}?symbol. */
export function cancelOrderByClientOid(call: SignedCall): Answer {
  const path = read(ClientOidPath, call.path);
  if (!path.ok) return path;
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const order = call.exchange.futures.orderByClientOid(call.accountId, path.value.clientOid);
  if (order === null || order.placement.symbol !== query.value.symbol) {
    return refuse('order-unknown', 'The order cannot be canceled.');
  }
  const cancelled = call.exchange.futures.cancel(call.accountId, order.id);
  return cancelled.ok ? accept({ clientOid: path.value.clientOid }) : cancelled;
}
