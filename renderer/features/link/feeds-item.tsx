import { useRead } from '../../bridge/use-read.ts';
import { useNow } from '../../ui/clock.ts';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { feedsView } from './feeds-view.ts';

/** How the feeds are, topic by topic on hover. This read also keeps every panel told whether its data are pushed. */
export function FeedsItem({ profileId }: { readonly profileId: string }) {
  const nowMs = useNow(1000);
  const view = feedsView(useRead('feeds.read', { profileId }).data, nowMs);
  return (
    <Tooltip content={view.description}>
      <span className="status-item">
        <span className={`status-light status-light-${view.light}`} aria-hidden="true" />
        <span className="status-label">feeds</span>
        <span className="status-value">{view.text}</span>
      </span>
    </Tooltip>
  );
}
