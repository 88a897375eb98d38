import { describe, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { PastPage } from '#client/endpoints/past-pages/page-calls.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { isOpenOrder, toOrderRow } from './order-row.ts';
import { tradeOrders } from './spot-orders.ts';

function page(rows: readonly Order[], change: Partial<PastPage<Order>> = {}): PastPage<Order> {
  return { rows, unreadableCount: 0, total: rows.length, next: null, text: '', endpoint: '', ...change };
}

describe('rows of orders', () => {
  it('have the id of the order as key, and its state as status', () => {
    const order = buildOrder({ id: 'o', isActive: true, isCancelled: false });
    const rowOf = (change: Partial<Order>) => {
      const row = toOrderRow({ ...order, ...change });
      if (row === null) throw new Error('the order has a time');
      return row;
    };
    expect(rowOf({})).toMatchObject({ key: 'o', timeMs: order.createdAtMs, columns: { status: 'active' } });
    expect(isOpenOrder(rowOf({}))).toBe(true);
    expect(rowOf({ isActive: false }).columns.status).toBe('done');
    expect(rowOf({ isActive: false, isCancelled: true }).columns.status).toBe('cancelled');
    expect(isOpenOrder(rowOf({ isActive: false }))).toBe(false);
  });

  it('are counted as unreadable without a time of creation, for the archive files orders by it', async () => {
    const { pastPages } = createFakeClient({
      pastPages: {
        spotOrders: () => Promise.resolve(succeed(page([buildOrder(), buildOrder({ id: 'b', createdAtMs: null })]))),
      },
    });
    const query = { fromMs: 0, toMs: 9, symbol: '', cursor: undefined, unmet: [], askedAtMs: 0 };
    const read = await tradeOrders.readPage(pastPages, query, { priority: 'background' });
    expect(read).toMatchObject({ ok: true, value: { unreadableCount: 1, rows: [{ key: 'o1' }] } });
  });
});

describe('a stream of orders', () => {
  it('reads all open orders before the past ones, and counts both', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map(id => buildOrder({ id, isActive: id !== 'c' }));
    const asked: unknown[] = [];
    const { pastPages } = createFakeClient({
      pastPages: {
        spotOrders: ({ status, tradeType, cursor }) => {
          asked.push([status, tradeType, cursor]);
          if (status === 'done') return Promise.resolve(succeed(page(c === undefined ? [] : [c])));
          const rows = cursor === undefined ? [a] : [b];
          const active = rows.filter(each => each !== undefined);
          return Promise.resolve(succeed(page(active, { total: 2, next: cursor === undefined ? '2' : null })));
        },
      },
    });
    const found: string[] = [];
    const lists: unknown[] = [];
    let cursor: string | undefined;
    let last: unknown;
    do {
      const read = await tradeOrders.readPage(
        pastPages,
        { fromMs: 0, toMs: 9, symbol: '', cursor, unmet: [], askedAtMs: 0 },
        { priority: 'background' },
      );
      if (!read.ok) throw new Error(read.error.message);
      found.push(...read.value.rows.map(({ key }) => key));
      cursor = read.value.next ?? undefined;
      last = { total: read.value.total, mayBeEmpty: read.value.mayBeEmpty };
      lists.push(read.value.list);
    } while (cursor !== undefined);
    expect(asked).toEqual([
      ['active', 'spot', undefined],
      ['active', 'spot', '2'],
      ['done', 'spot', undefined],
    ]);
    expect(found).toEqual(['a', 'b', 'c']);
    // an order that ends in between is on both
    expect(lists).toEqual(['active', 'active', 'done']);
    expect(last).toEqual({ total: 3, mayBeEmpty: false });
  });
});
