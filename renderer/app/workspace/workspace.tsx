import { Suspense, useEffect } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { lazyAfterBook } from '#bridge/opening/lazy-after-book.ts';
import './workspace.css';
import { FirstPlace } from './book/first-place.tsx';
import { HostedBook } from './book/hosted-book.tsx';
import { useBookFirst } from './book/use-book-first.ts';
import { useShownMarket } from './book/use-shown-market.ts';

// the book comes first
const LaterPanels = lazyAfterBook(async () => (await import('./later-panels.tsx')).LaterPanels);

/** The panels of one profile. The book is on the screen first, and goes into its place among the others when they come. */
export function Workspace({ profile }: { readonly profile: Profile }) {
  const market = useShownMarket(profile.id);
  const isBookShown = useBookFirst(profile.id, market);
  // what keeps the keys for panels that are on their way comes right after the page itself
  useEffect(() => void import('./places/keep-openers.ts').then(early => early.keepOpeners()), []);
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
