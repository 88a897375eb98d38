import { lazy, Suspense } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useRead } from '#bridge/use-read.ts';
import { BookPanel } from '#features/book/book-panel.tsx';
import { chooseSymbol } from '#features/symbols/choose-symbol.ts';
import { useUiStore } from '#state/ui-store.ts';
import { PanelBoundary } from '../panel-boundary.tsx';
import './workspace.css';
import { useBookFirst } from './use-book-first.ts';
import { useOwnLevels } from './use-own-levels.ts';

// the book comes first
const SymbolRail = lazy(async () => ({ default: (await import('#features/symbols/symbol-rail.tsx')).SymbolRail }));
const LaterPanels = lazy(async () => ({ default: (await import('./later-panels.tsx')).LaterPanels }));

/** The panels of one profile, each in its place and in its own net. */
export function Workspace({ profile }: { readonly profile: Profile }) {
  const chosen = useUiStore(state => state.symbol);
  const symbols = useRead('symbols.list', { profileId: profile.id }).data;
  const symbol = chooseSymbol(symbols, chosen);
  const isBookShown = useBookFirst(profile.id, symbol);
  return (
    <main className="workspace">
      <div className="workspace-rail">
        <PanelBoundary title="Pairs">
          <Suspense fallback={null}>
            <SymbolRail profileId={profile.id} symbol={symbol} />
          </Suspense>
        </PanelBoundary>
      </div>
      <div className="workspace-book">
        <PanelBoundary title="Order book">
          <MarkedBook profileId={profile.id} symbol={symbol} />
        </PanelBoundary>
      </div>
      <Suspense fallback={<EmptyPlaces />}>
        {isBookShown ? <LaterPanels profile={profile} symbol={symbol} /> : <EmptyPlaces />}
      </Suspense>
    </main>
  );
}

/** The places of the panels that are on their way, so that nothing shifts when they come. */
function EmptyPlaces() {
  return (
    <>
      {['work', 'depth', 'tape', 'positions', 'accounts', 'blotter'].map(place => (
        <div key={place} className={`workspace-${place} workspace-empty`} aria-hidden="true" />
      ))}
    </>
  );
}

function MarkedBook({ profileId, symbol }: { readonly profileId: string; readonly symbol: string }) {
  const own = useOwnLevels(profileId, symbol);
  return <BookPanel profileId={profileId} symbol={symbol} own={own} />;
}
