import { useEffect } from 'react';
import { useCommandStore } from '#state/command-store.ts';

/** Chooses the best once it is there, where Enter was pressed before there was anything to hear it. */
export function useEntered<Item>(best: Item | undefined, choose: (item: Item) => void): void {
  const isEntered = useCommandStore(state => state.isEntered);
  useEffect(() => {
    if (!isEntered || best === undefined) return;
    useCommandStore.setState({ isEntered: false });
    choose(best);
  });
}
