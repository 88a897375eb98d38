import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { lazyDeferred } from '#bridge/reads/lazy-deferred.ts';
import { PanelScope } from '#bridge/reference/panel-scope.ts';
import { BookPanel } from '#features/book/book-panel.tsx';
import type { OwnLevels } from '#features/book/model/own-levels.ts';
import { PanelBoundary } from '#app/panel-boundary.tsx';
import type { OwnLevelsOf } from '../own-levels/own-levels-reader.tsx';
import { useBookHost } from '#startup/book-host.ts';
import { t } from '#shared/words/t.ts';

const OwnLevelsReader = lazyDeferred(async () => (await import('../own-levels/own-levels-reader.tsx')).OwnLevelsReader);

const noLevels: OwnLevels = new Map();

/** The same levels are no change: a redrawn component reads them again, and that must end. */
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

/** The book in its box, as long as the box has a place on the screen. */
export function HostedBook({ profile, market }: HostedBookProps) {
  const { element, isPlaced } = useBookHost();
  const book = (
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
export function MarkedBook({ profileId, market }: BookProps) {
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
