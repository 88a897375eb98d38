import type { TopicStatus } from '#shared/domain/feed.ts';
import { useRead } from '#bridge/use-read.ts';
import { useNow } from '#ui/clock.ts';
import { Tooltip } from '#ui/overlay/tooltip.tsx';
import { describeFeeds, feedsView } from './feeds-view.ts';
import { t } from '#shared/words/t.ts';

/** The state of the feeds, topic by topic on hover. This read also informs every panel whether its data is pushed. */
export function FeedsItem({ profileId }: { readonly profileId: string }) {
  const topics = useRead('feeds.read', { profileId }).data ?? none;
  const view = feedsView(topics);
  return (
    <Tooltip content={<FeedsStory topics={topics} />}>
      <span className="status-item">
        <span className={`status-light status-light-${view.light}`} aria-hidden="true" />
        <span className="status-label">{t`feeds`}</span>
        <span className="status-value">{view.text}</span>
      </span>
    </Tooltip>
  );
}

const none: readonly TopicStatus[] = [];

function FeedsStory({ topics }: { readonly topics: readonly TopicStatus[] }) {
  return describeFeeds(topics, useNow(1000));
}
