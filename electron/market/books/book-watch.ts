import type { BookMessage, LiveBook } from '#shared/domain/live.ts';
import type { BookWatch } from '#shared/domain/view/watch.ts';
import { createViewWriter } from '#shared/view-messages.ts';
import type { Clock } from '#time/clock.ts';
import { createPacer } from '#time/pacer.ts';
import { isShort, viewOf } from '../order-book/view.ts';
import type { LiveWatch } from '../watcher.ts';
import type { BookFeed } from './book-feed.ts';

/** Publishes a book when the page can take a view of it; see `Offer` of the publisher. Null: it would look the same. */
export type OfferBook = (name: 'book.changed', subject: string, make: () => BookMessage | null) => void;

export interface BookWatchOptions {
  readonly profileId: string;
  readonly watch: BookWatch;
  readonly book: BookFeed;
  readonly clock: Clock;
  readonly offer: OfferBook;
}

/** The part of a view that is kept, greyed, when the book is not right any more. */
type Rows = Pick<LiveBook, 'bids' | 'asks' | 'touch' | 'sequence' | 'asOfMs'>;

const noRows: Rows = { bids: [], asks: [], sequence: null, asOfMs: null };

/** Makes the views of one book for one watch, at most one per frame and only when it differs from the last one. */
export function createBookWatch({ profileId, watch, book, clock, offer }: BookWatchOptions): LiveWatch {
  const { venue, symbol, step } = watch;
  const subject = `${venue} ${symbol} ${step ?? ''}`;
  const writer = createViewWriter();
  let rows = noRows;
  let isClosed = false;

  const make = (): BookMessage | null => {
    if (isClosed) return null;
    const { state, detail, source, proved, sequence, asOfMs } = book.status();
    if (proved !== null) {
      rows = { ...viewOf(proved, watch), sequence: sequence === null ? null : String(sequence), asOfMs };
    }
    return writer.write({ profileId, venue, symbol, step, state, detail, source, ...rows });
  };
  const pacer = createPacer(
    clock,
    () => {
      const { proved } = book.status();
      if (proved !== null && isShort(proved, watch.rows)) book.deepen();
      offer('book.changed', subject, make);
    },
    watch.periodMs,
  );
  const undo = book.onChange(pacer.mark);
  pacer.mark();
  return {
    refresh() {
      writer.startOver();
      pacer.mark();
    },
    close() {
      isClosed = true;
      undo();
      pacer.stop();
    },
  };
}
