import type { Profile } from '../../shared/domain/profile.ts';
import { useRead } from '../bridge/use-read.ts';
import type { ProfileChoice } from '../bridge/use-reference.ts';
import { SubAccounts } from '../features/accounts/sub-accounts.tsx';
import { BookPanel } from '../features/book/book-panel.tsx';
import { DepthPanel } from '../features/book/depth-panel.tsx';
import { StatusBar } from '../features/link/status-bar.tsx';
import { PositionsPanel } from '../features/positions/positions-panel.tsx';
import { ProfileSheets } from '../features/profiles/profile-sheets.tsx';
import { chooseSymbol } from '../features/symbols/filter-symbols.ts';
import { SymbolRail } from '../features/symbols/symbol-rail.tsx';
import { useUiStore } from '../state/ui-store.ts';
import { Blotter } from './blotter.tsx';
import { Header } from './header.tsx';
import { modeOf } from './mode.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import { useOwnLevels } from './use-own-levels.ts';

/** The desk of one profile: every panel in its place, each in its own net. */
export function Workspace({ active, profiles }: ProfileChoice) {
  return (
    <div className="window" data-profile={active.colour} data-mode={modeOf(active)}>
      <Header profile={active} />
      <Desk profile={active} />
      <StatusBar profileId={active.id} />
      <ProfileSheets active={active} profiles={profiles} />
    </div>
  );
}

function Desk({ profile }: { readonly profile: Profile }) {
  const chosen = useUiStore(state => state.symbol);
  const symbols = useRead('symbols.list', { profileId: profile.id }).data;
  const symbol = chooseSymbol(symbols, chosen);
  return (
    <main className="desk">
      <div className="desk-rail">
        <PanelBoundary title="Pairs">
          <SymbolRail profileId={profile.id} symbol={symbol} />
        </PanelBoundary>
      </div>
      <div className="desk-book">
        <PanelBoundary title="Order book">
          <MarkedBook profileId={profile.id} symbol={symbol} />
        </PanelBoundary>
      </div>
      <div className="desk-depth">
        <PanelBoundary title="Depth">
          <DepthPanel profileId={profile.id} symbol={symbol} />
        </PanelBoundary>
      </div>
      <div className="desk-positions">
        <PanelBoundary title="Positions">
          <PositionsPanel profile={profile} />
        </PanelBoundary>
      </div>
      <div className="desk-accounts">
        <PanelBoundary title="Sub-accounts">
          <SubAccounts profile={profile} />
        </PanelBoundary>
      </div>
      <div className="desk-blotter">
        <Blotter profile={profile} shownSymbol={symbol} />
      </div>
    </main>
  );
}

function MarkedBook({ profileId, symbol }: { readonly profileId: string; readonly symbol: string }) {
  const own = useOwnLevels(profileId, symbol);
  return <BookPanel profileId={profileId} symbol={symbol} own={own} />;
}
