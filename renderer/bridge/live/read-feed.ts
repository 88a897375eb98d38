import type { CandleInterval } from '#shared/domain/market/candle.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { ReadName } from '../polling.ts';

/** Whether what a panel shows is pushed, or asked for again and again, and then why. */
export interface ReadFeed {
  readonly state: 'live' | 'polled';
  /** why it is not pushed, as a sentence; null when it is */
  readonly detail: string | null;
}

/** The parts of a read's input that name its topic. */
export interface FeedScope {
  readonly profileId?: string | undefined;
  readonly venue?: Venue | undefined;
  readonly symbol?: string | null | undefined;
  readonly interval?: CandleInterval | undefined;
}

/** For each thing that must be pushed, the topics any of which will do. Names: docs/exchange/feeds.md §5 to §8. */
type Wanted = readonly (readonly string[])[];

const orderTopics: Readonly<Record<Venue, Wanted>> = {
  spot: [['/spotMarket/tradeOrdersV2', '/spotMarket/tradeOrders']],
  futures: [['/contractMarket/tradeOrders']],
};

function tradeTopics({ venue = 'spot', symbol }: FeedScope): Wanted {
  return [[`${venue === 'spot' ? '/market/match' : '/contractMarket/execution'}:${symbol}`]];
}

function candleTopics({ venue = 'spot', symbol, interval }: FeedScope): Wanted {
  return [[`${venue === 'spot' ? '/market/candles' : '/contractMarket/limitCandle'}:${symbol}_${interval}`]];
}

const topicsOf: Partial<Record<ReadName, (scope: FeedScope) => Wanted>> = {
  'orders.done': ({ venue = 'spot' }) => orderTopics[venue],
  'trades.recent': tradeTopics,
  'candles.history': candleTopics,
};

/** How a read is fed now, by the state of its topics; null where no feed exists for it. */
export function readFeed(
  name: ReadName,
  scope: FeedScope,
  topics: readonly TopicStatus[] | undefined,
): ReadFeed | null {
  const wanted = topicsOf[name]?.(scope);
  if (wanted === undefined) return null;
  for (const alternatives of wanted) {
    const found = topics?.filter(status => alternatives.some(each => isTopic(status.topic, each))) ?? [];
    if (!found.some(status => status.state === 'live')) return { state: 'polled', detail: reasonOf(found[0]) };
  }
  return { state: 'live', detail: null };
}

/** The topic itself, or one symbol of it. */
function isTopic(topic: string, name: string): boolean {
  return topic === name || topic.startsWith(`${name}:`);
}

const words: Readonly<Record<TopicStatus['state'], string>> = {
  live: 'The feed is live.',
  syncing: 'The feed is being set up.',
  stale: 'The feed has gone quiet.',
  dead: 'The feed does not come.',
};

function reasonOf(status: TopicStatus | undefined): string {
  return status === undefined ? 'There is no feed for it now.' : (status.detail ?? words[status.state]);
}
