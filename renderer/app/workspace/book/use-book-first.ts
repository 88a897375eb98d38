import { useEffect, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { latestBook, subscribeBook } from '#bridge/live/books.ts';
import { releaseDeferredReads } from '#bridge/opening/book-first.ts';
import { useUiStore } from '#state/ui-store.ts';

/** The maximum wait for a book that may not arrive. Until then the page has nothing else to do. */
const patienceMs = 300;

/** False until the book of the market has been painted once, or has kept the others waiting; then true for good. */
export function useBookFirst(profileId: string, { venue, symbol }: Market): boolean {
  const [isFirst, setFirst] = useState(true);
  const step = useUiStore(state => state.bookSteps[symbol] ?? null);
  useEffect(() => {
    if (!isFirst) return undefined;
    const key = { profileId, venue, symbol, step };
    const resume = () => {
      releaseDeferredReads();
      setFirst(false);
    };
    const timer = setTimeout(resume, patienceMs);
    let frame: number | undefined;
    const onBook = () => {
      const book = latestBook(key);
      if (frame !== undefined || book === undefined || book.bids.length === 0) return;
      // the ladder draws in the next frame, and what is drawn is on the screen in the one after
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(resume);
      });
    };
    const undo = subscribeBook(key, onBook);
    // it may have been there before this window was drawn
    onBook();
    return () => {
      clearTimeout(timer);
      undo();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [isFirst, profileId, venue, symbol, step]);
  return !isFirst;
}
