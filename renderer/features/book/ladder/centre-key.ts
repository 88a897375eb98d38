import { isShortcut } from '#state/shortcuts.ts';

/** Space belongs to whatever is pressed or chosen with it. */
const taken = 'input, select, textarea, button, dialog, [role="tab"], [role="listbox"], tr[data-row-key]';

/** Hears the key of the middle from anywhere, which nothing needs for the first book; answers how to stop. */
export function hearCentreKey(onCentre: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || !isShortcut(event, 'centreBook')) return;
    if (event.target instanceof HTMLElement && event.target.closest(taken) !== null) return;
    event.preventDefault();
    onCentre();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
