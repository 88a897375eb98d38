import { useCallback } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { useUiStore } from '../ui-store.ts';
import { linkOf, marketOf, type PanelLink, withLink, withMarket } from './links.ts';
import { useWindowStore } from './window-store.ts';

/** The market of the first colour, in whichever window. */
function mainMarketNow(): Market {
  const { venue, symbol } = useUiStore.getState();
  return useWindowStore.getState().mainMarket ?? { venue, symbol };
}

/** Chooses a market for a panel and for all that follow the same colour; null: for the whole window. */
export function useSelectMarket(panel: string | null): (market: Market) => void {
  return useCallback(
    (market: Market) => {
      const { links, selectMarket } = useUiStore.getState();
      // the window of a panel has no market but that panel's
      const isOfWindow = panel === null || useWindowStore.getState().self !== null || linkOf(links, panel) === 'A';
      if (isOfWindow) selectMarket(market);
      else useUiStore.setState({ links: withMarket(links, panel, market) });
    },
    [panel],
  );
}

/** Has a panel follow another colour, or none. */
export function setPanelLink(panel: string, link: PanelLink): void {
  const { links } = useUiStore.getState();
  const main = mainMarketNow();
  const next = withLink(links, panel, { link, shown: marketOf(links, panel, main) });
  const isWindow = useWindowStore.getState().self?.panel === panel;
  useUiStore.setState({ links: next, ...(isWindow ? { ...marketOf(next, panel, main), pickedLevel: null } : {}) });
}
