import { latestBook } from '#bridge/live/books.ts';
import { FeedChip } from '#ui/panel/shell/feed-chip.tsx';
import type { ShownBook } from './use-book.ts';
import { t } from '#shared/words/t.ts';

/** State and age of a pushed book. The age is looked up when the clock ticks, not when the book moves. */
export function BookChip({ book }: { readonly book: ShownBook }) {
  const { state, detail } = book.pushed;
  const words = state === 'live' ? t`Pushed by the exchange and proved by its sequence numbers.` : detail;
  return <FeedChip state={state ?? 'syncing'} readAsOfMs={() => latestBook(book.key)?.asOfMs ?? null} detail={words} />;
}
