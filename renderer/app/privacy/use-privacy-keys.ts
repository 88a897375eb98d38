import { useEffect } from 'react';
import { privacyLevel, setRevealed } from '#lib/own/privacy.ts';
import { isShortcut } from '#state/shortcuts.ts';
import { cyclePrivacy } from './change-privacy.ts';

/** Alt is also the first half of other keys: only one that is held reveals. */
const holdMs = 250;

/** The key for the next level, which works anywhere, and Alt, which reveals values while it is held alone. */
export function usePrivacyKeys(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = false;
    const hide = () => {
      clearTimeout(timer);
      if (isShown) setRevealed(false);
      isShown = false;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat) return;
      hide();
      if (isShortcut(event, 'privacy')) {
        event.preventDefault();
        void cyclePrivacy();
      } else if (event.key === 'Alt' && privacyLevel() !== 'off') {
        timer = setTimeout(() => {
          isShown = true;
          setRevealed(true);
        }, holdMs);
      }
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== 'Alt') return;
      // a browser would go to its menu
      if (isShown) event.preventDefault();
      hide();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('keyup', onKeyUp, { capture: true });
    // a user who changes the window releases the key there
    addEventListener('blur', hide);
    return () => {
      hide();
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      document.removeEventListener('keyup', onKeyUp, { capture: true });
      removeEventListener('blur', hide);
    };
  }, []);
}
