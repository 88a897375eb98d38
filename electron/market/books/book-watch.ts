import type { BookMessage, LiveBook, Watch } from '#shared/domain/live.ts';
import { createPictureWriter } from '#shared/picture-messages.ts';
import { createPacer } from '#time/pacer.ts';
import type { World } from '#time/world.ts';
import type { BookFeed, BookStatus } from './book-feed.ts';
import { type BookView, cutView } from './view.ts';

export type BookWish = Extract<Watch, { kind: 'book' }>;

/** A watch that is served. `refresh` sends what it knows again, because a page may have been loaded anew. */
export interface Served {
  readonly refresh: () => void;
  readonly close: () => void;
}

export interface BookWatchNeeds {
  readonly profileId: string;
  readonly wish: BookWish;
  readonly book: BookFeed;
  readonly world: World;
  /** asks for a picture when the page can take one; null: it would look no different */
  readonly offer: (make: () => BookMessage | null) => void;
}

/** The part of a picture that is kept, greyed, when the book is not right any more. */
type Rows = Pick<LiveBook, 'bids' | 'asks' | 'sequence' | 'asOfMs'>;

const noRows: Rows = { bids: [], asks: [], sequence: null, asOfMs: null };

function rowsOf({ sequence, asOfMs }: BookStatus, { bids, asks }: BookView): Rows {
  return { bids, asks, sequence: sequence === null ? null : String(sequence), asOfMs };
}

/** Cuts one book for one watch, once a frame at most and only when it looks different. house.md, journey A. */
export function createBookWatch({ profileId, wish, book, world, offer }: BookWatchNeeds): Served {
  const { venue, symbol, step } = wish;
  const writer = createPictureWriter();
  let rows = noRows;
  let isClosed = false;

  const make = (): BookMessage | null => {
    if (isClosed) return null;
    let status = book.status();
    const view = status.proved === null ? null : cutView(status.proved, wish);
    if (view?.isBeyond === true) {
      book.giveUp();
      status = book.status();
    } else if (view !== null) rows = rowsOf(status, view);
    if (view?.isShort === true) book.deepen();
    const { state, detail, source } = status;
    return writer.write({ profileId, venue, symbol, step, state, detail, source, ...rows });
  };
  const pacer = createPacer(world, () => offer(make), wish.periodMs);
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
