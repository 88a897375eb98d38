import { useMemo } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { usePositionActions } from '#features/positions/use-position-actions.tsx';
import { RiskPage } from '#features/risk/risk-page.tsx';
import { StopOrders } from '#features/stops/stop-orders.tsx';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { PanelBoundary } from '../../panel-boundary.tsx';
import { CancelStops } from './cancel-stops.tsx';
import { t } from '#shared/words/t.ts';

/** The risk page with what other features do from its rows: here they meet. */
export function RiskDesk({ profile }: { readonly profile: Profile }) {
  const { buttons, menu, onLetter, onAbout, sheets } = usePositionActions(profile);
  const showPanel = useWorkspaceStore(state => state.showPanel);
  const actions = useMemo(
    () => ({
      buttons: ({ position }: Row) => (position === null ? null : buttons.actions(position)),
      menu: ({ position }: Row) => (position === null ? [] : menu(position)),
      onLetter: ({ position }: Row, letter: string) => position !== null && onLetter(position, letter),
      onOpen: ({ position }: Row) => (position === null ? showPanel('margin') : onAbout(position)),
    }),
    [buttons, menu, onLetter, onAbout, showPanel],
  );
  return (
    <>
      <RiskPage
        profile={profile}
        actions={actions}
        stopBoard={
          <PanelBoundary title={t`Conditional orders`}>
            <StopOrders profile={profile} market={null} isBoard CancelMany={CancelStops} />
          </PanelBoundary>
        }
      />
      {sheets}
    </>
  );
}

type Row = Parameters<Parameters<typeof RiskPage>[0]['actions']['onOpen']>[0];
