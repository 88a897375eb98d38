import { type ReactNode, useCallback, useMemo } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { useUiStore } from '#state/ui-store.ts';
import { listedMarket, type ListPanel } from '../layout/market-panels.ts';
import type { PanelName } from '../layout/panel-names.ts';
import { useBlotterCounts } from '../use-blotter-counts.ts';
import { Dock } from './dock.tsx';
import { PanelContent, type PanelSubject } from './panel-content.tsx';
import { useUnseenParts } from './use-unseen-parts.ts';
import { type CountedPanel, PanelCountContext } from './panel-count.tsx';

/** The panels of the chosen workspace, with what their tabs count. */
export function DockedPanels({ profile, market }: PanelSubject) {
  const renderPanel = useCallback(
    (name: PanelName) => <PanelContent name={name} profile={profile} market={market} />,
    [profile, market],
  );
  return (
    <CountedTabs profile={profile} market={market}>
      <Dock renderPanel={renderPanel} symbol={market.symbol} />
    </CountedTabs>
  );
}

const symbolOf = (market: Market | null): string | null => market?.symbol ?? null;

/** The market that each list of the blotter is narrowed to; null: it lists all. */
function useListedMarkets(main: Market): Readonly<Record<ListPanel, Market | null>> {
  const links = useUiStore(state => state.links);
  const isNarrow = useUiStore(state => state.isBlotterNarrow);
  return useMemo(() => {
    const of = (list: ListPanel) => listedMarket(list, { links, isNarrow, main });
    return { active: of('active'), stops: of('stops'), fills: of('fills'), done: of('done') };
  }, [links, isNarrow, main]);
}

/** Every row of the blotter changes a count: the tabs are drawn again then, and the panels below are not. */
function CountedTabs({ profile, market, children }: PanelSubject & { readonly children: ReactNode }) {
  const markets = useListedMarkets(market);
  const { active, stops, fills, rows } = useBlotterCounts(profile.id, markets);
  const scope = profile.id;
  const unseen = useUnseenParts(scope, symbolOf(markets.done));
  const counts = useMemo<Readonly<Record<string, CountedPanel>>>(
    () => ({
      active: { ...active, scope, symbol: symbolOf(markets.active), parts: rows.active },
      stops: { ...stops, scope, symbol: symbolOf(markets.stops), parts: rows.stops },
      fills: { ...fills, scope, symbol: symbolOf(markets.fills), parts: rows.fills },
      done: { scope, symbol: symbolOf(markets.done), parts: unseen.done },
      withdrawals: { scope, symbol: null, parts: unseen.withdrawals },
    }),
    [active, stops, fills, rows, unseen, scope, markets],
  );
  return <PanelCountContext value={counts}>{children}</PanelCountContext>;
}
