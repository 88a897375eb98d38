import { lazy, Suspense, useEffect } from 'react';
import { isTyping } from '#features/ticket/is-typing.ts';
import { useCommandStore } from '#state/command-store.ts';
import { isShortcut } from '#state/shortcuts.ts';

// who only looks never needs them
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }));

/** The palette and the sheet of shortcuts, by their keys. */
export function CommandsPlace({ profileId }: { readonly profileId: string }) {
  const shown = useCommandStore(state => state.shown);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { shown: before, show } = useCommandStore.getState();
      const isPalette = isShortcut(event, 'palette');
      if (event.repeat || !(isPalette || isShortcut(event, 'help'))) return;
      // the palette comes also from a field, because no field has a use for its keys; nothing comes over a sheet
      const isInField = isPalette ? document.querySelector('dialog[open]') !== null : isTyping(event);
      if (isInField || before !== 'none') return;
      event.preventDefault();
      show(isPalette ? 'palette' : 'shortcuts');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Suspense fallback={null}>
      {shown === 'palette' ? <Palette profileId={profileId} /> : null}
      {shown === 'shortcuts' ? <ShortcutsSheet /> : null}
    </Suspense>
  );
}
