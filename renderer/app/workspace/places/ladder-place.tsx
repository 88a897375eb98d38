import { lazy, Suspense, useEffect } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { isTyping } from '#features/ticket/is-typing.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import { isShortcut } from '#state/shortcuts.ts';
import { usePlannedLadders } from './use-planned-ladders.ts';

// who only looks never needs it
const LadderSheet = lazy(async () => ({
  default: (await import('#features/ladder/ladder-sheet.tsx')).LadderSheet,
}));

interface LadderPlaceProps {
  readonly profile: Profile;
  /** LIVE, PRACTICE or READ-ONLY: it is above every ladder */
  readonly mode: string;
  readonly market: Market;
}

/** Where a ladder is composed, over the window: L opens it. It belongs to the market that it was opened on. */
export function LadderPlace({ profile, mode, market }: LadderPlaceProps) {
  const isOpen = useLadderStore(state => state.isOpen);
  usePlannedLadders(profile.id);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || isTyping(event)) return;
      // a row that has the key for itself, as a position its stop loss, has taken it
      if (!isShortcut(event, 'ladder') || event.defaultPrevented) return;
      event.preventDefault();
      useLadderStore.getState().open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <LadderSheet
        key={`${profile.id} ${market.venue} ${market.symbol}`}
        profile={profile}
        mode={mode}
        market={market}
      />
    </Suspense>
  );
}
