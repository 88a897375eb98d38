import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventPayload } from '#shared/contract.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/candle.ts';
import type { Order } from '#shared/domain/order.ts';
import type { Fill } from '#shared/domain/fill.ts';
import type { StopOrder } from '#shared/domain/stop-order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { readKey } from '#bridge/query-keys.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useRead } from '#bridge/use-read.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { LiveUpdates } from '../live-updates.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const activeInput = { profileId: 'p', venue: 'spot', symbol: null } as const;
const activeKey = readKey('orders.active', activeInput);

const order = (id: string, change: Partial<Order> = {}) =>
  ({
    venue: 'spot',
    id,
    clientOid: null,
    symbol: 'BTC-USDT',
    tradeType: 'spot',
    type: 'limit',
    side: 'buy',
    price: '100',
    size: '2',
    funds: null,
    filledSize: '0',
    filledFunds: '0',
    fee: null,
    feeCurrency: null,
    timeInForce: 'GTC',
    selfTradePrevention: null,
    cancelAfterS: null,
    isPostOnly: false,
    isHidden: false,
    isIceberg: false,
    visibleSize: null,
    leverage: null,
    isReduceOnly: false,
    stopPrice: null,
    remark: null,
    isActive: true,
    isCancelled: false,
    createdAtMs: 1,
    updatedAtMs: null,
    ...change,
  }) satisfies Order;

const stop: StopOrder = {
  venue: 'spot',
  id: 'vs1',
  clientOid: null,
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  type: 'limit',
  side: 'sell',
  price: '100',
  size: '1',
  funds: null,
  stop: 'loss',
  stopPrice: '90',
  stopPriceType: null,
  timeInForce: 'GTC',
  isReduceOnly: false,
  status: 'new',
  placedBy: 'user',
  remark: null,
  createdAtMs: 1,
};
const fill: Fill = {
  venue: 'spot',
  tradeId: 't1',
  orderId: '1',
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  side: 'buy',
  price: '100',
  size: '1',
  funds: '100',
  fee: '0.1',
  feeRate: '0.001',
  feeCurrency: 'USDT',
  openFee: null,
  closeFee: null,
  settleCurrency: null,
  liquidity: 'taker',
  isForceTaker: false,
  cause: 'trade',
  createdAtMs: 1,
};

function Live() {
  return (
    <>
      <LiveUpdates />
      <Toaster />
    </>
  );
}

function Orders() {
  useRead('orders.active', activeInput);
  return null;
}

interface Opened {
  readonly desk: FakeDesk;
  readonly client: QueryClient;
  readonly ids: () => string[] | undefined;
}

/** A screen that shows active orders; each answer waits until the test gives it. */
function open(): Opened & { readonly answer: (orders: Order[]) => Promise<void> } {
  const waiting: ((answer: Result<Order[]>) => void)[] = [];
  const desk = installFakeDesk({ 'orders.active': () => new Promise(resolve => waiting.push(resolve)) });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <Live />
      <Orders />
    </QueryClientProvider>,
  );
  return {
    desk,
    client,
    ids: () => client.getQueryData<Order[]>(activeKey)?.map(each => each.id),
    answer: async orders => {
      for (const resolve of waiting.splice(0)) resolve(succeed(orders));
      await pass(0);
    },
  };
}

it('a push reaches the list it belongs to: its profile, venue and symbol, and no other', async () => {
  const { desk, client } = open();
  const lists = {
    all: activeKey,
    mine: readKey('orders.active', { ...activeInput, symbol: 'BTC-USDT' }),
    otherPair: readKey('orders.active', { ...activeInput, symbol: 'ETH-USDT' }),
    futures: readKey('orders.active', { ...activeInput, venue: 'futures' }),
    otherProfile: readKey('orders.active', { ...activeInput, profileId: 'q' }),
  };
  for (const key of Object.values(lists)) client.setQueryData(key, []);
  act(() => desk.push('orders.changed', { profileId: 'p', orders: [order('1')] }));
  expect(Object.entries(lists).map(([name, key]) => [name, client.getQueryData<Order[]>(key)?.length])).toEqual([
    ['all', 1],
    ['mine', 1],
    ['otherPair', 0],
    ['futures', 0],
    ['otherProfile', 0],
  ]);
});

it('a push that came while an answer was on its way is not lost by that answer', async () => {
  const { desk, ids, answer } = open();
  await answer([]);
  await pass(3000);
  act(() => desk.push('orders.changed', { profileId: 'p', orders: [order('new')] }));
  await answer([order('old')]);
  expect(ids()).toEqual(['new', 'old']);
});

it('22: an answer that still knows a done order as active does not bring it back', async () => {
  const { desk, ids, answer } = open();
  await answer([order('1'), order('2')]);
  act(() => desk.push('orders.changed', { profileId: 'p', orders: [order('1', { isActive: false })] }));
  expect(ids()).toEqual(['2']);
  await pass(3000);
  await answer([order('1'), order('2')]);
  expect(ids()).toEqual(['2']);
  act(() => desk.push('orders.changed', { profileId: 'p', orders: [order('1')] }));
  expect(ids()).toEqual(['2']);
});

it('an old push does not overrule a later answer', async () => {
  const { desk, ids, answer } = open();
  await answer([]);
  act(() => desk.push('orders.changed', { profileId: 'p', orders: [order('gone')] }));
  expect(ids()).toEqual(['gone']);
  await pass(3000);
  await answer([]);
  expect(ids()).toEqual([]);
});

const fillsOf = (venue: Fill['venue'], profileId = 'p') => readKey('fills.recent', { profileId, venue });

it('19: a fill enters the list of its venue once, though both venues may count alike', async () => {
  const { desk, client } = open();
  const [spot, futures, other] = [fillsOf('spot'), fillsOf('futures'), fillsOf('spot', 'q')];
  for (const key of [spot, futures, other]) client.setQueryData(key, []);
  const contract = { ...fill, venue: 'futures', price: '7' } as const;
  for (const next of [fill, fill, contract, contract])
    act(() => desk.push('fills.arrived', { profileId: 'p', fills: [next] }));
  expect([spot, futures, other].map(key => client.getQueryData(key))).toEqual([[fill], [contract], []]);
  expect(document.body.textContent).not.toContain('came twice');
});

it('20: a trade that comes with another price keeps its first one, by push and by read, and that is told', async () => {
  const { desk, client } = open();
  const key = fillsOf('futures');
  const contract = { ...fill, venue: 'futures', symbol: 'XBTUSDTM' } as const;
  client.setQueryData(key, []);
  const push = (next: Fill) => act(() => desk.push('fills.arrived', { profileId: 'p', fills: [next] }));
  push(contract);
  push({ ...contract, price: '101' });
  expect(client.getQueryData(key)).toEqual([contract]);
  expect(document.body.textContent).toContain('Trade t1 of XBTUSDTM came twice: 1 at 100, then 1 at 101.');
  const late = { ...contract, tradeId: 't2', price: '5' };
  await act(() => client.fetchQuery({ queryKey: key, queryFn: () => [late, { ...contract, price: '102' }] }));
  expect(client.getQueryData(key)).toEqual([late, contract]);
  push({ ...late, price: '6' });
  expect(client.getQueryData(key)).toEqual([late, contract]);
  expect(document.body.textContent).toContain('Trade t2 of XBTUSDTM came twice: 1 at 5, then 1 at 6.');
});

it('a stop that fired goes, and when its order was refused that is told', async () => {
  const { desk, client } = open();
  const key = readKey('stops.list', { profileId: 'p', venue: 'spot', symbol: null });
  client.setQueryData(key, []);
  act(() => desk.push('stops.changed', { profileId: 'p', stops: [{ stop, isGone: false }] }));
  expect(client.getQueryData(key)).toEqual([stop]);
  const gone = { stop, isGone: true, failMessage: 'Balance insufficient!' };
  act(() => desk.push('stops.changed', { profileId: 'p', stops: [gone] }));
  expect(client.getQueryData(key)).toEqual([]);
  expect(document.body.textContent).toContain('its order was refused: Balance insufficient!');
});

it('positions, balances and feeds of this profile are kept, others are left alone', async () => {
  const { desk, client } = open();
  const balances = readKey('accounts.balances', { profileId: 'p' });
  client.setQueryData(balances, []);
  const balance = { accountId: 'a', wallet: 'trade', currency: 'BTC', total: '1', available: '1', held: '0' } as const;
  act(() => {
    desk.push('balances.changed', { profileId: 'q', balances: [balance] });
    desk.push('positions.changed', { profileId: 'p', positions: [] });
  });
  expect(client.getQueryData(balances)).toEqual([]);
  act(() => desk.push('balances.changed', { profileId: 'p', balances: [balance] }));
  expect(client.getQueryData(balances)).toEqual([balance]);
  act(() => desk.push('feeds.changed', { profileId: 'p', topics: [] }));
  expect(client.getQueryData(readKey('feeds.read', { profileId: 'p' }))).toEqual([]);
});

it('a hole in a private feed: what that venue feeds is asked again, and nothing else', async () => {
  const { desk, client } = open();
  const scope = { profileId: 'p', symbol: null } as const;
  const page = { page: 1, pageSize: 100 };
  const keys = {
    spotOrders: readKey('orders.active', { ...scope, venue: 'spot' }),
    spotDone: readKey('orders.done', { ...scope, ...page, venue: 'spot' }),
    spotStops: readKey('stops.list', { ...scope, venue: 'spot' }),
    spotFills: fillsOf('spot'),
    futuresFills: fillsOf('futures'),
    balances: readKey('accounts.balances', { profileId: 'p' }),
    futuresStops: readKey('stops.list', { ...scope, venue: 'futures' }),
    positions: readKey('positions.list', { profileId: 'p' }),
    otherProfile: fillsOf('spot', 'q'),
    fee: readKey('accounts.baseFee', { profileId: 'p' }),
  };
  const invalidated = (venue: EventPayload<'private.reset'>['venue']) => {
    for (const key of Object.values(keys)) client.setQueryData(key, []);
    act(() => desk.push('private.reset', { profileId: 'p', venue }));
    return Object.entries(keys)
      .filter(([, key]) => client.getQueryState(key)?.isInvalidated === true)
      .map(([name]) => name);
  };
  expect(invalidated('spot')).toEqual(['spotOrders', 'spotDone', 'spotStops', 'spotFills', 'balances']);
  expect(invalidated('futures')).toEqual(['futuresFills', 'balances', 'futuresStops', 'positions']);
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

it('a busy market reaches the cache in batches, each list its own', async () => {
  const { desk, client } = open();
  const market = { profileId: 'p', venue: 'spot', symbol: 'BTC-USDT' } as const;
  const tape = readKey('trades.recent', market);
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
  await pass(100);
  expect(writes).toBe(2);
  expect(client.getQueryData(tape)).toMatchObject([{ sequence: '3' }, { sequence: '2' }, { sequence: '1' }]);
  expect(client.getQueryData(newest)).toMatchObject([{ close: '2' }]);
  expect([client.getQueryData(past), client.getQueryData(hours)]).toEqual([[], []]);
  undo();
});
