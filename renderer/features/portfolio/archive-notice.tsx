import type { ArchiveObstacle } from '#shared/domain/archive/archive.ts';
import { formatMoment } from '#lib/time.ts';
import { useRead } from '#bridge/use-read.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import { t } from '#shared/words/t.ts';

interface ArchiveNoticeProps {
  readonly profileId: string;
  readonly onArchive: () => void;
}

function obstacleText(obstacle: ArchiveObstacle): string {
  if (obstacle === 'paused')
    return t`The archive is paused: no new balances are recorded. Resume it in the Archive panel.`;
  if (obstacle === 'locked') return t`Fathom is locked: no new balances are recorded until you unlock it.`;
  return t`The archive does not record everything. The Archive panel says why.`;
}

/** Why no new figures come; nothing while the archive records. */
export function ArchiveNotice({ profileId, onArchive }: ArchiveNoticeProps) {
  const { data } = useRead('archive.status', { profileId });
  if (data === undefined || data.obstacle === null) return null;
  return (
    <p className="portfolio-notice" role="status">
      {obstacleText(data.obstacle)}{' '}
      <Button size="small" variant="quiet" onPress={onArchive}>{t`Open the archive`}</Button>
    </p>
  );
}

/** How often the archive reads all balances. */
const snapshotEveryMs = 15 * 60_000;

/** In the place of figures before the first balance is recorded. */
export function NoBalances({ profileId, onArchive }: ArchiveNoticeProps) {
  const { data } = useRead('archive.status', { profileId });
  const nowMs = useNow(1000);
  const takenAtMs = data?.snapshot?.atMs ?? null;
  const reason =
    takenAtMs === null
      ? t`The archive has no balances of this span yet. It takes the first snapshot as soon as it can read, then one every 15 minutes.`
      : t`The archive has no balances of this span yet. The next snapshot is due at ${formatMoment(takenAtMs + snapshotEveryMs, nowMs)}.`;
  return (
    <EmptyState reason={reason} action={<Button size="small" onPress={onArchive}>{t`Open the archive`}</Button>} />
  );
}
