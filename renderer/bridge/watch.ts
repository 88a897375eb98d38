import { useEffect, useSyncExternalStore } from 'react';
import type { CallInput } from '#shared/contract.ts';
import type { Watch } from '#shared/domain/view/watch.ts';
import type { Failure } from '#shared/errors.ts';
import { toFailure } from './bridge-error.ts';
import { call } from './call.ts';
import { createWatchList, type WatchList } from './live/watch-list.ts';

const failureListeners = new Set<() => void>();
let failure: Failure | null = null;

function setFailure(next: Failure | null): void {
  if (next === failure) return;
  failure = next;
  for (const listener of failureListeners) listener();
}

async function send(wanted: CallInput<'watch.set'>): Promise<boolean> {
  try {
    await call('watch.set', wanted);
    setFailure(null);
    return true;
  } catch (thrown) {
    setFailure(toFailure(thrown));
    return false;
  }
}

// one list for the window: main wants to hear all of it at once
const list: WatchList = createWatchList({
  send,
  isHidden: () => document.visibilityState === 'hidden',
  // a hidden page draws no frames, and that is when the empty list must go out
  schedule: flush => {
    if (document.visibilityState === 'hidden') setTimeout(flush, 0);
    else requestAnimationFrame(flush);
  },
  later: (flush, waitMs) => void setTimeout(flush, waitMs),
});

/** Sends the subscriptions of the window again: main then publishes all of it, pictures whole. */
export function watchAgain(): void {
  list.refresh();
}

/** Wants one thing of the market from this moment on, before there is a component to want it. The answer ends it. */
export function watchNow(profileId: string, watch: Watch): () => void {
  const undo = list.add(profileId, watch);
  list.flush();
  return undo;
}

/** Wants one thing of the market to move while the component is mounted; null = nothing now. */
export function useWatch(profileId: string, watch: Watch | null): void {
  const text = watch === null ? null : JSON.stringify(watch);
  useEffect(() => {
    if (watch === null) return undefined;
    return list.add(profileId, watch);
    // oxlint-disable-next-line react/exhaustive-deps -- the text is the watch; an equal object is the same watch
  }, [profileId, text]);
}

/** Wants several things to move while the component is mounted. */
export function useWatches(profileId: string, watches: readonly Watch[]): void {
  const text = JSON.stringify(watches);
  useEffect(() => {
    const undos = watches.map(watch => list.add(profileId, watch));
    return () => {
      for (const undo of undos) undo();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the text is the watches; equal objects are the same watches
  }, [profileId, text]);
}

/** Why main did not take the last list of watches, or null. */
export function useWatchFailure(): Failure | null {
  return useSyncExternalStore(
    listener => {
      failureListeners.add(listener);
      return () => failureListeners.delete(listener);
    },
    () => failure,
  );
}

/** The list follows the window: empty while it is hidden, sent again when it is shown. Mounted once. */
export function useWatchVisibility(): void {
  useEffect(() => {
    document.addEventListener('visibilitychange', watchAgain);
    return () => document.removeEventListener('visibilitychange', watchAgain);
  }, []);
}
