import { Suspense, useEffect, useMemo, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { keepEarlyKeys } from '#bridge/opening/early-keys.ts';
import { lazyAfterBook } from '#bridge/opening/lazy-after-book.ts';
import { useRead } from '#bridge/use-read.ts';
import { BookPanel } from '#features/book/book-panel.tsx';
import type { OwnLevels } from '#features/book/model/own-levels.ts';
import { chooseMarket } from '#features/markets/choose-market.ts';
import { useUiStore } from '#state/ui-store.ts';
import { PanelBoundary } from '../panel-boundary.tsx';
import './workspace.css';
import { useBookFirst } from './use-book-first.ts';
import type { OwnLevelsOf } from './own-levels/own-levels-reader.tsx';

// the book comes first
const MarketList = lazyAfterBook(async () => (await import('#features/markets/market-list.tsx')).MarketList);
const OwnLevelsReader = lazyAfterBook(async () => (await import('./own-levels/own-levels-reader.tsx')).OwnLevelsReader);
const LaterPanels = lazyAfterBook(async () => (await import('./later-panels.tsx')).LaterPanels);

/** The panels of one profile, each in its place and in its own net. */
export function Workspace({ profile }: { readonly profile: Profile }) {
  const market = useShownMarket(profile.id);
  const isBookShown = useBookFirst(profile.id, market);
  useEffect(keepEarlyKeys, []);
  return (
    <main className="workspace">
      <div className="workspace-rail">
        <PanelBoundary title="Markets">
          <Suspense fallback={null}>
            <MarketList profileId={profile.id} market={market} />
          </Suspense>
        </PanelBoundary>
      </div>
      <div className="workspace-book">
        <PanelBoundary title="Order book">
          <MarkedBook profileId={profile.id} market={market} />
        </PanelBoundary>
      </div>
      <Suspense fallback={<EmptyPlaces />}>
        {isBookShown ? <LaterPanels profile={profile} market={market} /> : <EmptyPlaces />}
      </Suspense>
    </main>
  );
}

/** The chosen market, or one that this exchange has. */
function useShownMarket(profileId: string): Market {
  const venue = useUiStore(state => state.venue);
  const symbol = useUiStore(state => state.symbol);
  const pairs = useRead('symbols.list', { profileId }).data;
  const contracts = useRead('contracts.list', { profileId }, { isEnabled: venue === 'futures' }).data;
  return useMemo(() => chooseMarket({ pairs, contracts }, { venue, symbol }), [pairs, contracts, venue, symbol]);
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

const noLevels: OwnLevels = new Map();

/** The same levels told again are no news: what is drawn anew reads them again, and that must come to rest. */
function newer(old: OwnLevelsOf | null, next: OwnLevelsOf): OwnLevelsOf {
  const isSame =
    old?.market === next.market &&
    old.levels.size === next.levels.size &&
    [...next.levels].every(([key, size]) => old.levels.get(key) === size);
  return isSame ? old : next;
}

/** The book, and in it what rests there of the user's own as soon as that is known: here orders and book meet. */
function MarkedBook({ profileId, market }: { readonly profileId: string; readonly market: Market }) {
  const [own, setOwn] = useState<OwnLevelsOf | null>(null);
  const isOfMarket = own !== null && own.market.venue === market.venue && own.market.symbol === market.symbol;
  return (
    <>
      <BookPanel profileId={profileId} market={market} own={isOfMarket ? own.levels : noLevels} />
      <Suspense fallback={null}>
        <OwnLevelsReader profileId={profileId} market={market} onRead={next => setOwn(old => newer(old, next))} />
      </Suspense>
    </>
  );
}
