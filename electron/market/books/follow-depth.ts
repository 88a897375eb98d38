import type { Market } from '#shared/domain/market/market.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { DepthSnapshot } from '#client/feed/messages/books.ts';
import { type ProvedBook, proveSnapshot } from '../order-book/proved-book.ts';
import { type BookHealth, loading } from './book-health.ts';
import { type BookFollower, lossReasons } from './follow-increments.ts';

export interface FollowDepthOptions {
  readonly market: Market;
  readonly feed: Feed;
  readonly health: BookHealth;
}

const mostRows = 50;

/** Where there is no snapshot to be had: the top 50, which come whole each time. */
export function followDepth({ market, feed, health }: FollowDepthOptions): BookFollower {
  const { venue, symbol } = market;
  let proved: ProvedBook | null = null;
  const take = ({ sequence, timeMs, bids, asks }: DepthSnapshot): void => {
    // spot does not number these, so any number is used
    const snapshot = { symbol, sequence: String(sequence ?? 0), timeMs, bids: [...bids], asks: [...asks] };
    const result = proveSnapshot(snapshot, mostRows);
    proved = typeof result === 'string' ? null : result;
    if (typeof result === 'string') health.wrong(lossReasons[result]);
    else health.right();
  };
  const undo = feed.subscribe(
    { venue, kind: 'depth50', symbol },
    {
      message: take,
      reset: () => {
        proved = null;
        health.wrong(loading);
      },
      state: health.subscription,
    },
  );
  return {
    status() {
      const sequence = venue === 'futures' ? (proved?.book.sequence() ?? null) : null;
      return health.statusOf({ source: 'top-50', proved, sequence });
    },
    deepen() {},
    close: undo,
  };
}
