import type { BatchOutcome, Order } from '#shared/domain/account/order.ts';
import type { Result } from '#shared/errors.ts';
import type { LookupDepth, LookupResult } from '../../trading-action.ts';
import {
  describeOrder,
  type ExpectedOrder,
  fromList,
  lookUpOrder,
  type MarkedList,
  type OrderQuestion,
} from '../order-lookup.ts';

/** A list of the account as it was read for all rows of a batch at once. */
export type OrderList = Result<MarkedList<Order>>;

export interface RowLists {
  readonly active: OrderList;
  readonly done: OrderList;
}

/** One row's fate without what the exchange says of its size. */
export function batchRow(
  clientOid: string,
  outcome: BatchOutcome['outcome'],
  { orderId = null, failMessage = null }: Partial<Pick<BatchOutcome, 'orderId' | 'failMessage'>> = {},
): BatchOutcome {
  return {
    clientOid,
    orderId,
    outcome,
    failMessage,
    filledSize: null,
    remainingSize: null,
    cancelledSize: null,
  };
}

/** A batch is known by the mark of its first order: marks are unique, and the page has it before the answer. */
export function keyOfBatch(orders: readonly { readonly clientOid: string }[]): string {
  return orders[0]?.clientOid ?? '';
}

/** More would fill the screen: a batch has 20 at the most. */
const mostDescribed = 8;

/** One line for people. The page translates its parts one by one, so each is complete. */
export function describeBatch(orders: readonly ExpectedOrder[]): string {
  const more = orders.length - mostDescribed;
  const parts = orders.slice(0, mostDescribed).map(describeOrder);
  return `${orders.length} orders: ${(more > 0 ? [...parts, `and ${more} more`] : parts).join('; ')}`;
}

interface RowsOptions<O> {
  readonly depth: LookupDepth;
  /** one reading of the lists serves all rows */
  readonly lists: RowLists;
  readonly byMark: (order: O) => OrderQuestion;
}

/** Every row for itself; the whole is certain when each row is. */
export async function lookUpRows<O extends ExpectedOrder>(
  orders: readonly O[],
  { depth, lists, byMark }: RowsOptions<O>,
): Promise<LookupResult<readonly BatchOutcome[]>> {
  const rows: BatchOutcome[] = [];
  const words: string[] = [];
  for (const order of orders) {
    const { clientOid } = order;
    const inList =
      (list: keyof RowLists): OrderQuestion =>
      () =>
        Promise.resolve(fromList(lists[list], clientOid));
    const seen = await lookUpOrder(order, [
      inList('active'),
      inList('done'),
      ...(depth === 'full' ? [byMark(order)] : []),
    ]);
    if (seen.state === 'unsure' || seen.state === 'closed') return seen;
    const isThere = seen.state === 'done';
    rows.push(batchRow(clientOid, isThere ? 'acknowledged' : 'rejected', { orderId: isThere ? seen.value.id : null }));
    words.push(`${describeOrder(order)}: ${isThere ? `placed as ${seen.value.id}` : 'not placed'}`);
  }
  return concludeRows(rows, words);
}

function concludeRows(rows: readonly BatchOutcome[], words: readonly string[]): LookupResult<readonly BatchOutcome[]> {
  const detail = words.join('; ');
  const placed = rows.filter(row => row.outcome === 'acknowledged').length;
  if (placed === 0) return { state: 'not-done', detail: `None was placed; it is safe to send them again. ${detail}` };
  return { state: 'done', value: rows, detail: `${placed} of ${rows.length} were placed. ${detail}` };
}
