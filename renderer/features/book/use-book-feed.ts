import { useMemo } from 'react';
import { type BookKey, latestBook, subscribeBook } from '#bridge/live/books.ts';
import type { LadderFeed } from './ladder/use-ladder-view.ts';
import { groupBook } from './model/levels.ts';
import type { ShownBook } from './use-book.ts';

/** What the ladder draws from: the newest push, or the last answer. */
export function useBookFeed({ key, origin, polled }: ShownBook): LadderFeed {
  const isPushed = origin.kind === 'feed';
  const snapshot = isPushed ? undefined : polled.data;
  return useMemo(() => {
    if (isPushed) return pushedFeed(key);
    const view = snapshot === undefined ? null : groupBook(snapshot, key.step);
    return { view: () => view, subscribe: () => () => undefined };
  }, [isPushed, key, snapshot]);
}

function pushedFeed(key: BookKey): LadderFeed {
  return {
    view: () => latestBook(key) ?? null,
    subscribe: listener => subscribeBook(key, listener),
  };
}
