import { expect, it } from 'vitest';
import type { ServedData, TopicStatus } from '#shared/domain/feed.ts';
import { buildTopicStatus } from '#shared/testing/build-topic-status.ts';
import { readFeed } from './read-feed.ts';

const topic = (serves: Partial<ServedData>, change: Partial<TopicStatus> = {}): TopicStatus =>
  buildTopicStatus({ serves: { kind: 'orders', symbol: null, interval: null, ...serves }, ...change });
const live = { state: 'live', detail: null };

it('feed of a read differs per venue', () => {
  const spot = [topic({})];
  const futures = [topic({}, { venue: 'futures' })];
  expect(readFeed('orders.done', { venue: 'spot' }, spot)).toEqual(live);
  expect(readFeed('orders.done', {}, spot)).toEqual(live);
  expect(readFeed('orders.done', { venue: 'futures' }, spot)?.state).toBe('polled');
  expect(readFeed('orders.done', { venue: 'futures' }, futures)).toEqual(live);
});

it('feed of a read accepts any topic of its kind, also one of every symbol, and no other kind', () => {
  const refused = topic({}, { state: 'dead', detail: '404: no such topic' });
  expect(readFeed('orders.done', {}, [refused, topic({})])).toEqual(live);
  expect(readFeed('orders.done', { symbol: 'BTC-USDT' }, [topic({})])).toEqual(live);
  expect(readFeed('orders.done', {}, [topic({ symbol: 'BTC-USDT' })])?.state).toBe('polled');
  expect(readFeed('orders.done', {}, [topic({ kind: 'stops' })])?.state).toBe('polled');
});

it('feed of a market depends on symbol and interval', () => {
  const topics = [
    topic({ kind: 'trades', symbol: 'BTC-USDT' }),
    topic({ kind: 'candles', symbol: 'BTC-USDT', interval: '15min' }),
    topic({ kind: 'trades', symbol: 'XBTUSDTM' }, { venue: 'futures' }),
    topic({ kind: 'candles', symbol: 'XBTUSDTM', interval: '1hour' }, { venue: 'futures' }),
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

const orders = (change: Partial<TopicStatus>) => readFeed('orders.done', {}, [topic({}, change)])?.detail;

it('feed of a read states why it is not live: by the feed, by its state, or that there is none', () => {
  expect(orders({ state: 'dead', detail: '403: login is required' })).toBe('403: login is required');
  expect(orders({ state: 'syncing' })).toBe('The feed is being set up.');
  expect(orders({ state: 'dead' })).toBe('The feed does not come.');
  expect(readFeed('orders.done', {}, [])?.detail).toBe('There is no feed for it now.');
  expect(readFeed('orders.done', {}, undefined)?.state).toBe('polled');
});

it('feed of a read is none when no feed pushes it', () => {
  expect(readFeed('accounts.subHoldings', {}, [])).toBeNull();
});
