import type { LiveBook, Watch } from '../../../shared/domain/live.ts';
import { createPacer } from '../time/pacer.ts';
import type { World } from '../time/world.ts';
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
  readonly publish: (picture: LiveBook) => void;
}

/** The part of a picture that is kept, greyed, when the book is not right any more. */
type Rows = Pick<LiveBook, 'bids' | 'asks' | 'sequence' | 'asOfMs'>;

const noRows: Rows = { bids: '', asks: '', sequence: null, asOfMs: null };

function rowsOf({ sequence, asOfMs }: BookStatus, { bids, asks }: BookView): Rows {
  return { bids, asks, sequence: sequence === null ? null : String(sequence), asOfMs };
}

/** Whether the page would look any different: the number and the moment alone are worth no frame. */
function looksLike(picture: LiveBook, other: LiveBook): boolean {
  return (
    picture.bids === other.bids &&
    picture.asks === other.asks &&
    picture.state === other.state &&
    picture.detail === other.detail &&
    picture.source === other.source
  );
}

/** Cuts one book for one watch, once a frame at most and only when it looks different. house.md, journey A. */
export function createBookWatch({ profileId, wish, book, world, publish }: BookWatchNeeds): Served {
  const { venue, symbol, step } = wish;
  let rows = noRows;
  let last: LiveBook | null = null;

  const draw = (): void => {
    let status = book.status();
    const view = status.proved === null ? null : cutView(status.proved, wish);
    if (view?.isBeyond === true) {
      book.giveUp();
      status = book.status();
    } else if (view !== null) rows = rowsOf(status, view);
    if (view?.isShort === true) book.deepen();
    const { state, detail, source } = status;
    const picture: LiveBook = { profileId, venue, symbol, step, state, detail, source, ...rows };
    if (last !== null && looksLike(picture, last)) return;
    last = picture;
    publish(picture);
  };
  const pacer = createPacer(world, draw);
  const undo = book.onChange(pacer.mark);
  pacer.mark();
  return {
    refresh() {
      last = null;
      pacer.mark();
    },
    close() {
      undo();
      pacer.stop();
    },
  };
}
