import type { BookMessage, LiveBook } from '#shared/domain/live.ts';
import { createPictureReader } from '#shared/picture-messages.ts';
import { packRows } from '#shared/row-edits.ts';

/** A picture as a test reads it: `price|size;price|size`, best first. */
export type TextPicture = Omit<LiveBook, 'bids' | 'asks'> & { readonly bids: string; readonly asks: string };

export interface PictureGallery {
  readonly pictures: readonly TextPicture[];
  /** a page that takes every picture at once */
  readonly offer: (make: () => BookMessage | null) => void;
}

export function createPictureGallery(onPicture: (picture: TextPicture) => void = () => undefined): PictureGallery {
  const reader = createPictureReader();
  const pictures: TextPicture[] = [];
  return {
    pictures,
    offer(make) {
      const message = make();
      if (message === null) return;
      const book = reader.read(message);
      if (book === null) throw new Error('a message that does not follow the one before');
      const picture = { ...book, bids: packRows(book.bids), asks: packRows(book.asks) };
      pictures.push(picture);
      onPicture(picture);
    },
  };
}
