import { useCallback } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import type { AttentionTarget } from '#features/overview/attention/attention-item.ts';
import { OverviewPage } from '#features/overview/overview-page.tsx';
import { useOverseen } from '#features/overseer/use-overseen.ts';
import { chooseAccount } from '#state/windows/account-links.ts';
import { useOversight } from '#features/overseer/use-oversight.ts';
import { useRisk } from '#features/risk/use-risk.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { panelTexts } from '../layout/panel-names.ts';
import { useAttention } from './use-attention.ts';
import { useAway } from './away/use-away.ts';
import { useWorths } from './use-worths.ts';

const titles = Object.fromEntries(Object.entries(panelTexts).map(([name, { title }]) => [name, title]));

/** The overview with what all features know: here they meet. */
export function OverviewDesk({ profile }: { readonly profile: Profile }) {
  const choice = useOversight(profile.id);
  const overseen = useOverseen(profile.id, { oversight: choice.oversight, since: 'session' });
  const risk = useRisk(profile.id);
  const { attention, unseen } = useAttention(profile.id, { overseen, risk });
  const { ledger, ...away } = useAway(profile, { overseen, choice });
  const worth = useWorths({ overseen, risk, choice, ledger });
  const gathered = { worth, attention, unseen, away };
  return <OverviewPage profile={profile} gathered={gathered} onOpen={useOpenTarget(profile.id)} panels={titles} />;
}

/** Brings on the screen what an item is about. */
function useOpenTarget(profileId: string): (target: AttentionTarget) => void {
  const showPanel = useWorkspaceStore(state => state.showPanel);
  const showCard = useUiStore(state => state.showCard);
  return useCallback(
    target => {
      if (target.kind === 'panel') showPanel(target.panel);
      else if (target.kind === 'contract') showCard({ kind: 'contract', symbol: target.symbol });
      else if (target.kind === 'order') showCard({ kind: 'timeline', of: target.of });
      else {
        chooseAccount('oversight', { profileId, userId: target.userId });
        showPanel('oversight');
      }
    },
    [showPanel, showCard, profileId],
  );
}
