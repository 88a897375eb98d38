import { type RefObject, useEffect } from 'react';
import { isShortcut } from '#state/shortcuts.ts';

/** `/` anywhere but in a field goes to this input, as long as nothing lies over the window. */
export function useSlashFocus(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.repeat || !isShortcut(event, 'filterMarkets')) return;
      if (target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
}
