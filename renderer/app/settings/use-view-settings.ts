import { useEffect, useState } from 'react';
import { afterDeferral } from '#bridge/reads/deferral.ts';
import { readViewSettings } from './view-settings.ts';
import { useUiStore } from '#state/ui-store.ts';

/**
 * Takes up what was looked at before the last end, unless that `isTakenUp`, then keeps what changes. True when the window
 * may be drawn.
 */
export function useViewSettings(isTakenUp = false): boolean {
  const [isReady, setReady] = useState(isTakenUp);
  useEffect(() => {
    if (isTakenUp) return follow();
    const following = { isWanted: true, undo: () => {} };
    void readViewSettings().then(settings => {
      if (!following.isWanted) return;
      if (settings !== null) useUiStore.setState(settings);
      following.undo = follow();
      setReady(true);
    });
    return () => {
      following.isWanted = false;
      following.undo();
    };
  }, [isTakenUp]);
  return isReady;
}

/** Saves changes, from the end of the deferral. A change before that is saved then. */
function follow(): () => void {
  const begun = useUiStore.getState();
  const following = { isWanted: true, undo: () => {} };
  void afterDeferral()
    .then(() => import('./follow-view-settings.ts'))
    .then(({ followViewSettings }) => {
      if (following.isWanted) following.undo = followViewSettings(begun);
    });
  return () => {
    following.isWanted = false;
    following.undo();
  };
}
