import { useEffect, useRef } from 'react';
import { isPositive } from '#shared/decimal.ts';
import { positionKey } from '#shared/domain/market/position-key.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { isToastShown, showToast, withdrawToast } from '#ui/feedback/toast-queue.ts';
import { orphansOf, orphanText } from './stop-order.ts';
import { t } from '#shared/words/t.ts';

const showStops = { label: t`Show stops`, onPress: () => useWorkspaceStore.getState().showPanel('stops') };

/**
 * Asks about the stops that a closed position leaves behind, wherever the user is: they would wait for the next position.
 * Withdraws the question when none of them is left behind any more. Stops that were left behind before the start are
 * listed at the foot of the stops and not asked about. Mounted once for a profile.
 */
export function useOrphanQuestion(profileId: string): void {
  const positions = useAccountList(profileId, 'positions', 'glance').data;
  const stops = useAccountList(profileId, 'futures.stops', 'glance').data;
  const wasOpen = useRef<ReadonlyMap<string, boolean>>(new Map());
  const asked = useRef(new Map<string, string>());
  useEffect(() => {
    if (positions === undefined || stops === undefined) return;
    const isLong = new Map(
      positions.filter(each => each.isOpen).map(each => [positionKey(each), isPositive(each.quantity)]),
    );
    const closed = [...wasOpen.current].filter(([key, wasLong]) => isLong.get(key) !== wasLong).map(([key]) => key);
    wasOpen.current = isLong;
    const orphans = Map.groupBy(orphansOf(stops, positions), positionKey);
    for (const key of new Set([...asked.current.keys(), ...closed])) {
      const about = `orphans:${profileId}:${key}`;
      const text = orphanText(orphans.get(key) ?? [], positions);
      if (text === '') {
        asked.current.delete(key);
        withdrawToast(about);
      } else if (closed.includes(key) || (asked.current.get(key) !== text && isToastShown(about))) {
        asked.current.set(key, text);
        showToast('warning', text, { about, action: showStops });
      }
    }
  }, [profileId, positions, stops]);
}
