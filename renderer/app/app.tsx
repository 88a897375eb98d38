import { lazy, Suspense, useEffect } from 'react';
import { useProfiles } from '#bridge/reference/use-reference.ts';
import { useUiStore } from '#state/ui-store.ts';
import { ErrorState, Skeleton } from '#ui/panel/panel-states.tsx';
import './app.css';
import { useViewSettings } from './use-view-settings.ts';
import { ProfileWindow } from './profile-window.tsx';

// it comes at once, but the first view of the book does not wait for it
const LiveUpdates = lazy(async () => ({ default: (await import('./live-updates.ts')).LiveUpdates }));

/** The window: nothing can be shown before the profile is known, because everything belongs to one. */
export function App() {
  return (
    <>
      <Window />
      <Suspense fallback={null}>
        <LiveUpdates />
      </Suspense>
    </>
  );
}

function Window() {
  useAppearance();
  const hasViewSettings = useViewSettings();
  const read = useProfiles();
  if (read.data !== undefined && hasViewSettings) return <ProfileWindow key={read.data.active.id} {...read.data} />;
  if (read.error !== null) return <ErrorState error={read.error} read={read} />;
  return <Skeleton rows={12} />;
}

/** The style sheets read theme and density from the root element. */
function useAppearance(): void {
  const theme = useUiStore(state => state.theme);
  const density = useUiStore(state => state.density);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.dataset['density'] = density;
  }, [theme, density]);
}
