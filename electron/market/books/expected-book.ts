import type { Market } from '#shared/domain/market/market.ts';
import type { Clock } from '#time/clock.ts';
import type { SharedBooks } from './shared-books.ts';

/** The book that the window is about to ask for, got ready while the window opens. */
export interface ExpectedBook {
  /** The window has reported what it watches, or will not report it. Safe to call again. */
  readonly letGo: () => void;
}

export interface ExpectedBookOptions {
  /** null: nothing is expected */
  readonly market: Market | null;
  readonly books: SharedBooks;
  readonly clock: Pick<Clock, 'after'>;
}

/** Longer than a window takes to open on a slow machine: nothing may stay subscribed without a reader. */
const longestMs = 15_000;

/** Subscribes to the book and loads its snapshot; nothing is published to a page that has not requested it. */
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
