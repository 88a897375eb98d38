import type { FeedState, TopicStatus } from '../../../shared/domain/feed.ts';
import { formatAge } from '../../lib/time.ts';
import type { Light } from './link-view.ts';

export interface FeedsView {
  readonly light: Light;
  /** how many are how, the usual state first: `9 live, 1 stale` */
  readonly text: string;
  /** a line a topic, the worst first */
  readonly description: string;
}

const order: readonly FeedState[] = ['dead', 'stale', 'syncing', 'live'];
const lights: Readonly<Record<FeedState, Light>> = { dead: 'bad', stale: 'bad', syncing: 'late', live: 'good' };

/** All feeds in one word for a glance, each of them for a closer look. */
export function feedsView(topics: readonly TopicStatus[] | undefined, nowMs: number): FeedsView {
  if (topics === undefined || topics.length === 0)
    return { light: 'off', text: 'none', description: 'Nothing is subscribed to: what is shown is asked for.' };
  const ranked = topics.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const counts = order
    .toReversed()
    .map(state => ({ state, count: topics.filter(topic => topic.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`);
  return {
    light: lights[ranked[0]?.state ?? 'live'],
    text: counts.join(', '),
    description: ranked.map(topic => describeTopic(topic, nowMs)).join('\n'),
  };
}

function describeTopic({ venue, topic, state, lastMessageAtMs, detail }: TopicStatus, nowMs: number): string {
  const age = lastMessageAtMs === null ? 'nothing heard yet' : `heard ${formatAge(nowMs - lastMessageAtMs)} ago`;
  return `${venue} ${topic}: ${state}, ${age}${detail === null ? '' : ` · ${detail}`}`;
}
