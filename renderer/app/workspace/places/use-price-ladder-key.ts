import { useEffect } from 'react';
import { isTyping } from '#features/ticket/is-typing.ts';
import { isShortcut } from '#state/shortcuts.ts';
import { useUiStore } from '#state/ui-store.ts';

/** D, or what the user chose, changes between the order book and the price ladder. */
export function usePriceLadderKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || isTyping(event)) return;
      if (!isShortcut(event, 'priceLadder') || event.defaultPrevented) return;
      event.preventDefault();
      const { isPriceLadder, showPriceLadder } = useUiStore.getState();
      showPriceLadder(!isPriceLadder);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
