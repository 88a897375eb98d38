// @vitest-environment happy-dom
import '#bridge/testing/page-setup.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BatchOutcome, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useLaddersStore } from './ladders-store.ts';
import { pauseLadder, resumeLadder, retryRows, startLadder } from './send-ladder.ts';

let desk: FakeDesk;
beforeEach(() => {
  vi.useFakeTimers();
  useLaddersStore.setState({ ladders: [] });
  desk = installFakeDesk();
});
afterEach(() => vi.useRealTimers());

const outcome = ({ clientOid }: SpotOrderRequest, change: Partial<BatchOutcome> = {}): BatchOutcome => ({
  clientOid,
  orderId: `of ${clientOid}`,
  outcome: 'open',
  failMessage: null,
  filledSize: null,
  remainingSize: null,
  cancelledSize: null,
  ...change,
});
const allOpen = ({ orders }: { orders: SpotOrderRequest[] }) => succeed(orders.map(order => outcome(order)));
const start = (count: number, mode: 'sync' | 'async' = 'async', endMs: number | null = null) =>
  startLadder({
    profileId: 'p',
    market: { venue: 'spot', symbol: 'BTC-USDT' },
    form: { kind: 'spot', order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit' } },
    mode,
    endMs,
    rowsPerSecond: 20,
    rungs: Array.from({ length: count }, () => ({ price: '100', size: '1' }) as const),
  });
const only = () => {
  const [ladder] = useLaddersStore.getState().ladders;
  if (ladder === undefined) throw new Error('no ladder was begun');
  return ladder;
};
const chunks = () =>
  desk.calls
    .filter(({ name }) => name === 'orders.placeBatch')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input of this very call
    .map(({ input }) => (input as { orders: SpotOrderRequest[] }).orders.map(({ clientOid }) => clientOid));
const kinds = () => only().rows.map(({ answer }) => answer.kind);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('send ladder sends chunks of five or twenty, within the pace of the policy, each row once', async () => {
  desk.answer('orders.placeBatch', allOpen);
  start(12);
  await pass(0);
  expect(chunks().map(chunk => chunk.length)).toEqual([5]);
  await pass(290);
  expect(chunks()).toHaveLength(1);
  await pass(2000);
  expect(chunks().map(chunk => chunk.length)).toEqual([5, 5, 2]);
  expect(new Set(chunks().flat()).size).toBe(12);
  expect(only()).toMatchObject({ phase: 'sent', heldBecause: null });
  start(20, 'sync');
  await pass(0);
  expect(chunks().at(-1)).toHaveLength(20);
});

it('send ladder gives all rungs the same end, however long it takes, and sends none that would end at once', async () => {
  desk.answer('orders.placeBatch', allOpen);
  start(12, 'async', Date.now() + 90_000);
  await pass(0);
  const { id } = only();
  pauseLadder(id);
  await pass(30_000);
  resumeLadder(id);
  await pass(0);
  pauseLadder(id);
  const ends = desk.calls.map(({ input }) => JSON.stringify(input).match(/"cancelAfterS":\d+/g));
  expect(ends).toEqual([
    Array.from({ length: 5 }, () => '"cancelAfterS":90'),
    Array.from({ length: 5 }, () => '"cancelAfterS":60'),
  ]);
  await pass(60_000);
  resumeLadder(id);
  await pass(1000);
  expect(chunks()).toHaveLength(2);
  expect(only().rows.at(-1)?.answer).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/expiry of this scaled order has passed/),
  });
  expect(only().phase).toBe('sent');
});

it('send ladder pauses between chunks and continues once, for any number of clicks', async () => {
  desk.answer('orders.placeBatch', allOpen);
  start(12);
  const { id } = only();
  await pass(0);
  pauseLadder(id);
  await pass(5000);
  expect(chunks()).toHaveLength(1);
  resumeLadder(id);
  resumeLadder(id);
  await pass(100);
  expect(chunks()).toHaveLength(2);
  await pass(5000);
  expect(chunks().map(chunk => chunk.length)).toEqual([5, 5, 2]);
  expect(new Set(chunks().flat()).size).toBe(12);
});

it('send ladder holds when an answer is lost, and sends no row of it again (fault 16)', async () => {
  desk.answer('orders.placeBatch', () => fail('outcome-unknown', 'The answer was lost.'));
  start(7);
  await pass(5000);
  expect(chunks()).toHaveLength(1);
  expect(kinds()).toEqual([...Array.from({ length: 5 }, () => 'lost'), 'waiting', 'waiting']);
  expect(only()).toMatchObject({ phase: 'held', heldBecause: { kind: 'lost' } });
});

it('send ladder takes each row by itself, and holds for a row missing in the answer (fault 15)', async () => {
  desk.answer('orders.placeBatch', ({ orders }) =>
    succeed(
      orders.map((order, row) =>
        outcome(
          order,
          row === 1 ? { outcome: 'rejected', failMessage: 'no funds' } : row === 2 ? { outcome: 'unknown' } : {},
        ),
      ),
    ),
  );
  start(6);
  await pass(5000);
  expect(kinds()).toEqual(['placed', 'refused', 'lost', 'placed', 'placed', 'waiting']);
  expect(only().phase).toBe('held');
});

it('send ladder stops at an error of main and shows it; a row that is proven absent is sent under another client id', async () => {
  desk.answer('orders.placeBatch', () => fail('policy', 'This batch is too large.'));
  start(2);
  await pass(5000);
  expect(only().rows[0]?.answer).toEqual({ kind: 'refused', reason: 'This batch is too large.' });
  const [first, second] = only().rows.map(({ mark }) => mark);
  desk.answer('orders.placeBatch', allOpen);
  retryRows(only().id, new Set([1]));
  await pass(5000);
  expect(kinds()).toEqual(['refused', 'placed']);
  expect(chunks()).toEqual([[first, second], [second?.replace(/0$/, '1')]]);
  expect(only().phase).toBe('sent');
});

it('send ladder sends one order after the other on futures', async () => {
  desk.answer('orders.placeFutures', ({ order }) => succeed({ orderId: 'f', clientOid: order.clientOid }));
  startLadder({
    profileId: 'p',
    market: { venue: 'futures', symbol: 'XBTUSDTM' },
    form: { kind: 'futures', order: { symbol: 'XBTUSDTM', side: 'buy', type: 'limit' } },
    mode: 'single',
    endMs: null,
    rowsPerSecond: 20,
    rungs: [
      { price: '1', size: '1' },
      { price: '2', size: '1' },
    ],
  });
  await pass(0);
  expect(desk.calls).toHaveLength(1);
  await pass(5000);
  expect(desk.calls).toHaveLength(2);
  expect(kinds()).toEqual(['placed', 'placed']);
});

it('send ladder sends twenty in one request on futures, and each row has its own outcome', async () => {
  desk.answer('orders.placeFuturesBatch', ({ orders }) =>
    succeed(
      orders.map((order, n) =>
        outcome(
          order,
          n === 1 ? { outcome: 'rejected', failMessage: 'too far (300012)' } : { outcome: 'acknowledged' },
        ),
      ),
    ),
  );
  startLadder({
    profileId: 'p',
    market: { venue: 'futures', symbol: 'XBTUSDTM' },
    form: { kind: 'futures', order: { symbol: 'XBTUSDTM', side: 'buy', type: 'limit' } },
    mode: 'batch',
    endMs: null,
    rowsPerSecond: 20,
    rungs: Array.from({ length: 22 }, () => ({ price: '1', size: '1' }) as const),
  });
  await pass(5000);
  expect(desk.calls.map(({ name }) => name)).toEqual(['orders.placeFuturesBatch', 'orders.placeFuturesBatch']);
  expect(only().phase).toBe('sent');
  expect(only().rows[1]?.answer).toEqual({ kind: 'refused', reason: 'too far (300012)' });
  expect(kinds().filter(kind => kind === 'placed')).toHaveLength(20);
});

it('send ladder sends one after the other on margin, into the chosen account', async () => {
  desk.answer('margin.place', ({ order }) => succeed({ orderId: 'm', clientOid: order.clientOid, borrowedSize: null }));
  const order = { symbol: 'BTC-USDT', side: 'buy', type: 'limit', tradeType: 'cross' } as const;
  startLadder({
    profileId: 'p',
    market: { venue: 'spot', symbol: 'BTC-USDT' },
    form: { kind: 'margin', order },
    mode: 'single',
    endMs: null,
    rowsPerSecond: 20,
    rungs: Array.from({ length: 2 }, () => ({ price: '1', size: '1' }) as const),
  });
  await pass(5000);
  expect(desk.calls.map(({ name }) => name)).toEqual(['margin.place', 'margin.place']);
  expect(desk.calls[0]?.input).toMatchObject({ order: { tradeType: 'cross', price: '1' } });
  expect(kinds()).toEqual(['placed', 'placed']);
});
