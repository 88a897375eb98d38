import { type RefObject, useEffect } from 'react';
import { isShortcut } from '#state/shortcuts.ts';

/** `/` focuses this input, except in a field or while a sheet is open. */
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
