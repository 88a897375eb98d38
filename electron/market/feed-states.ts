import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { Clock } from '#time/clock.ts';

/** The interval for ages alone; states are published at once. */
const agesEveryMs = 1_000;

function isSameStates(a: readonly TopicStatus[], b: readonly TopicStatus[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((topic, index) => {
    const other = b[index];
    return (
      topic.venue === other?.venue &&
      topic.label === other.label &&
      topic.state === other.state &&
      topic.detail === other.detail
    );
  });
}

export interface FeedStatesOptions {
  readonly feed: Feed;
  readonly clock: Clock;
  /** whether there is a reader; without one, only states are published */
  readonly isSeen: () => boolean;
  readonly publish: (topics: TopicStatus[]) => void;
}

/** Publishes the state of the topics: a change at once, their ages once a second. Returns its undo. */
export function publishFeedStates({ feed, clock, isSeen, publish }: FeedStatesOptions): () => void {
  let reported: readonly TopicStatus[] = [];
  let publishedAtMs = Number.NEGATIVE_INFINITY;
  return feed.onStates(topics => {
    const atMs = clock.monotonicMs();
    const isDue = isSeen() && atMs - publishedAtMs >= agesEveryMs;
    if (!isDue && isSameStates(topics, reported)) return;
    reported = topics;
    publishedAtMs = atMs;
    publish([...topics]);
  });
}
