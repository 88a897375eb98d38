import { useEffect, useRef } from 'react';
import { positionKey } from '#shared/domain/market/position-key.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { orphansOf, orphanText } from './stop-order.ts';
import { t } from '#shared/words/t.ts';

/**
 * A position that goes and leaves stops behind is asked about, wherever the user looks: they would wait for the next
 * one. What was there at the start stands at the foot of the stops and is not told anew. Mounted once for a profile.
 */
export function useOrphanQuestion(profileId: string): void {
  const positions = useAccountList(profileId, 'positions', 'glance').data;
  const stops = useAccountList(profileId, 'futures.stops', 'glance').data;
  const wasOpen = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (positions === undefined || stops === undefined) return;
    const isOpen = new Set(positions.filter(each => each.isOpen).map(positionKey));
    const gone = [...wasOpen.current].filter(key => !isOpen.has(key));
    wasOpen.current = isOpen;
    for (const key of gone) {
      const orphans = orphansOf(stops, positions).filter(stop => positionKey(stop) === key);
      if (orphans.length === 0) continue;
      const action = { label: t`Look at them`, onPress: () => useWorkspaceStore.getState().showPanel('stops') };
      showToast('warning', orphanText(orphans), { about: t`orphans ${profileId} ${key}`, action });
    }
  }, [profileId, positions, stops]);
}
