import { expect, it } from 'vitest';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { createFillNews } from './fill-news.ts';

const old = buildFill({ tradeId: 'old', orderId: 'o1', createdAtMs: 100 });
const newer = buildFill({ tradeId: 'new', orderId: 'o1', createdAtMs: 200 });
const none = { newKeys: [], orders: [], away: [] };
const keyOf = (tradeId: string, orderId = 'o1') => `spot BTC-USDT ${tradeId} ${orderId}`;

it('fill news counts the first list as history without an earlier session', () => {
  expect(createFillNews().take('spot', [old, newer], undefined)).toEqual({ ...none, newestMs: 200 });
  expect(createFillNews().take('spot', [], undefined)).toEqual({ ...none, newestMs: 0 });
});

it('fill news counts rows newer than the last session as filled while away, all parts together', () => {
  const news = createFillNews();
  expect(news.take('spot', [newer, old], 100)?.away).toEqual([[newer]]);
  expect(news.take('margin', [], 100)?.away).toEqual([]);
  const future = buildFill({ venue: 'futures', orderId: 'f', createdAtMs: 150 });
  expect(news.take('futures', [future], 0)?.away).toEqual([[newer], [future]]);
});

it('fill news of a later list groups new fills by order, each once', () => {
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

it('fill news counts late rows older than the first list or the last session as history', () => {
  const news = createFillNews();
  news.take('spot', [newer], undefined);
  expect(news.take('spot', [newer, old], 200)).toEqual({ ...none, newestMs: 200 });
  news.take('margin', [], 150);
  expect(news.take('margin', [old], 150)?.newKeys).toEqual([]);
  expect(news.take('margin', [old, { ...newer, tradeId: 'late' }], 150)?.newKeys).toEqual([keyOf('late')]);
});

it('fill news counts a fill of unknown time as new once, and never as filled while away', () => {
  const unknown = buildFill({ tradeId: 'unknown', createdAtMs: null });
  const news = createFillNews();
  expect(news.take('spot', [newer, unknown], 100)).toMatchObject({ away: [[newer]], newestMs: 200 });
  expect(news.take('spot', [newer, unknown], 200)?.newKeys).toEqual([]);
  const later = { ...unknown, tradeId: 'later' };
  expect(news.take('spot', [newer, unknown, later], 200)?.newKeys).toEqual([keyOf('later')]);
});

it('fill news counts the initial rows of a restarted exchange as history', () => {
  let historyUntilMs = 0;
  const news = createFillNews({ historyUntilMs: () => historyUntilMs });
  news.take('spot', [old], undefined);
  historyUntilMs = 250;
  const since = { ...newer, tradeId: 'since', createdAtMs: 250 };
  expect(news.take('spot', [since, newer], undefined)?.newKeys).toEqual([keyOf('since')]);
  historyUntilMs = 0;
  expect(news.take('spot', [newer, since], undefined)?.newKeys).toEqual([]);
});

it('fill news reports a fill that moves to another list once', () => {
  const news = createFillNews();
  news.take('spot', [], undefined);
  news.take('margin', [], undefined);
  expect(news.take('spot', [newer], 0)?.newKeys).toEqual([keyOf('new')]);
  expect(news.take('spot', [], 0)?.newKeys).toEqual([]);
  expect(news.take('margin', [newer], 0)?.newKeys).toEqual([]);
});

it('fill news takes the size of an open order from its own venue', () => {
  const news = createFillNews();
  const order = buildOrder({ id: 'o1', size: '1', filledSize: '0' });
  news.noteOrders([order, buildOrder({ id: 'o1', venue: 'futures', size: '9' })]);
  news.take('spot', [], undefined);
  expect(news.take('spot', [newer], 0)?.orders).toEqual([{ fills: [newer], order, isFirst: true, isLast: true }]);
});

it('fill news drops the oldest of many orders', () => {
  const news = createFillNews();
  news.noteOrders(Array.from({ length: 5001 }, (_, index) => buildOrder({ id: `o${index}`, size: '1' })));
  news.take('spot', [], undefined);
  const fills = ['o0', 'o1'].map(orderId => buildFill({ orderId, createdAtMs: 5 }));
  expect(news.take('spot', fills, 0)?.orders.map(({ order }) => order?.id)).toEqual([undefined, 'o1']);
});
