import { useEffect, useRef } from 'react';

const keys: Readonly<Record<string, 1 | -1>> = { '+': 1, '=': 1, '-': -1 };

/** `+` and `-` anywhere but in a field change the grouping, as long as nothing lies over the window. */
export function useStepKeys(move: (by: 1 | -1) => void): void {
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = keys[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null) return;
      event.preventDefault();
      latest.current(by);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
