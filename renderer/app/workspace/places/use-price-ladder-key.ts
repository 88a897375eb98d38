import { useEffect } from 'react';
import { isTyping } from '#features/ticket/is-typing.ts';
import { useUiStore } from '#state/ui-store.ts';

/** D changes between the order book and the price ladder. */
export function usePriceLadderKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event)) return;
      if (event.key.toLowerCase() !== 'd' || event.defaultPrevented) return;
      event.preventDefault();
      const { isPriceLadder, showPriceLadder } = useUiStore.getState();
      showPriceLadder(!isPriceLadder);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
