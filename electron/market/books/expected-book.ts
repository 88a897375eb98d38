import type { Market } from '#shared/domain/market/market.ts';
import type { Clock } from '#time/clock.ts';
import type { SharedBooks } from './shared-books.ts';

/** The book that the window is about to ask for, got ready while the window opens. */
export interface ExpectedBook {
  /** The window has said what it watches, or will say nothing more. Safe to call again. */
  readonly letGo: () => void;
}

export interface ExpectedBookOptions {
  /** null: nothing is expected */
  readonly market: Market | null;
  readonly books: SharedBooks;
  readonly clock: Pick<Clock, 'after'>;
}

/** Longer than a window takes to open on a slow machine: nothing may be subscribed to that nobody looks at. */
const longestMs = 15_000;

/** Subscribes to the book and fetches its snapshot; nothing is told to a page that has not asked for it. */
export function expectBook({ market, books, clock }: ExpectedBookOptions): ExpectedBook {
  if (market === null) return { letGo: () => {} };
  const { release } = books.acquire(market);
  let isHeld = true;
  const letGo = (): void => {
    if (!isHeld) return;
    isHeld = false;
    undo();
    release();
  };
  const undo = clock.after(longestMs, letGo);
  return { letGo };
}
