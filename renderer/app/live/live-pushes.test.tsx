import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { readKey } from '#bridge/query-keys.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useRead } from '#bridge/use-read.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { LiveUpdates } from '../live-updates.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const market = { profileId: 'p', venue: 'spot', symbol: 'BTC-USDT' } as const;
const tape = readKey('trades.recent', market);

function Tape() {
  useRead('trades.recent', market);
  return null;
}

/** A screen that shows the last trades; each answer waits until the test gives it. */
function open() {
  const waiting: ((answer: Result<PublicTrade[]>) => void)[] = [];
  const desk = installFakeDesk({ 'trades.recent': () => new Promise(resolve => waiting.push(resolve)) });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <LiveUpdates />
      <Toaster />
      <Tape />
    </QueryClientProvider>,
  );
  return {
    desk,
    client,
    sequences: () => client.getQueryData<PublicTrade[]>(tape)?.map(({ sequence }) => sequence),
    answer: async (...sequences: string[]) => {
      for (const resolve of waiting.splice(0)) resolve(succeed(sequences.map(trade)));
      await pass(0);
    },
  };
}

it('a push during a request is kept over its answer, and an old push does not replace it', async () => {
  const { desk, sequences, answer } = open();
  await answer();
  await pass(5000);
  act(() => desk.push('trades.arrived', { ...market, trades: [trade('2')] }));
  await pass(260);
  await answer('1');
  expect(sequences()).toEqual(['2', '1']);
  await pass(5000);
  await answer('1');
  expect(sequences()).toEqual(['1']);
});

it('a text of main about the account is shown', () => {
  const { desk } = open();
  act(() => desk.push('account.noticed', { profileId: 'p', message: 'A stop of BTC-USDT fired, but was refused.' }));
  expect(document.body.textContent).toContain('A stop of BTC-USDT fired, but was refused.');
});

it('feeds of this profile are kept', () => {
  const { desk, client } = open();
  act(() => desk.push('feeds.changed', { profileId: 'p', topics: [] }));
  expect(client.getQueryData(readKey('feeds.read', { profileId: 'p' }))).toEqual([]);
});

it('ended orders refetch the order history of their venue: at once, and then twice a second', async () => {
  const { desk, client } = open();
  const page = { symbol: null, page: 1, pageSize: 100 } as const;
  const keys = {
    spot: readKey('orders.done', { ...page, profileId: 'p', venue: 'spot' }),
    futures: readKey('orders.done', { ...page, profileId: 'p', venue: 'futures' }),
    other: readKey('orders.done', { ...page, profileId: 'q', venue: 'spot' }),
    fee: readKey('accounts.baseFee', { profileId: 'p' }),
  };
  const asked = () =>
    Object.entries(keys)
      .filter(([, key]) => client.getQueryState(key)?.isInvalidated === true)
      .map(([name]) => name);
  const answerAll = () => {
    for (const key of Object.values(keys)) client.setQueryData(key, []);
  };
  answerAll();
  act(() => desk.push('orders.finished', { profileId: 'p', venue: 'spot' }));
  expect(asked()).toEqual(['spot']);
  answerAll();
  act(() => desk.push('orders.finished', { profileId: 'p', venue: 'spot' }));
  expect(asked()).toEqual([]);
  await pass(500);
  expect(asked()).toEqual(['spot']);
});

const trade = (sequence: string) =>
  ({
    venue: 'spot',
    symbol: 'BTC-USDT',
    sequence,
    tradeId: null,
    price: '1',
    size: '1',
    takerSide: 'buy',
    timeMs: 1,
  }) as const;
const candle = (openAtMs: number, close: Decimal): Candle => ({
  openAtMs,
  open: '1',
  high: '1',
  low: '1',
  close,
  volume: '1',
});

it('a busy market reaches the cache in batches, trades with the half beat and candles with the beat, each list by itself', async () => {
  vi.setSystemTime(1_000_010);
  const { desk, client } = open();
  const newest = readKey('candles.history', { ...market, interval: '1min', beforeMs: null });
  const past = readKey('candles.history', { ...market, interval: '1min', beforeMs: 60 });
  const hours = readKey('candles.history', { ...market, interval: '1hour', beforeMs: null });
  for (const key of [tape, newest, past, hours]) client.setQueryData(key, []);
  let writes = 0;
  const undo = client.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') writes += 1;
  });
  act(() => {
    for (const sequence of ['1', '2', '3']) desk.push('trades.arrived', { ...market, trades: [trade(sequence)] });
    desk.push('trades.arrived', { ...market, symbol: 'ETH-USDT', trades: [trade('9')] });
    for (const close of ['1', '2'] as const)
      desk.push('candle.changed', { ...market, interval: '1min', candle: candle(60, close) });
  });
  expect(writes).toBe(0);
  await pass(250);
  expect(writes).toBe(1);
  expect(client.getQueryData(newest)).toEqual([]);
  await pass(250);
  expect(writes).toBe(2);
  expect(client.getQueryData(tape)).toMatchObject([{ sequence: '3' }, { sequence: '2' }, { sequence: '1' }]);
  expect(client.getQueryData(newest)).toMatchObject([{ close: '2' }]);
  expect([client.getQueryData(past), client.getQueryData(hours)]).toEqual([[], []]);
  undo();
});
