import type { ServedData, TopicStatus } from '#shared/domain/feed.ts';
import type { Topic } from './topics.ts';

type Words = readonly [serves: ServedData['kind'], label: string];

/** Each kind of topic in our words: outside the client nobody knows the exchange's names. */
const wordsOf: Readonly<Record<Topic['kind'], Words>> = {
  level2: ['book', 'order book'],
  depth5: ['book', 'best 5 levels'],
  depth50: ['book', 'best 50 levels'],
  level1: ['prices', 'best prices'],
  ticker: ['prices', 'ticker'],
  tickers: ['prices', 'all tickers'],
  snapshot: ['prices', '24-hour figures'],
  markPrice: ['prices', 'mark price'],
  indexPrice: ['prices', 'index price'],
  instrument: ['prices', 'mark price and funding'],
  trades: ['trades', 'trades'],
  candles: ['candles', 'candles'],
  orders: ['orders', 'orders'],
  ordersV1: ['orders', 'orders (first version)'],
  stopOrders: ['stops', 'stop orders'],
  balances: ['balances', 'balances'],
  marginPosition: ['positions', 'margin positions'],
  isolatedPosition: ['positions', 'isolated position'],
  position: ['positions', 'position'],
  positions: ['positions', 'positions'],
  marginMode: ['positions', 'margin modes'],
  crossLeverage: ['positions', 'cross leverage'],
};

/** What a topic is to the rest of Fathom: its venue, what it serves, and its label. */
export function describeTopic(topic: Topic): Pick<TopicStatus, 'venue' | 'serves' | 'label'> {
  const [kind, name] = wordsOf[topic.kind];
  const symbol = 'symbol' in topic ? topic.symbol : null;
  const interval = topic.kind === 'candles' ? topic.interval : null;
  const label = [name, symbol, interval].filter(word => word !== null).join(' ');
  return { venue: topic.venue, serves: { kind, symbol, interval }, label };
}
