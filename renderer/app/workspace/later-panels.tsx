import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { SubAccounts } from '#features/accounts/sub-accounts.tsx';
import { PositionsPanel } from '#features/positions/positions-panel.tsx';
import { PanelBoundary } from '../panel-boundary.tsx';
import { Blotter } from './blotter.tsx';
import { WorkArea } from './work-area.tsx';

interface LaterPanelsProps {
  readonly profile: Profile;
  readonly market: Market;
}

/** Everything beside the book: a chunk of its own, so that the book is on the screen first. */
export function LaterPanels({ profile, market }: LaterPanelsProps) {
  return (
    <>
      <WorkArea profileId={profile.id} market={market} />
      <div className="workspace-positions">
        <PanelBoundary title="Positions">
          <PositionsPanel profile={profile} />
        </PanelBoundary>
      </div>
      <div className="workspace-accounts">
        <PanelBoundary title="Sub-accounts">
          <SubAccounts profile={profile} />
        </PanelBoundary>
      </div>
      <div className="workspace-blotter">
        <Blotter profile={profile} shown={market} />
      </div>
    </>
  );
}
