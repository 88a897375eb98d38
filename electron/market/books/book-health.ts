import type { FeedState } from '#shared/domain/feed.ts';
import type { BookSource } from '#shared/domain/live.ts';
import type { Clock } from '#time/clock.ts';
import type { ProvedBook } from '../order-book/proved-book.ts';

/** A local book in its present state. `proved` is null while no book is proven correct. */
export interface BookStatus {
  readonly state: FeedState;
  /** why it is not live, as a sentence */
  readonly detail: string | null;
  readonly source: BookSource;
  /** when a message last confirmed the book, epoch ms by our clock */
  readonly asOfMs: number | null;
  readonly proved: ProvedBook | null;
  /** null where the exchange does not say it */
  readonly sequence: number | null;
}

interface SubscriptionState {
  readonly state: FeedState;
  readonly detail: string | null;
}

/** Why a book is not live, when it was last correct, and its readers, which get each change. */
export interface BookHealth {
  /** Called after each change; it must be cheap. Returns its undo. */
  readonly onChange: (listener: () => void) => () => void;
  /** a message has just confirmed the book */
  readonly right: () => void;
  /** the book cannot be shown to be right; `isStale`: not for the moment only */
  readonly wrong: (detail: string, isStale?: boolean) => void;
  /** its subscription is in another state */
  readonly subscription: (state: SubscriptionState) => void;
  readonly statusOf: (book: Pick<BookStatus, 'source' | 'proved' | 'sequence'>) => BookStatus;
}

export const loading = 'The book is being loaded.';

export function createBookHealth(clock: Clock): BookHealth {
  const listeners = new Set<() => void>();
  let subscription: SubscriptionState = { state: 'syncing', detail: loading };
  let trouble: SubscriptionState = { state: 'syncing', detail: loading };
  let asOfMs: number | null = null;
  const stateOf = (proved: ProvedBook | null): SubscriptionState => {
    if (subscription.state !== 'live') return subscription;
    return proved === null ? trouble : { state: 'live', detail: null };
  };
  const publish = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    right() {
      asOfMs = clock.nowMs();
      publish();
    },
    wrong(detail, isStale = false) {
      trouble = { state: isStale ? 'stale' : 'syncing', detail };
      publish();
    },
    subscription({ state, detail }) {
      subscription = { state, detail };
      publish();
    },
    statusOf: book => ({ ...stateOf(book.proved), asOfMs, ...book }),
  };
}
