import { useEffect } from 'react';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { listen } from '#bridge/stream.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { takeBack } from '../workspace/layout/away-panels.ts';
import { t } from '#shared/words/t.ts';

/** Opens the windows of this profile again, follows the open ones, and returns the panels of closed ones. */
export function usePanelWindows(profileId: string, isKnown: boolean): void {
  useEffect(() => {
    if (!isKnown) return undefined;
    const following = { isWanted: true };
    const undo = listen('windows.changed', event => {
      if (event.profileId === profileId) useWindowStore.setState({ windows: event.windows });
    });
    call('windows.restore', { profileId }).then(
      ({ windows }) => {
        if (following.isWanted) useWindowStore.setState({ windows });
      },
      (thrown: unknown) => showToast('warning', t`Windows could not be restored: ${toFailure(thrown).message}`),
    );
    return () => {
      following.isWanted = false;
      undo();
      useWindowStore.setState({ windows: null });
    };
  }, [profileId, isKnown]);
  const windows = useWindowStore(state => state.windows);
  const away = useWorkspaceStore(state => state.kept.away);
  useEffect(() => {
    if (!isKnown || windows === null) return;
    const { kept, change } = useWorkspaceStore.getState();
    const next = takeBack({ ...kept, away }, new Set(windows.map(({ panel }) => panel)));
    if (next !== null) change(() => next);
  }, [isKnown, windows, away]);
}
