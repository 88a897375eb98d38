import * as z from 'zod/mini';
import type { PlacedOrder, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { CancelRequested } from '../types.ts';
import { listOf } from '../wire/rows.ts';
import { id, textOrNull } from '../wire/scalars.ts';

/** A decimal that is sent as a JSON number, digit for digit, without ever being a double. */
interface WireNumber {
  readonly digits: string;
}

type BodyValue = string | boolean | undefined | WireNumber;
/** The fields of a flat body; `undefined` is left out. */
export type Body = Readonly<Record<string, BodyValue>>;

/** The exact JSON text of a flat body, `undefined` left out. The text is what is signed and what is sent. */
export function bodyText(body: Body): string {
  const fields = Object.entries(body).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [`${JSON.stringify(name)}:${typeof value === 'object' ? value.digits : JSON.stringify(value)}`];
  });
  return `{${fields.join(',')}}`;
}

/** `undefined` stays absent. */
export function wireNumber(value: string | number | undefined): WireNumber | undefined {
  return value === undefined ? undefined : { digits: String(value) };
}

const ascii20 = /^[\x20-\x7e]{0,20}$/;

/** docs/exchange/endpoints.md §3.2: the labels of an order are short and plain. */
export function checkLabels(orders: readonly Pick<SpotOrderRequest, 'remark' | 'tags'>[]): Result<null> {
  for (const { remark = '', tags = '' } of orders) {
    if (!ascii20.test(remark) || !ascii20.test(tags)) {
      return fail('invalid-request', 'Remark and tag take at most 20 plain characters.', { field: 'remark' });
    }
  }
  return succeed(null);
}

/** The body of one spot order, with what another kind of order adds. docs/exchange/endpoints.md §3.2. */
export function spotOrderText(order: SpotOrderRequest, more: Body = {}): string {
  return bodyText({
    clientOid: order.clientOid,
    symbol: order.symbol,
    type: order.type,
    side: order.side,
    price: order.price,
    size: order.size,
    funds: order.funds,
    timeInForce: order.timeInForce,
    cancelAfter: wireNumber(order.cancelAfterS),
    stp: order.selfTradePrevention,
    postOnly: order.isPostOnly,
    hidden: order.isHidden,
    iceberg: order.isIceberg,
    visibleSize: order.visibleSize,
    tags: order.tags,
    remark: order.remark,
    ...more,
  });
}

/** docs/exchange/records.md §12: stop orders and the sync form answer without a clientOid. */
export const placedBody = z.pipe(
  z.object({ orderId: id, clientOid: textOrNull }),
  z.transform((wire): PlacedOrder => wire),
);

/** All cancels of the interface, whichever of the four spellings they answer with. */
export const cancelledBody = z.pipe(
  z.object({
    orderId: textOrNull,
    clientOid: textOrNull,
    cancelledOrderId: textOrNull,
    cancelledOrderIds: z.union([z.null(), z.optional(listOf(id))]),
  }),
  z.transform((wire, context): CancelRequested => {
    const single = wire.orderId ?? wire.cancelledOrderId;
    // null does not show what was cancelled: the outcome is looked up
    if (Array.isArray(wire.cancelledOrderIds) && single === null) return { orderIds: wire.cancelledOrderIds };
    if (single !== null) return { orderIds: [single] };
    if (wire.clientOid !== null) return { orderIds: [] };
    context.issues.push({ code: 'custom', message: 'expected an id', input: wire, path: ['orderId'] });
    return z.NEVER;
  }),
);

/** A cancel by id that ended nothing: there was nothing left to end. */
export function atLeastOne(answer: Result<CancelRequested>, endpoint: string): Result<CancelRequested> {
  if (!answer.ok || answer.value.orderIds.length > 0) return answer;
  return fail('not-found', 'There was nothing left to cancel: it is done, cancelled or was never there.', { endpoint });
}

/** The first record of an answer that is empty when there is none. */
export function firstOf<T>(answer: Result<readonly T[]>, endpoint: string): Result<T> {
  if (!answer.ok) return answer;
  const [first] = answer.value;
  return first === undefined ? fail('not-found', 'The exchange has no such order.', { endpoint }) : succeed(first);
}
