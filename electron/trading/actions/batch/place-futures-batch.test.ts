import { expect, it } from 'vitest';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import { succeed } from '#shared/errors.ts';
import type { FuturesRowOutcome } from '#client/endpoints/futures-account/batches.ts';
import {
  account,
  answering,
  inTurn,
  lost,
  orderOf,
  startTestTrading,
  unreachable,
} from '../../testing/trading-fixture.ts';

const run = startTestTrading();

const rowOf = (clientOid: string): FuturesOrderRequest => ({
  clientOid,
  symbol: 'XBTUSDTM',
  side: 'buy',
  type: 'limit',
  price: '100.1',
  size: '5',
  leverage: '5',
});
const orders = ['a', 'b', 'c', 'd'].map(rowOf);
const published = (clientOid: string, change: Partial<FuturesRowOutcome> = {}): FuturesRowOutcome => ({
  clientOid,
  orderId: `order-${clientOid}`,
  outcome: 'done',
  code: '200000',
  message: null,
  ...change,
});
const refused = { outcome: 'rejected', orderId: null } as const;
const outcomes = [
  { clientOid: 'a', outcome: 'acknowledged', orderId: 'order-a' },
  { clientOid: 'b', outcome: 'rejected', failMessage: 'Insufficient balance. (300003)' },
  { clientOid: 'c', outcome: 'unknown', orderId: null },
  { clientOid: 'd', outcome: 'unknown', orderId: null },
];

it('a futures batch reports each row by itself, and looks up a missing one and a duplicate client id (fault 15)', async () => {
  const rows = [
    published('a'),
    published('b', { ...refused, code: '300003', message: 'Insufficient balance.' }),
    published('c', { ...refused, code: '300018', message: 'clientOid is taken' }),
  ];
  const placeBatch = inTurn(answering(rows));
  const items = ['a', 'c'].map(mark => orderOf(rowOf(mark), { venue: 'futures', tradeType: 'futures' }));
  const futures = { allOrders: answering({ items, isComplete: true }), recentDoneOrders: answering([]) };
  const at = account({ futuresBatches: { placeBatch: placeBatch.call }, futures });
  expect(await run.trading.placeFuturesBatch(at, { orders })).toMatchObject(succeed(outcomes));
  expect(run.last()).toMatchObject({ kind: 'place-futures-batch', state: 'unknown', key: 'a' });
  await run.time.pass(10_500);
  expect(run.last()).toMatchObject({ state: 'found-done' });
  expect(run.last()?.detail).toContain('2 of 4 were placed');
  expect(placeBatch.calls).toHaveLength(1);
});

it('a futures batch reports all as unknown after a lost answer, and sends none again (fault 16)', async () => {
  const placeBatch = inTurn(lost);
  const at = account({ futuresBatches: { placeBatch: placeBatch.call } });
  const answer = await run.trading.placeFuturesBatch(at, { orders });
  expect(answer.ok && answer.value.map(({ outcome }) => outcome)).toEqual(Array(4).fill('unknown'));
  await run.time.pass(10_500);
  expect(run.last()).toMatchObject({ state: 'found-absent' });
  expect(placeBatch.calls).toHaveLength(1);
});

it('a futures batch is acknowledged when each row is certain, and stays open while a list cannot be read', async () => {
  const placeBatch = inTurn(answering([published('a', { outcome: 'rejected', code: null })]), lost);
  const at = account({
    futuresBatches: { placeBatch: placeBatch.call },
    futures: { recentDoneOrders: unreachable },
  });
  expect(await run.trading.placeFuturesBatch(at, { orders: orders.slice(0, 1) })).toMatchObject({
    ok: true,
    value: [{ outcome: 'rejected', failMessage: null }],
  });
  expect(run.last()?.state).toBe('acknowledged');
  await run.trading.placeFuturesBatch(at, { orders: orders.slice(1) });
  await run.time.pass(10_500);
  expect(run.last()?.state).toBe('unknown');
});

it('a futures batch is rejected as a whole before sending when one row is wrong', async () => {
  const at = account({});
  const wrong = [rowOf('a'), { ...rowOf('b'), price: '100.123456789' as const }];
  expect(await run.trading.placeFuturesBatch(at, { orders: wrong })).toMatchObject({
    ok: false,
    error: { field: 'orders.1.price' },
  });
  expect(await run.trading.placeFuturesBatch(at, { orders: [] })).toMatchObject({ ok: false });
});
