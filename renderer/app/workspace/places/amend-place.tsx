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
  const prefill = useAmendStore(state => state.prefill);
  const close = useAmendStore(state => state.close);
  const isRefused = prefill !== null && profile.isReadOnly;
  useEffect(() => {
    if (!isRefused) return;
    showToast('warning', t`Orders cannot be dragged: this profile is read-only.`);
    close();
  }, [isRefused, close]);
  if (prefill === null || isRefused) return null;
  const { price } = prefill;
  return (
    <Suspense fallback={null}>
      {prefill.kind === 'order' ? (
        <AmendSheet profile={profile} order={prefill.order} price={price} onClose={close} />
      ) : (
        <DraggedStop profile={profile} stop={prefill.stop} price={price} onClose={close} />
      )}
    </Suspense>
  );
}
