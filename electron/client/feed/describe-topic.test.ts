import { expect, it } from 'vitest';
import { TopicStatus } from '#shared/domain/feed.ts';
import { kindOf, kinds } from './topic-table.ts';
import { describeTopic } from './describe-topic.ts';
import type { Topic } from './topics.ts';

const symbol = 'S';
const markets = ['level2', 'depth5', 'depth50', 'ticker', 'trades', 'snapshot'] as const;
const topics: readonly Topic[] = [
  ...markets.flatMap(kind => [{ venue: 'spot', kind, symbol } as const, { venue: 'futures', kind, symbol } as const]),
  ...(['level1', 'markPrice', 'indexPrice', 'isolatedPosition'] as const).map(
    kind => ({ venue: 'spot', kind, symbol }) as const,
  ),
  ...(['tickers', 'ordersV1', 'marginPosition'] as const).map(kind => ({ venue: 'spot', kind }) as const),
  ...(['orders', 'stopOrders', 'balances'] as const).flatMap(kind => [
    { venue: 'spot', kind } as const,
    { venue: 'futures', kind } as const,
  ]),
  { venue: 'spot', kind: 'candles', symbol, interval: '1hour' },
  { venue: 'futures', kind: 'candles', symbol, interval: '1hour' },
  { venue: 'futures', kind: 'instrument', symbol },
  { venue: 'futures', kind: 'position', symbol },
  { venue: 'futures', kind: 'positions' },
  { venue: 'futures', kind: 'marginMode' },
  { venue: 'futures', kind: 'crossLeverage' },
];
const described = topics.map(topic => describeTopic(topic));

it('every kind of topic has a label that the page can read, and none is the name of the exchange', () => {
  expect(topics.map(topic => kindOf(topic)).toSorted()).toEqual(Object.keys(kinds).toSorted());
  for (const words of described) {
    const status = { ...words, state: 'live', lastMessageAtMs: null, detail: null };
    expect(TopicStatus.parse(status)).toEqual(status);
    expect(JSON.stringify(words)).not.toContain('/');
  }
});

it('topics of one venue have different labels', () => {
  const labels = described.map(({ venue, label }) => `${venue} ${label}`);
  expect(new Set(labels).size).toBe(labels.length);
});

it('a topic label states what it serves, its symbol and the length of a candle', () => {
  expect(describeTopic({ venue: 'spot', kind: 'candles', symbol: 'BTC-USDT', interval: '15min' })).toEqual({
    venue: 'spot',
    serves: { kind: 'candles', symbol: 'BTC-USDT', interval: '15min' },
    label: 'candles BTC-USDT 15min',
  });
  expect(describeTopic({ venue: 'spot', kind: 'ordersV1' })).toEqual({
    venue: 'spot',
    serves: { kind: 'orders', symbol: null, interval: null },
    label: 'orders (first version)',
  });
});
