import { lazy, Suspense } from 'react';
import { lazyDeferred } from '#bridge/reads/lazy-deferred.ts';
import { useWatchVisibility } from '#bridge/watch.ts';
import type { ProfileChoice } from '#bridge/reference/use-reference.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Workspace } from './workspace/workspace.tsx';
import { modeOf } from './mode.ts';

// they are not needed to see the market, so they load on demand
const ProfileSheets = lazy(async () => ({
  default: (await import('#features/profiles/profile-sheets.tsx')).ProfileSheets,
}));

const Header = lazyDeferred(async () => (await import('./header.tsx')).Header);
const StatusBar = lazyDeferred(async () => (await import('#features/link/status-bar.tsx')).StatusBar);

/** Everything that belongs to one profile: its header, its panels, its status bar. */
export function ProfileWindow({ active, profiles }: ProfileChoice) {
  useWatchVisibility();
  const isSheetOpen = useUiStore(state => state.openSheet !== 'none');
  return (
    <div className="window" data-profile={active.colour} data-mode={modeOf(active)}>
      <Suspense fallback={<header className="workspace-empty" />}>
        <Header profile={active} />
      </Suspense>
      <Workspace profile={active} />
      <Suspense fallback={<footer className="workspace-empty" />}>
        <StatusBar profileId={active.id} />
      </Suspense>
      {isSheetOpen ? (
        <Suspense fallback={null}>
          <ProfileSheets active={active} profiles={profiles} />
        </Suspense>
      ) : null}
    </div>
  );
}
