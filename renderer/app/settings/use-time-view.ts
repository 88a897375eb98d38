import { zoneOffsetOf } from '#lib/moments/zone-offset.ts';
import { setTimeView } from '#lib/time.ts';
import { useUiStore } from '#state/ui-store.ts';

/** Shows times as the user chose; the calling component and its children are drawn again when that changes. */
export function useTimeView(): void {
  const zone = useUiStore(state => state.timeZone);
  const hasMilliseconds = useUiStore(state => state.hasMilliseconds);
  // before the first time below is drawn; the same again changes nothing
  setTimeView(zoneOffsetOf(zone), hasMilliseconds);
}
