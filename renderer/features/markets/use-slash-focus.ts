import { type RefObject, useEffect } from 'react';

/** `/` anywhere but in a field goes to this input, as long as nothing lies over the window. */
export function useSlashFocus(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
}
