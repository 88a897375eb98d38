import type { FeedState, TopicStatus } from '#shared/domain/feed.ts';
import { formatAge } from '#lib/age.ts';
import type { Light } from './link-view.ts';
import { t } from '#shared/words/t.ts';

export interface FeedsView {
  readonly light: Light;
  /** how many are how, the usual state first: `9 live, 1 stale` */
  readonly text: string;
}

const order: readonly FeedState[] = ['dead', 'stale', 'syncing', 'live'];
const stateWords = { dead: t`dead`, stale: t`stale`, syncing: t`syncing`, live: t`live` } as const;
const lights: Readonly<Record<FeedState, Light>> = { dead: 'bad', stale: 'bad', syncing: 'late', live: 'good' };

/** All feeds in one word for a glance. */
export function feedsView(topics: readonly TopicStatus[]): FeedsView {
  if (topics.length === 0) return { light: 'off', text: t`none` };
  const counts = order.map(state => ({ state, count: topics.filter(topic => topic.state === state).length }));
  const present = counts.filter(({ count }) => count > 0);
  return {
    light: lights[present[0]?.state ?? 'live'],
    text: present
      .toReversed()
      .map(({ state, count }) => `${count} ${stateWords[state]}`)
      .join(', '),
  };
}

/** Each feed for a closer look: a line a topic, the worst first. */
export function describeFeeds(topics: readonly TopicStatus[], nowMs: number): string {
  if (topics.length === 0) return t`Nothing is subscribed to: what is shown is asked for.`;
  const ranked = topics.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return ranked.map(topic => describeTopic(topic, nowMs)).join('\n');
}

function describeTopic({ venue, label, state, lastMessageAtMs, detail }: TopicStatus, nowMs: number): string {
  const age = lastMessageAtMs === null ? t`nothing heard yet` : t`heard ${formatAge(nowMs - lastMessageAtMs)} ago`;
  return `${venue} ${label}: ${stateWords[state]}, ${age}${detail === null ? '' : ` · ${detail}`}`;
}
