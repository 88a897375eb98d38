import { type BookKey, subscribeBook } from '#bridge/live/books.ts';
import { afterFirstBook } from '#bridge/opening/book-first.ts';
import { watchNow } from '#bridge/watch.ts';
import { firstRows } from './model/first-rows.ts';

/** Has a book sent and keeps its newest view before its panel is drawn; the panel then takes over. */
export function watchFirstBook(key: BookKey): void {
  const { profileId, venue, symbol, step } = key;
  const undoBook = subscribeBook(key, () => undefined);
  const undoWatch = watchNow(profileId, { kind: 'book', venue, symbol, rows: firstRows, step, periodMs: 0 });
  void afterFirstBook().then(() => {
    undoBook();
    undoWatch();
  });
}
