import { lazy, Suspense, useEffect, useState } from 'react';
import { isTyping } from '#features/ticket/is-typing.ts';
import { useCommandStore } from '#state/command-store.ts';
import { isShortcut } from '#state/shortcuts.ts';
import { focusedPanel } from '../windows/use-pop-out-key.ts';
import { isEnter } from '#lib/keys/keyboard.ts';

// who only looks never needs them
const loadPalette = async () => (await import('./palette.tsx')).Palette;
const MarketChooser = lazy(async () => ({ default: (await import('./markets/market-chooser.tsx')).MarketChooser }));
const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }));
const AppearanceSheet = lazy(async () => ({ default: (await import('./appearance-sheet.tsx')).AppearanceSheet }));

const FoundSheets = lazy(async () => ({ default: (await import('./found-sheets.tsx')).FoundSheets }));
const PrivacySheet = lazy(async () => ({ default: (await import('../privacy/privacy-sheet.tsx')).PrivacySheet }));

/** The content of `FoundSheets`. */
const found: ReadonlySet<string> = new Set(['safety', 'policy', 'transfer', 'action']);

/** The panels come first. */
const fetchAfterMs = 2500;

/** Keys pressed while the palette loads go to the palette only. */
function gatherKey(event: KeyboardEvent): void {
  const { shown, gather, enter } = useCommandStore.getState();
  if ((shown !== 'palette' && shown !== 'market') || document.querySelector('dialog[open]') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  if (isEnter(event)) enter();
  if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) gather(event.key);
}

/** The palette and the sheet of shortcuts, by their keys. */
export function CommandsPlace({ profileId }: { readonly profileId: string }) {
  const shown = useCommandStore(state => state.shown);
  const panel = useCommandStore(state => state.panel);
  const [Palette, setPalette] = useState<Awaited<ReturnType<typeof loadPalette>> | null>(null);
  const isMissed = shown === 'palette' && Palette === null;
  useEffect(() => {
    // by itself, and not by `lazy`: what comes first in a `Suspense` is held back for 300 ms
    const fetchPalette = async () => {
      const loaded = await loadPalette();
      setPalette(() => loaded);
    };
    const timer = setTimeout(() => void fetchPalette(), isMissed ? 0 : fetchAfterMs);
    return () => clearTimeout(timer);
  }, [isMissed]);
  useEffect(() => {
    // before the keys of the window
    document.addEventListener('keydown', gatherKey, { capture: true });
    return () => document.removeEventListener('keydown', gatherKey, { capture: true });
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { shown: before, show } = useCommandStore.getState();
      const isPalette = isShortcut(event, 'palette');
      if (event.repeat || !(isPalette || isShortcut(event, 'help'))) return;
      // the palette comes also from a field, because no field has a use for its keys; nothing comes over a sheet
      const isInField = isPalette ? document.querySelector('dialog[open]') !== null : isTyping(event);
      if (isInField || before !== 'none') return;
      event.preventDefault();
      // in the list that opens the focus is in no panel any more
      show(isPalette ? 'palette' : 'shortcuts', focusedPanel());
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && Palette !== null ? <Palette profileId={profileId} /> : null}
      {shown === 'market' && panel !== null ? <MarketChooser profileId={profileId} panel={panel} /> : null}
      {shown === 'shortcuts' ? <ShortcutsSheet /> : null}
      {shown === 'appearance' ? <AppearanceSheet /> : null}
      {shown === 'privacy' ? <PrivacySheet /> : null}
      {found.has(shown) ? <FoundSheets /> : null}
    </Suspense>
  );
}
