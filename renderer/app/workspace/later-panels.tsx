import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { SubAccounts } from '#features/accounts/sub-accounts.tsx';
import { PositionsPanel } from '#features/positions/positions-panel.tsx';
import { modeOf } from '../mode.ts';
import { PanelBoundary } from '../panel-boundary.tsx';
import { Blotter } from './blotter.tsx';
import { Cards } from './cards.tsx';
import { ComparisonPlace } from './comparison-place.tsx';
import { LadderPlace } from './places/ladder-place.tsx';
import { OverseerPlace } from './places/overseer-place.tsx';
import { TicketPlace } from './ticket-place.tsx';
import { usePanelKeys } from './use-panel-keys.ts';
import { useWorkspaceShape } from './use-workspace-shape.ts';
import { WorkArea } from './work-area.tsx';

interface LaterPanelsProps {
  readonly profile: Profile;
  readonly market: Market;
}

/** Everything beside the book: a chunk of its own, so that the book is on the screen first. */
export function LaterPanels({ profile, market }: LaterPanelsProps) {
  usePanelKeys();
  // in a narrow window they are a tab of the blotter: a place of their own would leave none for the chart
  const hasAccountsPlace = useWorkspaceShape() !== 'narrow';
  return (
    <>
      <WorkArea profileId={profile.id} market={market} />
      <div className="workspace-positions">
        <PanelBoundary title="Positions">
          <PositionsPanel profile={profile} />
        </PanelBoundary>
      </div>
      {hasAccountsPlace ? (
        <div className="workspace-accounts">
          <PanelBoundary title="Sub-accounts">
            <SubAccounts profile={profile} />
          </PanelBoundary>
        </div>
      ) : null}
      <div className="workspace-blotter">
        <Blotter profile={profile} shown={market} />
      </div>
      <TicketPlace profile={profile} market={market} />
      <ComparisonPlace profile={profile} />
      <PanelBoundary title="Ladder">
        <LadderPlace profile={profile} mode={modeOf(profile)} market={market} />
      </PanelBoundary>
      <OverseerPlace profile={profile} />
      <PanelBoundary title="Card">
        <Cards profile={profile} />
      </PanelBoundary>
    </>
  );
}
