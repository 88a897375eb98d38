import { expect, it } from 'vitest';
import type { TopicStatus } from '#shared/domain/feed.ts';
import { readFeed } from './read-feed.ts';

const topic = (name: string, change: Partial<TopicStatus> = {}): TopicStatus => ({
  venue: 'spot',
  topic: name,
  state: 'live',
  lastMessageAtMs: 1,
  detail: null,
  ...change,
});
const live = { state: 'live', detail: null };

it('each venue has topics of its own', () => {
  const spot = [topic('/spotMarket/tradeOrdersV2'), topic('/spotMarket/advancedOrders')];
  const futures = [topic('/contractMarket/tradeOrders'), topic('/contractMarket/advancedOrders')];
  for (const name of ['orders.active', 'orders.done', 'stops.list', 'fills.recent'] as const) {
    expect(readFeed(name, { venue: 'spot' }, spot), name).toEqual(live);
    expect(readFeed(name, {}, spot), name).toEqual(live);
    expect(readFeed(name, { venue: 'futures' }, spot)?.state, name).toBe('polled');
    expect(readFeed(name, { venue: 'futures' }, futures), name).toEqual(live);
  }
  expect(readFeed('positions.list', {}, [topic('/contract/positionAll')])).toEqual(live);
});

it('the older orders topic will do, and so will one symbol of a topic', () => {
  expect(readFeed('orders.active', { venue: 'spot' }, [topic('/spotMarket/tradeOrders')])).toEqual(live);
  expect(readFeed('orders.active', { venue: 'futures' }, [topic('/contractMarket/tradeOrders:XBTUSDTM')])).toEqual(
    live,
  );
});

it('what needs two topics is live when both are', () => {
  const wallet = topic('/contractAccount/wallet', { state: 'stale', detail: 'No message for 40 s.' });
  expect(readFeed('accounts.balances', {}, [topic('/account/balance'), wallet])).toEqual({
    state: 'polled',
    detail: 'No message for 40 s.',
  });
  expect(readFeed('accounts.balances', {}, [topic('/account/balance'), { ...wallet, state: 'live' }])).toEqual(live);
});

it('markets are told apart by symbol and interval', () => {
  const topics = [
    topic('/market/match:BTC-USDT'),
    topic('/market/candles:BTC-USDT_15min'),
    topic('/contractMarket/execution:XBTUSDTM'),
    topic('/contractMarket/limitCandle:XBTUSDTM_1hour'),
  ];
  const is = (name: 'trades.recent' | 'candles.history', scope: Parameters<typeof readFeed>[1]) =>
    readFeed(name, scope, topics)?.state;
  expect(is('trades.recent', { symbol: 'BTC-USDT' })).toBe('live');
  expect(is('trades.recent', { symbol: 'ETH-USDT' })).toBe('polled');
  expect(is('trades.recent', { venue: 'futures', symbol: 'XBTUSDTM' })).toBe('live');
  expect(is('candles.history', { symbol: 'BTC-USDT', interval: '15min' })).toBe('live');
  expect(is('candles.history', { symbol: 'BTC-USDT', interval: '1hour' })).toBe('polled');
  expect(is('candles.history', { venue: 'futures', symbol: 'XBTUSDTM', interval: '1hour' })).toBe('live');
});

const orders = (change: Partial<TopicStatus>) =>
  readFeed('orders.active', {}, [topic('/spotMarket/tradeOrdersV2', change)])?.detail;

it('says why it is not live: in the words of the feed, or of its state, or that there is none', () => {
  expect(orders({ state: 'dead', detail: '403: login is required' })).toBe('403: login is required');
  expect(orders({ state: 'syncing' })).toBe('The feed is being set up.');
  expect(orders({ state: 'dead' })).toBe('The feed does not come.');
  expect(readFeed('orders.active', {}, [])?.detail).toBe('There is no feed for it now.');
  expect(readFeed('orders.active', {}, undefined)?.state).toBe('polled');
});

it('what no feed pushes has none', () => {
  expect(readFeed('accounts.subHoldings', {}, [])).toBeNull();
});
