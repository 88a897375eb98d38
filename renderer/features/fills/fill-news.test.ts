import { expect, it } from 'vitest';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { createFillNews } from './fill-news.ts';

const old = buildFill({ tradeId: 'old', orderId: 'o1', createdAtMs: 100 });
const newer = buildFill({ tradeId: 'new', orderId: 'o1', createdAtMs: 200 });
const none = { newKeys: [], orders: [], away: [] };
const keyOf = (tradeId: string, orderId = 'o1') => `spot BTC-USDT ${tradeId} ${orderId}`;

it('the first list is history where nobody has ever looked', () => {
  expect(createFillNews().take('spot', [old, newer], undefined)).toEqual({ ...none, newestMs: 200 });
  expect(createFillNews().take('spot', [], undefined)).toEqual({ ...none, newestMs: 0 });
});

it('what is newer in it than what was seen was filled while away, all parts together', () => {
  const news = createFillNews();
  expect(news.take('spot', [newer, old], 100)?.away).toEqual([[newer]]);
  expect(news.take('margin', [], 100)?.away).toEqual([]);
  const future = buildFill({ venue: 'futures', orderId: 'f', createdAtMs: 150 });
  expect(news.take('futures', [future], 0)?.away).toEqual([[newer], [future]]);
});

it('of a later list what is new is told by order, with all of its fills, each once', () => {
  const news = createFillNews();
  news.take('spot', [old], undefined);
  const other = buildFill({ tradeId: 'x', orderId: 'o2', createdAtMs: 100 });
  const rows = [newer, other, old];
  expect(news.take('spot', rows, 100)).toEqual({
    newKeys: [keyOf('new'), keyOf('x', 'o2')],
    orders: [
      { fills: [newer, old], order: undefined, isFirst: false, isLast: false },
      { fills: [other], order: undefined, isFirst: true, isLast: false },
    ],
    away: [],
    newestMs: 200,
  });
  expect(news.take('spot', rows, 100)).toBeNull();
  expect(news.take('spot', [newer, old], 200)).toEqual({ ...none, newestMs: 200 });
  expect(news.take('spot', [...rows], 200)).toEqual({ ...none, newestMs: 200 });
});

it('what is older than the first list or than what was seen and comes late is history', () => {
  const news = createFillNews();
  news.take('spot', [newer], undefined);
  expect(news.take('spot', [newer, old], 200)).toEqual({ ...none, newestMs: 200 });
  news.take('margin', [], 150);
  expect(news.take('margin', [old], 150)?.newKeys).toEqual([]);
  expect(news.take('margin', [old, { ...newer, tradeId: 'late' }], 150)?.newKeys).toEqual([keyOf('late')]);
});

it('of an exchange that began anew the past it came with is history, once and for all', () => {
  let historyUntilMs = 0;
  const news = createFillNews({ historyUntilMs: () => historyUntilMs });
  news.take('spot', [old], undefined);
  historyUntilMs = 250;
  const since = { ...newer, tradeId: 'since', createdAtMs: 250 };
  expect(news.take('spot', [since, newer], undefined)?.newKeys).toEqual([keyOf('since')]);
  historyUntilMs = 0;
  expect(news.take('spot', [newer, since], undefined)?.newKeys).toEqual([]);
});

it('a fill that goes over to another part is told once', () => {
  const news = createFillNews();
  news.take('spot', [], undefined);
  news.take('margin', [], undefined);
  expect(news.take('spot', [newer], 0)?.newKeys).toEqual([keyOf('new')]);
  expect(news.take('spot', [], 0)?.newKeys).toEqual([]);
  expect(news.take('margin', [newer], 0)?.newKeys).toEqual([]);
});

it('an order that was seen active is known by its size, of its own venue', () => {
  const news = createFillNews();
  const order = buildOrder({ id: 'o1', size: '1', filledSize: '0' });
  news.noteOrders([order, buildOrder({ id: 'o1', venue: 'futures', size: '9' })]);
  news.take('spot', [], undefined);
  expect(news.take('spot', [newer], 0)?.orders).toEqual([{ fills: [newer], order, isFirst: true, isLast: true }]);
});

it('of very many orders the oldest are forgotten', () => {
  const news = createFillNews();
  news.noteOrders(Array.from({ length: 5001 }, (_, index) => buildOrder({ id: `o${index}`, size: '1' })));
  news.take('spot', [], undefined);
  const fills = ['o0', 'o1'].map(orderId => buildFill({ orderId, createdAtMs: 5 }));
  expect(news.take('spot', fills, 0)?.orders.map(({ order }) => order?.id)).toEqual([undefined, 'o1']);
});
