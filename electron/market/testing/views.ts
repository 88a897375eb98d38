import type { LiveBook } from '#shared/domain/live.ts';
import { createViewReader } from '#shared/view-messages.ts';
import { packRows } from '#shared/row-edits.ts';
import type { OfferBook } from '../books/book-watch.ts';

/** A view as a test reads it: `price|size;price|size`, best first. */
export type TextView = Omit<LiveBook, 'bids' | 'asks'> & { readonly bids: string; readonly asks: string };

export interface ViewLog {
  readonly views: readonly TextView[];
  /** a page that takes every view at once */
  readonly offer: OfferBook;
}

export function createViewLog(onView: (view: TextView) => void = () => undefined): ViewLog {
  const reader = createViewReader();
  const views: TextView[] = [];
  return {
    views,
    offer(_name, _subject, make) {
      const message = make();
      if (message === null) return;
      const book = reader.read(message);
      if (book === null) throw new Error('a message that does not follow the one before');
      const view = { ...book, bids: packRows(book.bids), asks: packRows(book.asks) };
      views.push(view);
      onView(view);
    },
  };
}
