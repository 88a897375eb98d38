import type { CandleInterval } from '#shared/domain/market/candle.ts';
import type { ServedData, TopicStatus } from '#shared/domain/feed.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { ReadName } from '../polling.ts';
import { t } from '#shared/words/t.ts';

/** Whether what a panel shows is pushed, or asked for again and again, and then why. */
export interface ReadFeed {
  readonly state: 'live' | 'polled';
  /** why it is not pushed, as a sentence; null when it is */
  readonly detail: string | null;
}

/** The parts of the input of a read that determine its topic. */
export interface FeedScope {
  readonly profileId?: string | undefined;
  readonly venue?: Venue | undefined;
  readonly symbol?: string | null | undefined;
  readonly interval?: CandleInterval | undefined;
}

/** What brings the changes of a read. */
const served: Partial<Record<ReadName, ServedData['kind']>> = {
  'orders.done': 'orders',
  'trades.recent': 'trades',
  'candles.history': 'candles',
};

/** How a read is fed now, by the state of its topics; null where no feed exists for it. */
export function readFeed(
  name: ReadName,
  scope: FeedScope,
  topics: readonly TopicStatus[] | undefined,
): ReadFeed | null {
  const kind = served[name];
  if (kind === undefined) return null;
  const found = topics?.filter(topic => topic.serves.kind === kind && isWithin(topic, scope)) ?? [];
  if (found.some(topic => topic.state === 'live')) return { state: 'live', detail: null };
  return { state: 'polled', detail: reasonOf(found[0]) };
}

/** A topic that is narrowed to nothing serves whatever is asked for. */
function isWithin({ venue, serves }: TopicStatus, scope: FeedScope): boolean {
  return (
    venue === (scope.venue ?? 'spot') &&
    (serves.symbol === null || serves.symbol === scope.symbol) &&
    (serves.interval === null || serves.interval === scope.interval)
  );
}

const words: Readonly<Record<TopicStatus['state'], string>> = {
  live: t`The feed is live.`,
  syncing: t`The feed is being set up.`,
  stale: t`The feed sends no data.`,
  dead: t`The feed does not come.`,
};

function reasonOf(status: TopicStatus | undefined): string {
  return status === undefined ? t`There is no feed for it now.` : (status.detail ?? words[status.state]);
}
