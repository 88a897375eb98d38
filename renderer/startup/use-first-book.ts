import { useEffect, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { latestBook, subscribeBook } from '#bridge/live/books.ts';
import { endDeferral } from '#bridge/reads/deferral.ts';
import { useUiStore } from '#state/ui-store.ts';

/** The maximum wait for a book that may not arrive. */
const patienceMs = 300;

/** Whether the book of the market was painted once, or did not arrive in time. Then the deferral ends. Stays true. */
export function useFirstBook(profileId: string, { venue, symbol }: Market): boolean {
  const [isAwaited, setAwaited] = useState(true);
  const step = useUiStore(state => state.bookSteps[symbol] ?? null);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const key = { profileId, venue, symbol, step };
    const resume = () => {
      endDeferral();
      setAwaited(false);
    };
    const timer = setTimeout(resume, patienceMs);
    let frame: number | undefined;
    const onBook = () => {
      const book = latestBook(key);
      if (frame !== undefined || book === undefined || book.bids.length === 0) return;
      // the book is drawn in the next frame and is on the screen in the one after
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(resume);
      });
    };
    const undo = subscribeBook(key, onBook);
    // it may have arrived before the window was drawn
    onBook();
    return () => {
      clearTimeout(timer);
      undo();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [isAwaited, profileId, venue, symbol, step]);
  return !isAwaited;
}
