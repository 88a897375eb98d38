import { lazy, Suspense, useEffect } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { isTyping } from '#features/ticket/is-typing.ts';
import { useComparisonStore } from '#state/comparison-store.ts';
import { isShortcut } from '#state/shortcuts.ts';
import { PanelBoundary } from '../panel-boundary.tsx';
import { t } from '#shared/words/t.ts';

// who trades in one place never needs it
const loadSheet = async () => ({
  default: (await import('#features/where-to-trade/where-to-trade.tsx')).WhereToTrade,
});
const WhereToTrade = lazy(loadSheet);

/** After the ticket, which is wanted sooner. */
const fetchAfterMs = 3000;

/** "Where to trade", by W. Keys pressed while it loads go to it only. */
export function ComparisonPlace({ profile }: { readonly profile: Profile }) {
  const isOpen = useComparisonStore(state => state.isOpen);
  useEffect(() => {
    const timer = setTimeout(() => void loadSheet(), fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { isOpen: isComing, open, gather } = useComparisonStore.getState();
      if (isTyping(event)) return;
      const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
      const isAsked = isShortcut(event, 'compare') && !event.repeat && !isComing;
      if (!isAsked && !(isComing && isPlain && event.key.length === 1)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isAsked) open();
      else gather(event.key);
    };
    // before the keys of the window, to which S and B are sides of the ticket
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  if (!isOpen) return null;
  return (
    <PanelBoundary title={t`Where to trade`}>
      <Suspense fallback={null}>
        <WhereToTrade profile={profile} />
      </Suspense>
    </PanelBoundary>
  );
}
