import { useEffect, useRef } from 'react';
import { isShortcut } from '#state/shortcuts.ts';

/** Two keys anywhere but in a field, `+` and `-` as they were made, change the grouping, as long as nothing lies over the window. */
export function useStepKeys(move: (by: 1 | -1) => void): void {
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCoarser = isShortcut(event, 'coarser');
      if (event.repeat || !(isCoarser || isShortcut(event, 'finer'))) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null) return;
      event.preventDefault();
      latest.current(isCoarser ? 1 : -1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
