import type { ServedData, TopicStatus } from '#shared/domain/feed.ts';
import type { Topic } from './topics.ts';

type Kind = Topic['kind'];
type Label = (symbol: string, interval: string) => string;

const serves: Readonly<Record<Kind, ServedData['kind']>> = {
  level2: 'book',
  depth5: 'book',
  depth50: 'book',
  level1: 'prices',
  ticker: 'prices',
  tickers: 'prices',
  snapshot: 'prices',
  markPrice: 'prices',
  indexPrice: 'prices',
  instrument: 'prices',
  trades: 'trades',
  candles: 'candles',
  orders: 'orders',
  ordersV1: 'orders',
  stopOrders: 'stops',
  balances: 'balances',
  marginPosition: 'positions',
  isolatedPosition: 'positions',
  position: 'positions',
  positions: 'positions',
  marginMode: 'positions',
  crossLeverage: 'positions',
};

/**
 * The label of each kind of topic: code outside the client does not use the exchange's names. Each is written in full,
 * because the page translates it by the message that it was made of.
 */
const labels: Readonly<Record<Kind, Label>> = {
  level2: symbol => `order book ${symbol}`,
  depth5: symbol => `best 5 levels ${symbol}`,
  depth50: symbol => `best 50 levels ${symbol}`,
  level1: symbol => `best prices ${symbol}`,
  ticker: symbol => `ticker ${symbol}`,
  tickers: () => 'all tickers',
  snapshot: symbol => `24-hour figures ${symbol}`,
  markPrice: symbol => `mark price ${symbol}`,
  indexPrice: symbol => `index price ${symbol}`,
  instrument: symbol => `mark price and funding ${symbol}`,
  trades: symbol => `trades ${symbol}`,
  candles: (symbol, interval) => `candles ${symbol} ${interval}`,
  orders: () => 'orders',
  ordersV1: () => 'orders (first version)',
  stopOrders: () => 'stop orders',
  balances: () => 'balances',
  marginPosition: () => 'margin positions',
  isolatedPosition: symbol => `isolated position ${symbol}`,
  position: symbol => `position ${symbol}`,
  positions: () => 'positions',
  marginMode: () => 'margin modes',
  crossLeverage: () => 'cross leverage',
};

/** What a topic is to the rest of Fathom: its venue, what it serves, and its label. */
export function describeTopic(topic: Topic): Pick<TopicStatus, 'venue' | 'serves' | 'label'> {
  const { kind } = topic;
  const symbol = 'symbol' in topic ? topic.symbol : null;
  const interval = topic.kind === 'candles' ? topic.interval : null;
  const label = labels[kind](symbol ?? '', interval ?? '');
  return { venue: topic.venue, serves: { kind: serves[kind], symbol, interval }, label };
}
