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
  const spot = [topic('/spotMarket/tradeOrdersV2')];
  const futures = [topic('/contractMarket/tradeOrders')];
  expect(readFeed('orders.done', { venue: 'spot' }, spot)).toEqual(live);
  expect(readFeed('orders.done', {}, spot)).toEqual(live);
  expect(readFeed('orders.done', { venue: 'futures' }, spot)?.state).toBe('polled');
  expect(readFeed('orders.done', { venue: 'futures' }, futures)).toEqual(live);
});

it('the older orders topic will do, and so will one symbol of a topic', () => {
  expect(readFeed('orders.done', { venue: 'spot' }, [topic('/spotMarket/tradeOrders')])).toEqual(live);
  expect(readFeed('orders.done', { venue: 'futures' }, [topic('/contractMarket/tradeOrders:XBTUSDTM')])).toEqual(live);
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
  readFeed('orders.done', {}, [topic('/spotMarket/tradeOrdersV2', change)])?.detail;

it('says why it is not live: in the words of the feed, or of its state, or that there is none', () => {
  expect(orders({ state: 'dead', detail: '403: login is required' })).toBe('403: login is required');
  expect(orders({ state: 'syncing' })).toBe('The feed is being set up.');
  expect(orders({ state: 'dead' })).toBe('The feed does not come.');
  expect(readFeed('orders.done', {}, [])?.detail).toBe('There is no feed for it now.');
  expect(readFeed('orders.done', {}, undefined)?.state).toBe('polled');
});

it('what no feed pushes has none', () => {
  expect(readFeed('accounts.subHoldings', {}, [])).toBeNull();
});
