import type { Market } from '#shared/domain/market/market.ts';
import type { BookFeed } from './book-feed.ts';

/** One book for each market, shared by all its watches; the last watch closes it. */
export interface SharedBooks {
  /** `release` must be called exactly once */
  readonly acquire: (market: Market) => { readonly book: BookFeed; readonly release: () => void };
  /** the book that has a reader already; null: none */
  readonly find: (market: Market) => BookFeed | null;
}

function keyOf({ venue, symbol }: Market): string {
  return `${venue} ${symbol}`;
}

export function createSharedBooks(open: (market: Market) => BookFeed): SharedBooks {
  const books = new Map<string, { readonly book: BookFeed; users: number }>();
  return {
    find: market => books.get(keyOf(market))?.book ?? null,
    acquire(market) {
      const key = keyOf(market);
      const entry = books.get(key) ?? { book: open(market), users: 0 };
      books.set(key, entry);
      entry.users += 1;
      const release = () => {
        entry.users -= 1;
        if (entry.users > 0) return;
        books.delete(key);
        entry.book.close();
      };
      return { book: entry.book, release };
    },
  };
}
