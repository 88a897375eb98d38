import { Suspense, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { lazyAfterBook } from '#bridge/opening/lazy-after-book.ts';
import { PanelScope } from '#bridge/panel-scope.ts';
import { useRead } from '#bridge/use-read.ts';
import { BookPanel } from '#features/book/book-panel.tsx';
import type { OwnLevels } from '#features/book/model/own-levels.ts';
import { chooseMarket } from '#features/markets/choose-market.ts';
import { useUiStore } from '#state/ui-store.ts';
import { PanelBoundary } from '../panel-boundary.tsx';
import './workspace.css';
import { useBookHost } from './book/book-host.ts';
import { FirstPlace } from './book/first-place.tsx';
import { useBookFirst } from './book/use-book-first.ts';
import type { OwnLevelsOf } from './own-levels/own-levels-reader.tsx';
import { t } from '#shared/words/t.ts';

// the book comes first
const OwnLevelsReader = lazyAfterBook(async () => (await import('./own-levels/own-levels-reader.tsx')).OwnLevelsReader);
const PriceLadderPlace = lazyAfterBook(async () => (await import('./places/price-ladder-place.tsx')).PriceLadderPlace);
const LaterPanels = lazyAfterBook(async () => (await import('./later-panels.tsx')).LaterPanels);

/** The panels of one profile. The book is on the screen first, and goes into its place among the others when they come. */
export function Workspace({ profile }: { readonly profile: Profile }) {
  const market = useShownMarket(profile.id);
  const isBookShown = useBookFirst(profile.id, market);
  // what keeps the keys for panels that are on their way comes right after the page itself
  useEffect(() => void import('#bridge/opening/early-keys.ts').then(early => early.keepEarlyKeys()), []);
  const first = (
    <div className="workspace-dock">
      <FirstPlace />
    </div>
  );
  return (
    <main className="workspace">
      <Suspense fallback={first}>{isBookShown ? <LaterPanels profile={profile} market={market} /> : first}</Suspense>
      <HostedBook profile={profile} market={market} />
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

const noLevels: OwnLevels = new Map();

/** The same levels told again are no news: what is drawn anew reads them again, and that must come to rest. */
function newer(old: OwnLevelsOf | null, next: OwnLevelsOf): OwnLevelsOf {
  const isSame =
    old?.market === next.market &&
    old.ghosts === next.ghosts &&
    old.levels.size === next.levels.size &&
    [...next.levels].every(([key, size]) => old.levels.get(key) === size);
  return isSame ? old : next;
}

interface HostedBookProps {
  readonly profile: Profile;
  readonly market: Market;
}

/** The book in its box, or the price ladder in its stead, as long as the box has a place on the screen. */
function HostedBook({ profile, market }: HostedBookProps) {
  const { element, isPlaced } = useBookHost();
  const isPriceLadder = useUiStore(state => state.isPriceLadder);
  const book = isPriceLadder ? (
    <PanelBoundary title={t`Price ladder`}>
      <Suspense fallback={null}>
        <PriceLadderPlace profile={profile} market={market} />
      </Suspense>
    </PanelBoundary>
  ) : (
    <PanelBoundary title={t`Order book`}>
      <MarkedBook profileId={profile.id} market={market} />
    </PanelBoundary>
  );
  return isPlaced ? createPortal(<PanelScope value="book">{book}</PanelScope>, element) : null;
}

interface BookProps {
  readonly profileId: string;
  readonly market: Market;
}

/** The book, and in it what rests there of the user's own as soon as that is known: here orders and book meet. */
function MarkedBook({ profileId, market }: BookProps) {
  const [own, setOwn] = useState<OwnLevelsOf | null>(null);
  const isOfMarket = own !== null && own.market.venue === market.venue && own.market.symbol === market.symbol;
  return (
    <>
      <BookPanel
        profileId={profileId}
        market={market}
        own={isOfMarket ? own.levels : noLevels}
        ghosts={isOfMarket ? own.ghosts : null}
      />
      <Suspense fallback={null}>
        <OwnLevelsReader profileId={profileId} market={market} onRead={next => setOwn(old => newer(old, next))} />
      </Suspense>
    </>
  );
}
