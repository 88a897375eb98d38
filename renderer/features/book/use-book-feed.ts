import { useMemo } from 'react';
import { latestBook, subscribeBook } from '#bridge/live/books.ts';
import type { LadderFeed } from './ladder/use-ladder-view.ts';
import type { BookGhosts } from './model/ghost-levels.ts';
import { type GroupedBook, groupBook } from './model/levels.ts';
import type { ShownBook } from './use-book.ts';

/** What the ladder draws from: the newest push, or the last answer, with the rows of what would rest there. */
export function useBookFeed({ key, origin, polled }: ShownBook, ghosts: BookGhosts | null): LadderFeed {
  const isPushed = origin.kind === 'feed';
  const snapshot = isPushed ? undefined : polled.data;
  return useMemo(() => {
    const merged = (view: GroupedBook | null) => (view === null || ghosts === null ? view : ghosts.merge(view));
    if (isPushed) {
      return {
        view: () => merged(latestBook(key) ?? null),
        subscribe: (listener: () => void) => subscribeBook(key, listener),
      };
    }
    const view = merged(snapshot === undefined ? null : groupBook(snapshot, key.step));
    return { view: () => view, subscribe: () => () => undefined };
  }, [isPushed, key, snapshot, ghosts]);
}
