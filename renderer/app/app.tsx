import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { lazyDeferred } from '#bridge/reads/lazy-deferred.ts';
import { useProfiles } from '#bridge/reference/use-reference.ts';
import { setPrivacy } from '#lib/own/privacy.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import './app.css';
import { useProfileChanges } from './use-profile-changes.ts';
import { useViewSettings } from './settings/use-view-settings.ts';
import { ProfileWindow } from './profile-window.tsx';

const ErrorState = lazy(async () => ({ default: (await import('#ui/panel/panel-failure.tsx')).ErrorState }));
const LockScreen = lazy(async () => ({ default: (await import('./lock/lock-screen.tsx')).LockScreen }));
// nothing that it updates is on the screen before the deferral ends
const LiveUpdates = lazyDeferred(async () => (await import('./live-updates.ts')).LiveUpdates);

interface AppProps {
  /** what was looked at last time has been taken up before this is drawn */
  readonly hasViewSettings?: boolean;
}

/** The window: nothing can be shown before the profile is known, because everything belongs to one. */
export function App({ hasViewSettings = false }: AppProps) {
  return (
    <>
      <Window hasViewSettings={hasViewSettings} />
      <Suspense fallback={null}>
        <LiveUpdates />
      </Suspense>
    </>
  );
}

function Window({ hasViewSettings }: Required<AppProps>) {
  useAppearance();
  useProfileChanges();
  const isReady = useViewSettings(hasViewSettings);
  const read = useProfiles();
  const { data, error } = read;
  const privacy = data?.privacy ?? 'off';
  // the first drawing is hidden before the user sees it
  useLayoutEffect(() => setPrivacy(privacy), [privacy]);
  if (data !== undefined && isReady && data.isLocked !== true)
    return <ProfileWindow key={data.active.id} active={data.active} profiles={data.profiles} />;
  const waiting = <Skeleton rows={12} />;
  return (
    <Suspense fallback={waiting}>
      {data?.isLocked === true ? (
        <LockScreen profile={data.active} />
      ) : error === null ? (
        waiting
      ) : (
        <ErrorState error={error} read={read} />
      )}
    </Suspense>
  );
}

/** The style sheets read the appearance of the window from the root element. */
export function useAppearance(): void {
  const theme = useUiStore(state => state.theme);
  const density = useUiStore(state => state.density);
  const directions = useUiStore(state => state.directions);
  const fontSize = useUiStore(state => state.fontSize);
  const isStill = useUiStore(state => state.isStill);
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, density, directions, fontSize, still: isStill });
  }, [theme, density, directions, fontSize, isStill]);
}
