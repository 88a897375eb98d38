import * as z from 'zod/mini';
import type { BatchOutcome, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { rowsInPlace } from '../wire/rows.ts';
import { decimalOrNull, flagOrNull, textOrNull } from '../wire/scalars.ts';
import { cleanExchangeText } from '../wire/exchange-text.ts';

/** docs/exchange/records.md §5: both kinds of batch rows in one schema; a failed row has no order id. */
const batchRow = z.object({
  orderId: textOrNull,
  clientOid: textOrNull,
  success: flagOrNull,
  status: textOrNull,
  failMsg: textOrNull,
  dealSize: decimalOrNull,
  remainSize: decimalOrNull,
  canceledSize: decimalOrNull,
});
export type BatchRow = z.infer<typeof batchRow>;

export const batchRows = rowsInPlace(batchRow);

function outcomeOf(row: BatchRow): BatchOutcome['outcome'] {
  if (row.success === false || row.status === 'fail') return 'rejected';
  if (row.orderId === null) return row.failMsg === null ? 'unknown' : 'rejected';
  return row.status === 'open' || row.status === 'done' ? row.status : 'acknowledged';
}

function toOutcome(clientOid: string, row: BatchRow | undefined): BatchOutcome {
  if (row === undefined) {
    const nothing = { orderId: null, failMessage: null, filledSize: null, remainingSize: null, cancelledSize: null };
    return { ...nothing, clientOid, outcome: 'unknown' };
  }
  return {
    clientOid,
    orderId: row.orderId,
    outcome: outcomeOf(row),
    failMessage: row.failMsg === null ? null : cleanExchangeText(row.failMsg),
    filledSize: row.dealSize,
    remainingSize: row.remainSize,
    cancelledSize: row.canceledSize,
  };
}

/**
 * One outcome for each order asked for, in that order. Rows are matched by clientOid; rows without one only by position,
 * and only when there are as many rows as orders. Whatever cannot be read or matched is `unknown`, not failed
 * (docs/faults.md §5, case 15).
 */
export function matchOutcomes(orders: readonly SpotOrderRequest[], rows: readonly (BatchRow | null)[]): BatchOutcome[] {
  const named = new Map(
    rows.flatMap(row => (row === null || row.clientOid === null ? [] : [[row.clientOid, row] as const])),
  );
  const isAligned = rows.length === orders.length;
  return orders.map(({ clientOid }, index) => {
    const byPosition = rows[index];
    const row = named.get(clientOid) ?? (isAligned && byPosition?.clientOid === null ? byPosition : undefined);
    return toOutcome(clientOid, row);
  });
}

function refuse(message: string, field: string): Result<null> {
  return fail('invalid-request', message, { field });
}

function checkOrder(order: SpotOrderRequest, index: number): Result<null> {
  if (order.type !== 'limit') return refuse('A batch takes limit orders only.', `orders.${index}.type`);
  if (order.price === undefined) return refuse('Each order of a batch needs a price.', `orders.${index}.price`);
  if (order.size === undefined) return refuse('Each order of a batch needs a size.', `orders.${index}.size`);
  return succeed(null);
}

/**
 * The rules of a batch that need no exchange: docs/exchange/endpoints.md §3.3 (at most 5 or 20, limit only, one
 * symbol).
 */
export function checkBatch(orders: readonly SpotOrderRequest[], most: number): Result<null> {
  const [first] = orders;
  if (first === undefined || orders.length > most) {
    return refuse(`A batch takes 1 to ${most} orders.`, 'orders');
  }
  if (orders.some(order => order.symbol !== first.symbol)) {
    return refuse('All orders of a batch must be of the same symbol.', 'orders');
  }
  if (new Set(orders.map(order => order.clientOid)).size !== orders.length) {
    return refuse('Each order of a batch needs its own clientOid.', 'orders');
  }
  return orders.map(checkOrder).find(result => !result.ok) ?? succeed(null);
}
