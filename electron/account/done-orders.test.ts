import { expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import type { Page } from '#shared/domain/page.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createDoneOrders, mergeFinished } from './done-orders.ts';
import { rest } from './testing/records.ts';

const done = (id: string, change: Partial<Order> = {}): Order => ({ ...rest, id, isActive: false, ...change });
const pageOf = (...items: Order[]): Page<Order> => ({ page: 1, pageSize: 3, totalItems: 9, totalPages: 3, items });
const query = { venue: 'spot', symbol: null, page: 1, pageSize: 3 } as const;

function build() {
  const clock = createFakeClock();
  const asked: string[] = [];
  const answers: { spot: Result<Page<Order>>; futures: Result<readonly Order[]> } = {
    spot: succeed(pageOf(done('a'))),
    futures: succeed(['1', '2', '3', '4', '5'].map(id => done(id, { venue: 'futures' }))),
  };
  const client = createFakeClient({
    spot: {
      orders: input => {
        asked.push(`spot ${JSON.stringify(input)}`);
        return Promise.resolve(answers.spot);
      },
    },
    futures: {
      recentDoneOrders: input => {
        asked.push(`futures ${JSON.stringify(input)}`);
        return Promise.resolve(answers.futures);
      },
    },
  });
  const orders = createDoneOrders({ client, clock });
  const ids = async (change: Partial<Parameters<typeof orders.page>[0]> = {}) => {
    const answer = await orders.page({ ...query, ...change });
    return answer.ok ? answer.value.items.map(({ id }) => id) : answer.error.kind;
  };
  return { clock, asked, answers, orders, ids };
}

it('order history lists an order that frames report as ended on its first page before REST does, once, newest first', async () => {
  const { orders, ids } = build();
  orders.finished(done('b'));
  orders.finished(done('c'));
  expect(await ids()).toEqual(['c', 'b', 'a']);
  expect(await ids({ page: 2 })).toEqual(['a']);
  orders.finished(done('d'));
  expect(await ids()).toEqual(['d', 'c', 'b']);
});

it('order history publishes each ended order once, with the time of its first report', async () => {
  const { clock, orders } = build();
  expect(orders.ended()).toEqual([]);
  const firstMs = clock.nowMs();
  orders.finished(done('b', { symbol: 'A' }));
  await clock.pass(20);
  orders.finished(done('c', { symbol: 'B', venue: 'futures' }));
  orders.finished(done('b', { symbol: 'A', fee: '1' }));
  expect(orders.ended().toSorted((a, b) => a.endedAtMs - b.endedAtMs)).toEqual([
    { venue: rest.venue, symbol: 'A', endedAtMs: firstMs },
    { venue: 'futures', symbol: 'B', endedAtMs: firstMs + 20 },
  ]);
});

it('order history has the end time of the frame where the list states none, also after the list has the order', async () => {
  const { clock, answers, orders } = build();
  answers.spot = succeed(pageOf(done('a', { updatedAtMs: null }), done('b', { updatedAtMs: 8 })));
  for (const id of ['a', 'b']) orders.finished(done(id, { updatedAtMs: 7 }));
  await clock.pass(120_000);
  const read = await orders.page(query);
  expect(read.ok && read.value.items.map(({ id, updatedAtMs }) => [id, updatedAtMs])).toEqual([
    ['a', 7],
    ['b', 8],
  ]);
});

it('order history takes the report with the larger filled size as the later of two', () => {
  const page = pageOf(done('a', { filledSize: '5', fee: '1' }), done('b', { filledSize: '5', fee: '1' }));
  const next = mergeFinished(page, [done('a', { filledSize: '5', fee: '0' }), done('b', { filledSize: '7' })]);
  expect(next.items).toMatchObject([
    { id: 'a', fee: '1' },
    { id: 'b', filledSize: '7' },
  ]);
  expect(next.totalItems).toBe(9);
  expect(mergeFinished(page, [done('c')]).totalItems).toBe(10);
});

it('order history puts an order of another symbol or venue on another page', async () => {
  const { orders, ids } = build();
  orders.finished(done('b', { symbol: 'ETH-USDT' }));
  orders.finished(done('c', { venue: 'futures' }));
  expect(await ids({ symbol: 'BTC-USDT' })).toEqual(['a']);
  expect(await ids()).toEqual(['b', 'a']);
});

it('order history keeps one list per margin account, and adds the orders of frames to that list only', async () => {
  const { orders, ids, asked } = build();
  orders.finished(done('m', { tradeType: 'cross' }));
  expect(await ids()).toEqual(['a']);
  expect(await ids({ margin: 'isolated' })).toEqual(['a']);
  expect(await ids({ margin: 'cross' })).toEqual(['m', 'a']);
  expect(asked[2]).toBe('spot {"tradeType":"cross","status":"done","page":1,"pageSize":3}');
  expect(await orders.page({ ...query, margin: 'cross' })).toMatchObject({
    value: { completeness: { missing: [{ part: 'older cross margin order history' }] } },
  });
});

it('order history answers from a page read recently, unless the page may have a gap or failed', async () => {
  const { orders, ids, asked, answers, clock } = build();
  await ids();
  await ids();
  orders.finished(done('b'));
  expect(await ids()).toEqual(['b', 'a']);
  expect(asked).toEqual(['spot {"status":"done","page":1,"pageSize":3}']);
  await ids({ symbol: 'BTC-USDT' });
  expect(asked[1]).toBe('spot {"symbol":"BTC-USDT","status":"done","page":1,"pageSize":3}');
  orders.missed('futures');
  await ids();
  expect(asked).toHaveLength(2);
  orders.missed('spot');
  await ids();
  expect(asked).toHaveLength(3);
  await clock.pass(10_000);
  answers.spot = fail('exchange-failed', 'down');
  expect(await ids()).toBe('exchange-failed');
  expect(await ids()).toBe('exchange-failed');
  expect(asked).toHaveLength(5);
});

it('order history leaves old orders to REST, and does not make them new when more about them arrives', async () => {
  const { orders, ids, clock } = build();
  orders.finished(done('b'));
  await clock.pass(50_000);
  orders.finished(done('b', { fee: '2' }));
  expect(await ids()).toEqual(['b', 'a']);
  await clock.pass(10_000);
  expect(await ids()).toEqual(['a']);
});

it('order history bounds its memory and drops the oldest entry first', async () => {
  const { orders, asked } = build();
  for (let n = 0; n < 501; n += 1) orders.finished(done(`x${n}`));
  const answer = await orders.page({ ...query, pageSize: 600 });
  expect(answer).toMatchObject({ value: { totalItems: 9 + 500 } });
  for (const symbol of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'A']) await orders.page({ ...query, symbol });
  expect(asked.filter(line => line.includes('"A"'))).toHaveLength(2);
});

it('order history splits the complete futures list into pages', async () => {
  const { orders, ids, asked, answers } = build();
  const futures = { venue: 'futures', pageSize: 2 } as const;
  expect(await ids(futures)).toEqual(['1', '2']);
  expect(await ids({ ...futures, page: 3 })).toEqual(['5']);
  expect(await ids({ ...futures, page: 4 })).toEqual([]);
  expect(await orders.page({ ...query, ...futures })).toMatchObject({
    value: { totalItems: 5, totalPages: 3, page: 1 },
  });
  expect(asked[0]).toBe('futures {}');
  answers.futures = fail('permission', 'no');
  expect(await ids({ ...futures, symbol: 'XBTUSDTM' })).toBe('permission');
});
