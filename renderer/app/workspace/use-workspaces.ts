import { useEffect } from 'react';
import type { ProfileWorkspaces } from '#shared/domain/view/workspace.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { createThrottle } from '#bridge/live/throttle.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { untouched } from './layout/workspace-list.ts';
import { t } from '#shared/words/t.ts';

/** A separator that is dragged is one change, not a hundred. */
const keepMs = 500;

async function readKept(profileId: string): Promise<ProfileWorkspaces> {
  try {
    return (await call('workspaces.read', { profileId })) ?? untouched;
  } catch (thrown) {
    // a window must open all the same
    showToast('warning', t`Workspaces could not be loaded: ${toFailure(thrown).message}`);
    return untouched;
  }
}

/** Takes up the workspaces of this profile, then keeps what changes. True when they may be drawn. */
export function useWorkspaces(profileId: string): boolean {
  useEffect(() => {
    const following = { isWanted: true, undo: () => {} };
    void readKept(profileId).then(kept => {
      if (!following.isWanted) return;
      useWorkspaceStore.getState().load(profileId, kept);
      following.undo = follow(profileId);
    });
    return () => {
      following.isWanted = false;
      following.undo();
    };
  }, [profileId]);
  return useWorkspaceStore(state => state.profileId === profileId);
}

function follow(profileId: string): () => void {
  let known = useWorkspaceStore.getState().kept;
  let hasFailed = false;
  const throttled = createThrottle<ProfileWorkspaces>(keepMs, kept => {
    call('workspaces.save', { profileId, kept }).then(
      () => {
        hasFailed = false;
      },
      (thrown: unknown) => {
        // once is enough: nothing of the market depends on it
        if (!hasFailed) showToast('warning', t`Workspaces could not be saved: ${toFailure(thrown).message}`);
        hasFailed = true;
      },
    );
  });
  const undo = useWorkspaceStore.subscribe(({ kept, profileId: shownId }) => {
    if (kept === known || shownId !== profileId) return;
    known = kept;
    throttled.offer(kept);
  });
  return () => {
    undo();
    throttled.stop();
  };
}
