import { useWrite } from '#bridge/use-write.ts';
import { useUiStore } from '#state/ui-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { type Hold, useHold } from './use-hold.ts';
import { t } from '#shared/words/t.ts';

/** The hold that fires the kill switch of a profile. `onFire` is called right before it is sent. */
export function useKillHold(profileId: string, onFire: () => void): Hold {
  const fire = useWrite('killSwitch.fire', { refreshes: ['killSwitch.read', 'safeguards.read'] });
  const isKeepingStops = useUiStore(state => state.isKeepingStops);
  const onHeld = async () => {
    onFire();
    const fired = await fire.send({ profileId, isKeepingStops });
    if (!fired.ok) showToast('danger', t`The kill switch did not fire: ${fired.error.message}`);
  };
  // a press like on any other button must not look as if it had done something
  return useHold(
    () => void onHeld(),
    () => showToast('neutral', t`Released too early: nothing was cancelled. Hold for 1 s.`),
  );
}
