import { t } from '#shared/words/t.ts';
import { type AttentionItem, attentionRanks } from './attention-item.ts';

export interface FeedTopic {
  readonly venue: string;
  readonly label: string;
  readonly state: string;
  readonly detail: string | null;
}

function nameOf({ venue, label }: FeedTopic): string {
  return `${venue} ${label}`;
}

function reasonOf({ detail }: FeedTopic): string {
  return detail ?? t`no message received`;
}

/** An outage is one item, with the feeds that deliver nothing under it. */
export function feedItems(topics: readonly FeedTopic[]): readonly AttentionItem[] {
  const silent = topics.filter(({ state }) => state === 'stale' || state === 'dead');
  const [first] = silent;
  if (first === undefined) return [];
  const isOne = silent.length === 1;
  return [
    {
      key: isOne ? `feed ${nameOf(first)}` : 'feeds',
      tone: silent.some(({ state }) => state === 'dead') ? 'danger' : 'warning',
      word: t`stale feed`,
      title: isOne ? nameOf(first) : t`${silent.length} of ${topics.length} feeds`,
      text: isOne ? reasonOf(first) : t`deliver no data`,
      consequences: isOne ? [] : silent.map(topic => `${nameOf(topic)}: ${reasonOf(topic)}`),
      advice: t`Check the age of each value; values are polled meanwhile.`,
      target: { kind: 'panel', panel: 'overview' },
      rank: attentionRanks.feed,
    },
  ];
}
