import { useEffect } from 'react';
import { isShortcut } from '#state/shortcuts.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { shapeNow } from '../workspace/use-window-shape.ts';
import { bringBack, popOut } from './pop-out.ts';
import { t } from '#shared/words/t.ts';

/** The panel that has the focus, by its tab; null: none has. */
export function focusedPanel(): string | null {
  const place = document.activeElement?.closest('[data-tabset]');
  const tab = place?.querySelector<HTMLElement>('.tab[aria-selected="true"]');
  return tab?.dataset['panel'] ?? null;
}

/** The shortcut that moves the focused panel into a panel window and back. */
export function usePopOutKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || !isShortcut(event, 'popOut') || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      const panel = focusedPanel();
      if (useWindowStore.getState().self !== null) void bringBack();
      else if (panel === null) showToast('neutral', t`Select a panel first: F6 moves to the next one.`);
      else void popOut(panel, shapeNow());
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
