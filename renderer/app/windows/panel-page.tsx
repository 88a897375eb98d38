import { Suspense, useEffect, useLayoutEffect } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useProfiles } from '#bridge/reference/use-reference.ts';
import { useWatchVisibility } from '#bridge/watch.ts';
import { setPrivacy } from '#lib/own/privacy.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { ErrorState } from '#ui/panel/panel-failure.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { useAppearance } from '../app.tsx';
import { LiveUpdates } from '../live-updates.ts';
import { LockScreen } from '../lock/lock-screen.tsx';
import { modeOf } from '../mode.ts';
import { useProfileChanges } from '../use-profile-changes.ts';
import { tabs } from '../workspace/layout/layout-tree.ts';
import { isPanelName, type PanelName } from '../workspace/layout/panel-names.ts';
import { Panels } from '../workspace/panels.tsx';
import { useCancelOutcomes } from '../workspace/use-cancel-outcomes.ts';
import { usePanelKeys } from '../workspace/use-panel-keys.ts';
import { HostedBook } from '../workspace/book/hosted-book.tsx';
import { useShownMarket } from '../workspace/book/use-shown-market.ts';
import { PanelHeader } from './panel-header.tsx';
import { usePanelSelf } from './use-panel-self.ts';
import { usePopOutKey } from './use-pop-out-key.ts';
import '../app.css';
import '../workspace/workspace.css';
import './panel-window.css';
import { t } from '#shared/words/t.ts';

/** A window that shows one panel, which main has named. */
export function PanelPage() {
  useAppearance();
  useProfileChanges();
  const failure = usePanelSelf();
  const panel = useWindowStore(state => state.self?.panel);
  const read = useProfiles();
  const privacy = read.data?.privacy ?? 'off';
  // the first drawing is hidden before the user sees it
  useLayoutEffect(() => setPrivacy(privacy), [privacy]);
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (read.error !== null && read.data === undefined) return <ErrorState error={read.error} read={read} />;
  if (read.data?.isLocked === true) return <LockScreen profile={read.data.active} />;
  if (panel === undefined || read.data === undefined) return <Skeleton rows={12} />;
  if (!isPanelName(panel))
    return <p role="alert">{t`This version of Fathom does not have this panel. Close the window.`}</p>;
  const { active } = read.data;
  return (
    <>
      <PanelWindow key={active.id} profile={active} panel={panel} />
      <LiveUpdates />
    </>
  );
}

interface PanelWindowProps {
  readonly profile: Profile;
  readonly panel: PanelName;
}

function PanelWindow({ profile, panel }: PanelWindowProps) {
  useWatchVisibility();
  usePanelKeys();
  usePopOutKey();
  useCancelOutcomes(profile.id);
  const isKnown = useOnePanel(profile.id, panel);
  const market = useShownMarket(profile.id);
  return (
    <div className="window panel-window" data-profile={profile.colour} data-mode={modeOf(profile)}>
      <PanelHeader profile={profile} panel={panel} market={market} />
      <main className="workspace">
        <Suspense fallback={<div className="workspace-dock" />}>
          <Panels profile={profile} market={market} isKnown={isKnown} />
        </Suspense>
        <HostedBook profile={profile} market={market} />
      </main>
    </div>
  );
}

/** One place with one panel in it, whatever shape the window has; nothing of it is kept. True when it may be drawn. */
function useOnePanel(profileId: string, panel: PanelName): boolean {
  useEffect(() => {
    const layout = tabs(100, [panel]);
    const layouts = { narrow: layout, medium: layout, wide: layout };
    useWorkspaceStore
      .getState()
      .load(profileId, { activeId: 'window', workspaces: [{ id: 'window', title: t`Window`, layouts }] });
  }, [profileId, panel]);
  return useWorkspaceStore(state => state.profileId === profileId);
}
