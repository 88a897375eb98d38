import { lazy, Suspense, useEffect, useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { PanelBoundary } from '../../panel-boundary.tsx';

// who trades never needs it
const OverseerPage = lazy(async () => ({
  default: (await import('#features/overseer/overseer-page.tsx')).OverseerPage,
}));

/** The page of whoever oversees sub-accounts, over the other panels: Alt+O opens and closes it. */
export function OverseerPlace({ profile }: { readonly profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyO' || event.repeat) return;
      event.preventDefault();
      setOpen(open => !open);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  if (!isOpen) return null;
  return (
    <div className="workspace-over">
      <PanelBoundary title="Oversight">
        <Suspense fallback={null}>
          <OverseerPage profile={profile} />
        </Suspense>
      </PanelBoundary>
    </div>
  );
}
