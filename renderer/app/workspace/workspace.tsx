import { Suspense, useEffect } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { lazyDeferred } from '#bridge/reads/lazy-deferred.ts';
import './workspace.css';
import { FirstPlace } from '#startup/first-place.tsx';
import { HostedBook } from './book/hosted-book.tsx';
import { useFirstBook } from '#startup/use-first-book.ts';
import { useShownMarket } from './book/use-shown-market.ts';

const LaterPanels = lazyDeferred(async () => (await import('./later-panels.tsx')).LaterPanels);

/** The panels of one profile. The book is painted first, and moves to its place among the other panels when they load. */
export function Workspace({ profile }: { readonly profile: Profile }) {
  const market = useShownMarket(profile.id);
  const isBookShown = useFirstBook(profile.id, market);
  // loaded right after the page: it keeps the keys for panels that are still loading
  useEffect(() => void import('#startup/keep-openers.ts').then(early => early.keepOpeners()), []);
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
