import { t } from '#shared/words/t.ts';
import { type AttentionItem, attentionRanks } from './attention-item.ts';

export interface FeedTopic {
  readonly venue: string;
  readonly label: string;
  readonly state: string;
  readonly detail: string | null;
}

export function feedItems(topics: readonly FeedTopic[]): readonly AttentionItem[] {
  return topics
    .filter(({ state }) => state === 'stale' || state === 'dead')
    .map(({ venue, label, state, detail }) => ({
      key: `feed ${venue} ${label}`,
      tone: state === 'dead' ? 'danger' : 'warning',
      word: t`stale feed`,
      title: `${venue} ${label}`,
      text: detail ?? t`nothing was heard for too long`,
      advice: t`Trust the age beside each figure; what is shown is asked for meanwhile.`,
      target: { kind: 'panel', panel: 'overview' },
      rank: attentionRanks.feed,
    }));
}
