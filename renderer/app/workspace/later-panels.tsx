import { useEffect } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { pressEarlyKeys } from '#bridge/opening/early-keys.ts';
import { useFillNews } from '#features/fills/use-fill-news.ts';
import { useOrphanQuestion } from '#features/stops/use-orphan-question.ts';
import { CommandsPlace } from '../commands/commands-place.tsx';
import { modeOf } from '../mode.ts';
import { PanelBoundary } from '../panel-boundary.tsx';
import { Cards } from './cards.tsx';
import { ComparisonPlace } from './comparison-place.tsx';
import { AmendPlace } from './places/amend-place.tsx';
import { DockedPanels } from './dock/docked-panels.tsx';
import { FirstPlace } from './book/first-place.tsx';
import { LadderPlace } from './places/ladder-place.tsx';
import { usePriceLadderKey } from './places/use-price-ladder-key.ts';
import { TableViewsPlace } from './table-views-place.tsx';
import { TicketPlace } from './ticket-place.tsx';
import { useCancelOutcomes } from './use-cancel-outcomes.ts';
import { usePanelKeys } from './use-panel-keys.ts';
import { useWorkspaces } from './use-workspaces.ts';
import { t } from '#shared/words/t.ts';

interface LaterPanelsProps {
  readonly profile: Profile;
  readonly market: Market;
}

/** Everything beside the book: a chunk of its own, so that the book is on the screen first. */
export function LaterPanels({ profile, market }: LaterPanelsProps) {
  usePanelKeys();
  usePriceLadderKey();
  useCancelOutcomes(profile.id);
  useFillNews(profile);
  useOrphanQuestion(profile.id);
  const isKnown = useWorkspaces(profile.id);
  // after the effects of what is drawn below, which hears the keys from then on
  useEffect(() => {
    if (isKnown) pressEarlyKeys();
  }, [isKnown]);
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
      <PanelBoundary title={t`Ladder`}>
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
