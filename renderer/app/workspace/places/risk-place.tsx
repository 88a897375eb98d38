import { lazy, Suspense, useEffect } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { isTyping } from '#features/ticket/is-typing.ts';
import { useRiskStore } from '#state/risk-store.ts';
import { PanelBoundary } from '../../panel-boundary.tsx';

// who does not open it does not need it
const RiskDesk = lazy(async () => ({ default: (await import('./risk-desk.tsx')).RiskDesk }));

/** The risk page, over the panels of the desk; Shift+R opens and closes it. */
export function RiskPlace({ profile }: { readonly profile: Profile }) {
  const isOpen = useRiskStore(state => state.isOpen);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event)) return;
      if (event.key !== 'R' || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      useRiskStore.getState().toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  if (!isOpen) return null;
  return (
    <div className="workspace-risk">
      <PanelBoundary title="Risk">
        <Suspense fallback={null}>
          <RiskDesk profile={profile} />
        </Suspense>
      </PanelBoundary>
    </div>
  );
}
