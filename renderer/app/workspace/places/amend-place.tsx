import { lazy, Suspense, useEffect } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useAmendStore } from '#state/amend-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { t } from '#shared/words/t.ts';

// who drags nothing never needs them
const AmendSheet = lazy(async () => ({
  default: (await import('#features/orders/amend/amend-sheet.tsx')).AmendSheet,
}));
const DraggedStop = lazy(async () => ({
  default: (await import('#features/stops/amend/dragged-stop.tsx')).DraggedStop,
}));

/** What was dragged in the chart or in the book, to be reviewed before anything is sent. */
export function AmendPlace({ profile }: { readonly profile: Profile }) {
  const asked = useAmendStore(state => state.asked);
  const close = useAmendStore(state => state.close);
  const isRefused = asked !== null && profile.isReadOnly;
  useEffect(() => {
    if (!isRefused) return;
    showToast('warning', t`Orders cannot be dragged: this profile is read-only.`);
    close();
  }, [isRefused, close]);
  if (asked === null || isRefused) return null;
  const { price } = asked;
  return (
    <Suspense fallback={null}>
      {asked.kind === 'order' ? (
        <AmendSheet profile={profile} order={asked.order} price={price} onClose={close} />
      ) : (
        <DraggedStop profile={profile} stop={asked.stop} price={price} onClose={close} />
      )}
    </Suspense>
  );
}
