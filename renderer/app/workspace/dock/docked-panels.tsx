import { type ReactNode, useCallback, useMemo } from 'react';
import { useUiStore } from '#state/ui-store.ts';
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

/** Every row of the blotter changes a count: the tabs are drawn anew then, and the panels below are not. */
function CountedTabs({ profile, market, children }: PanelSubject & { readonly children: ReactNode }) {
  const isNarrow = useUiStore(state => state.isBlotterNarrow);
  const { active, stops, fills, rows } = useBlotterCounts(profile.id, isNarrow ? market : null);
  const scope = profile.id;
  const symbol = isNarrow ? market.symbol : null;
  const unseen = useUnseenParts(scope, symbol);
  const counts = useMemo<Readonly<Record<string, CountedPanel>>>(
    () => ({
      active: { ...active, scope, symbol, parts: rows.active },
      stops: { ...stops, scope, symbol, parts: rows.stops },
      fills: { ...fills, scope, symbol, parts: rows.fills },
      done: { scope, symbol, parts: unseen.done },
      withdrawals: { scope, symbol: null, parts: unseen.withdrawals },
    }),
    [active, stops, fills, rows, unseen, scope, symbol],
  );
  return <PanelCountContext value={counts}>{children}</PanelCountContext>;
}
