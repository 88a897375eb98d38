import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { Clock } from '#time/clock.ts';

/** Ages alone are told this often; states at once. */
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
  /** whether anybody looks; when not, only states are told */
  readonly isSeen: () => boolean;
  readonly publish: (topics: TopicStatus[]) => void;
}

/** Tells how the topics are: a changed state at once, their ages once a second. Returns its undo. */
export function tellFeedStates({ feed, clock, isSeen, publish }: FeedStatesOptions): () => void {
  let told: readonly TopicStatus[] = [];
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return feed.onStates(topics => {
    const atMs = clock.monotonicMs();
    const isDue = isSeen() && atMs - toldAtMs >= agesEveryMs;
    if (!isDue && isSameStates(topics, told)) return;
    told = topics;
    toldAtMs = atMs;
    publish([...topics]);
  });
}
