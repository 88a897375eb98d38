import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { CommandsPlace } from '../commands/commands-place.tsx';
import { modeOf } from '../mode.ts';
import { PanelBoundary } from '../panel-boundary.tsx';
import { Cards } from './cards.tsx';
import { ComparisonPlace } from './comparison-place.tsx';
import { AmendPlace } from './places/amend-place.tsx';
import { DockedPanels } from './dock/docked-panels.tsx';
import { FirstPlace } from '#startup/first-place.tsx';
import { LadderPlace } from './places/ladder-place.tsx';
import { TableViewsPlace } from './table-views-place.tsx';
import { TicketPlace } from './ticket-place.tsx';
import { t } from '#shared/words/t.ts';

interface PanelsProps {
  readonly profile: Profile;
  readonly market: Market;
  /** how the panels stand is known */
  readonly isKnown: boolean;
}

/** The panels of a window, and what comes up over them: the same in every window. */
export function Panels({ profile, market, isKnown }: PanelsProps) {
  return (
    <TableViewsPlace>
      <div className="workspace-dock">
        {isKnown ? (
          <PanelBoundary title={t`Workspace`}>
            <DockedPanels profile={profile} market={market} />
          </PanelBoundary>
        ) : (
          <FirstPlace />
        )}
      </div>
      <TicketPlace profile={profile} market={market} />
      <ComparisonPlace profile={profile} />
      <PanelBoundary title={t`Scaled order`}>
        <LadderPlace profile={profile} mode={modeOf(profile)} market={market} />
      </PanelBoundary>
      <PanelBoundary title={t`Change`}>
        <AmendPlace profile={profile} />
      </PanelBoundary>
      <PanelBoundary title={t`Find`}>
        <CommandsPlace profileId={profile.id} />
      </PanelBoundary>
      <PanelBoundary title={t`Card`}>
        <Cards profile={profile} />
      </PanelBoundary>
    </TableViewsPlace>
  );
}
