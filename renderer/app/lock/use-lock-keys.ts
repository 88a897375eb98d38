import { useEffect } from 'react';
import { call } from '#bridge/call.ts';
import { useLock } from '#bridge/safety/use-lock.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { useCommandStore } from '#state/command-store.ts';
import { isShortcut } from '#state/shortcuts.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';

/** Locks at once; where there is no PIN yet, opens the sheet that sets one. */
export async function lockNow(hasPin: boolean): Promise<void> {
  if (!hasPin) return useCommandStore.getState().show('privacy');
  try {
    await call('lock.engage', {});
  } catch (thrown) {
    showToast('danger', toFailure(thrown).message);
  }
}

/** Main counts in minutes, for the lock and for the presence: it does not need every move of the mouse. */
const touchEveryMs = 10_000;
const touches = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/** Ctrl+L from anywhere, and reports the user as present. Returns whether there is a PIN. */
export function useLockKeys(): boolean {
  const lock = useLock();
  const hasPin = lock !== undefined && lock.pinHome !== null;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || !isShortcut(event, 'lock')) return;
      event.preventDefault();
      event.stopPropagation();
      void lockNow(hasPin);
    };
    // before whatever has the focus: a lock is never a letter in a field
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [hasPin]);
  useEffect(() => {
    let lastTouchMs = Number.NEGATIVE_INFINITY;
    const onTouch = () => {
      if (performance.now() - lastTouchMs < touchEveryMs) return;
      lastTouchMs = performance.now();
      // every other call reports a closed bridge
      call('lock.touch', {}).catch(() => undefined);
    };
    for (const name of touches) document.addEventListener(name, onTouch, { capture: true, passive: true });
    return () => {
      for (const name of touches) document.removeEventListener(name, onTouch, { capture: true });
    };
  }, []);
  return hasPin;
}
