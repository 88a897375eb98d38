import { expect, it } from 'vitest';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import type { OcoOrder } from '#client/endpoints/spot-hf/oco.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { Log } from '#log/log.ts';
import { createPairs } from './pairs.ts';

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const asked = { priority: 'visible' } as const;
const leg = (id: string, change: Partial<StopOrder> = {}): StopOrder =>
  buildStopOrder({
    id,
    venue: 'spot',
    tradeType: 'spot',
    type: 'limit',
    side: 'sell',
    size: '0.1',
    stop: 'loss',
    ...change,
  });
const gain = leg('a', { stop: 'entry', price: '120', stopPrice: '120' });
const loss = leg('b', { price: '89', stopPrice: '90' });

const pair = (orderId: string): OcoOrder => ({
  orderId,
  clientOid: null,
  symbol: gain.symbol,
  status: 'new',
  createdAtMs: 1,
});

function run(legs: Readonly<Record<string, readonly string[]>>) {
  const calls: string[] = [];
  let failure: Result<never> | null = null;
  const client = createFakeClient({
    oco: {
      allOrders: ({ symbol }) => {
        calls.push(`pairs of ${symbol}`);
        return Promise.resolve(failure ?? succeed({ items: Object.keys(legs).map(pair), isComplete: true }));
      },
      details: ({ orderId }) => {
        calls.push(orderId);
        const rows = (legs[orderId] ?? []).map(
          id => ({ id, side: 'sell', price: '1', stopPrice: '1', size: '1', status: 'NEW' }) as const,
        );
        return Promise.resolve(succeed({ ...pair(orderId), legs: rows }));
      },
    },
  });
  const pairs = createPairs(client, silent);
  const join = async (...stops: readonly StopOrder[]) =>
    (await pairs.join(stops, asked)).map(({ id, pairId }) => `${id}:${pairId ?? ''}`);
  return {
    calls,
    join,
    refuse: (is: boolean) => {
      failure = is ? fail('unreachable', 'Down.') : null;
    },
  };
}

it('pairs give both legs their id, and request it once', async () => {
  const { calls, join } = run({ p1: ['a', 'b'] });
  expect(await join(gain, loss, leg('c', { size: '5' }))).toEqual(['a:p1', 'b:p1', 'c:']);
  expect(await join(gain, loss)).toEqual(['a:p1', 'b:p1']);
  expect(calls).toEqual([`pairs of ${gain.symbol}`, 'p1']);
});

it('pairs send no request for stops that cannot be a pair', async () => {
  const { calls, join } = run({});
  const others: readonly Partial<StopOrder>[] = [
    { size: '2' },
    { side: 'buy' },
    { symbol: 'ETH-USDT' },
    { type: 'market' },
    { stop: 'entry' },
    { tradeType: 'cross' },
    { placedBy: 'margin-system' },
  ];
  for (const change of others) expect(await join(gain, { ...loss, ...change })).toEqual(['a:', 'b:']);
  expect(calls).toEqual([]);
});

it('pairs request two similar stops once', async () => {
  const { calls, join } = run({ p2: ['x', 'y'] });
  expect(await join(gain, loss)).toEqual(['a:', 'b:']);
  expect(await join(gain, loss)).toEqual(['a:', 'b:']);
  expect(calls).toEqual([`pairs of ${gain.symbol}`, 'p2']);
});

it('pairs repeat a failed request', async () => {
  const { join, refuse } = run({ p1: ['a', 'b'] });
  refuse(true);
  expect(await join(gain, loss)).toEqual(['a:', 'b:']);
  refuse(false);
  expect(await join(gain, loss)).toEqual(['a:p1', 'b:p1']);
});
