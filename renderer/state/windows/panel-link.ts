import { useCallback } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { useUiStore } from '../ui-store.ts';
import { isAccountPanel } from './account-links.ts';
import { linkOf, marketOf, type PanelLink, withBeginning, withLink, withMarket } from './links.ts';
import { useWindowStore } from './window-store.ts';

/** The market of the first colour, in whichever window. */
function mainMarketNow(): Market {
  const { venue, symbol } = useUiStore.getState();
  return useWindowStore.getState().mainMarket ?? { venue, symbol };
}

/** Chooses a market for a panel and for all that follow the same colour; null: for the whole window. */
export function selectMarketFor(panel: string | null, market: Market): void {
  const { links, selectMarket } = useUiStore.getState();
  // the window of a panel has no market but that panel's
  const isOfWindow = panel === null || useWindowStore.getState().self !== null || linkOf(links, panel) === 'A';
  if (isOfWindow) selectMarket(market);
  else useUiStore.setState({ links: withMarket(links, panel, market) });
}

export function useSelectMarket(panel: string | null): (market: Market) => void {
  return useCallback((market: Market) => selectMarketFor(panel, market), [panel]);
}

/** What a panel that shows a market follows has a market from now on. */
export function beginLink(panel: string): void {
  const { links } = useUiStore.getState();
  const next = withBeginning(links, panel, mainMarketNow());
  if (next !== links) useUiStore.setState({ links: next });
}

/** Has a panel follow another colour, or none. */
export function setPanelLink(panel: string, link: PanelLink): void {
  const { links } = useUiStore.getState();
  const main = mainMarketNow();
  const shown = marketOf(links, panel, main);
  const linked = withLink(links, panel, { link, shown });
  const next = isAccountPanel(panel) ? linked : withBeginning(linked, panel, shown);
  const isWindow = useWindowStore.getState().self?.panel === panel;
  useUiStore.setState({ links: next, ...(isWindow ? { ...marketOf(next, panel, main), pickedLevel: null } : {}) });
}
