import { type BookKey, subscribeBook } from '#bridge/live/books.ts';
import { afterDeferral } from '#bridge/reads/deferral.ts';
import { watchNow } from '#bridge/watch.ts';
import { firstRows } from '#features/book/model/first-rows.ts';

/** Watches a book and keeps its newest view before its panel is drawn. The panel then watches it itself. */
export function watchFirstBook(key: BookKey): void {
  const { profileId, venue, symbol, step } = key;
  const undoBook = subscribeBook(key, () => undefined);
  const undoWatch = watchNow(profileId, { kind: 'book', venue, symbol, rows: firstRows, step, periodMs: 0 });
  void afterDeferral().then(() => {
    undoBook();
    undoWatch();
  });
}
