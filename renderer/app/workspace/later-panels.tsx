import { lazy, Suspense, useEffect } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { pressEarlyKeys } from '#startup/early-keys.ts';
import { useFillNews } from '#features/fills/use-fill-news.ts';
import { useOrphanQuestion } from '#features/stops/use-orphan-question.ts';
import { usePanelWindows } from '../windows/use-panel-windows.ts';
import { usePopOutKey } from '../windows/use-pop-out-key.ts';
import { Panels } from './panels.tsx';
import { usePriceLadderKey } from './places/use-price-ladder-key.ts';
import { useCancelOutcomes } from './use-cancel-outcomes.ts';
import { usePanelKeys } from './use-panel-keys.ts';
import { useWorkspaces } from './use-workspaces.ts';

// lives while the profile is open, whatever the window shows, and is needed by nothing that is drawn
const DistanceSampler = lazy(async () => ({
  default: (await import('#features/risk/charts/distance-sampler.ts')).DistanceSampler,
}));

interface LaterPanelsProps {
  readonly profile: Profile;
  readonly market: Market;
}

/** Everything beside the book: a chunk of its own, so that the book is on the screen first. */
export function LaterPanels({ profile, market }: LaterPanelsProps) {
  usePanelKeys();
  usePriceLadderKey();
  usePopOutKey();
  const isKnown = useWorkspaces(profile.id);
  usePanelWindows(profile.id, isKnown);
  // after the effects of what is drawn below, which hears the keys from then on
  useEffect(() => {
    if (isKnown) pressEarlyKeys();
  }, [isKnown]);
  return (
    <>
      <AccountNews profile={profile} />
      <Suspense fallback={null}>
        <DistanceSampler profileId={profile.id} />
      </Suspense>
      <Panels profile={profile} market={market} isKnown={isKnown} />
    </>
  );
}

/** Reports account events. Draws nothing, so nothing is drawn again when a list of the account changes. */
function AccountNews({ profile }: Pick<LaterPanelsProps, 'profile'>) {
  useCancelOutcomes(profile.id);
  useFillNews(profile);
  useOrphanQuestion(profile.id);
  return null;
}
