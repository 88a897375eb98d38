import { useMemo } from 'react';
import { type BookKey, latestBook, subscribeBook } from '#bridge/live/books.ts';
import { useWatch } from '#bridge/watch.ts';
import type { LadderFeed } from './ladder/use-ladder-view.ts';
import { groupBook } from './model/levels.ts';
import type { ShownBook } from './use-book.ts';

/** What the ladder draws from: the newest push, or the last answer. */
export function useBookFeed({ key, origin, polled }: ShownBook): LadderFeed {
  const { profileId, symbol, step } = key;
  const isPushed = origin.kind === 'feed';
  const touchKey = useMemo(
    () => (step === null ? null : ({ profileId, venue: 'spot', symbol, step: null } as const)),
    [profileId, symbol, step],
  );
  // grouped prices are no best prices: mid and spread need the true ones
  useWatch(
    profileId,
    touchKey === null ? null : { kind: 'book', venue: 'spot', symbol, rows: 1, step: null, periodMs: 0 },
  );
  const snapshot = isPushed ? undefined : polled.data;
  return useMemo(() => {
    if (isPushed) return pushedFeed(key, touchKey);
    const view = snapshot === undefined ? null : groupBook(snapshot, step);
    const touch = snapshot === undefined ? null : groupBook(snapshot, null);
    return { view: () => view, touch: () => touch, subscribe: () => () => undefined };
  }, [isPushed, key, touchKey, snapshot, step]);
}

function pushedFeed(key: BookKey, touchKey: BookKey | null): LadderFeed {
  return {
    view: () => latestBook(key) ?? null,
    touch: () => (touchKey === null ? null : (latestBook(touchKey) ?? null)),
    subscribe: listener => {
      const undo = subscribeBook(key, listener);
      const undoTouch = touchKey === null ? null : subscribeBook(touchKey, listener);
      return () => {
        undo();
        undoTouch?.();
      };
    },
  };
}
