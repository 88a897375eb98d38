import * as z from 'zod/mini';
import type { Order } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { PastPage, PastPageQuery } from '#client/endpoints/past-pages/page-calls.ts';
import type { FoundRow } from '../../archive-store.ts';
import type { StreamPage } from '../stream.ts';
import { toOrderRow } from './order-row.ts';

type ReadList = (query: PastPageQuery) => Promise<Result<PastPage<Order>>>;

interface OrderLists {
  readonly active: ReadList;
  readonly done: ReadList;
}

/** Which list is read, how many active orders there are (null: the list does not say), and the cursor in that list. */
const Cursor = z.tuple([z.enum(['active', 'done']), z.nullable(z.number()), z.nullable(z.string())]);
type Cursor = z.infer<typeof Cursor>;

const first: Cursor = ['active', null, null];

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

function nextOf([list, activeTotal]: Cursor, { next, total }: PastPage<Order>): Cursor | null {
  if (list === 'active') return next === null ? ['done', total, null] : ['active', null, next];
  return next === null ? null : ['done', activeTotal, next];
}

/**
 * One page of the active orders, and after the last of them one of the done orders. In this order no order is missed that ends
 * in between; it is then on both lists, both count it, and its later row is kept.
 */
export async function readOrders(lists: OrderLists, query: PastPageQuery): Promise<Result<StreamPage>> {
  const cursor = query.cursor === undefined ? first : Cursor.parse(JSON.parse(query.cursor));
  const [list, activeTotal, place] = cursor;
  const read = await lists[list]({ ...query, cursor: place ?? undefined });
  if (!read.ok) return read;
  const next = nextOf(cursor, read.value);
  const rows: readonly FoundRow[] = read.value.rows.flatMap(order => toOrderRow(order) ?? []);
  return succeed({
    ...read.value,
    rows,
    list,
    unreadableCount: read.value.unreadableCount + read.value.rows.length - rows.length,
    total: list === 'active' ? read.value.total : sum(activeTotal, read.value.total),
    next: next === null ? null : JSON.stringify(next),
    mayBeEmpty: next !== null && next[0] !== list,
  });
}
