import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Decimal, scaleOf } from '#shared/decimal.ts';
import type { BookLevel, BookSnapshot } from '#shared/domain/market/book.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { MarketInfo } from '#bridge/reference/use-market.ts';
import { type BookKey, latestBook, subscribeBook } from '#bridge/live/books.ts';
import { largeBookMs } from '#bridge/reads/pace.ts';
import { type Read, usePlainRead } from '#bridge/reads/use-paced-read.ts';
import { useWatch, useWatchFailure } from '#bridge/watch.ts';
import { type BookOrigin, bookOrigin, describePushed, type PushedBook, shownOrigin } from './model/book-status.ts';
import { createSequenceGuard } from './model/sequence-guard.ts';

/** The book that a panel shows: where it comes from, how it is, and the answer that was read where no feed brings it. */
export interface ShownBook {
  readonly key: BookKey;
  readonly origin: BookOrigin;
  readonly pushed: PushedBook;
  readonly polled: Read<BookSnapshot>;
}

export interface BookOptions {
  readonly profileId: string;
  readonly market: Market;
  /** groups prices; null = every level */
  readonly step: Decimal | null;
  /** levels a side */
  readonly rows: number;
  /** least time between two views; 0 = one a frame */
  readonly periodMs: number;
}

/** How long a feed may take to begin before the book is asked for. */
const patienceMs = 2000;
// One guard for the whole page: ladder and chart read the same cached book.
const acceptBook = createSequenceGuard();

/** One book, pushed where the feed brings it, else asked for again and again. */
export function useBook({ profileId, market, step, rows, periodMs }: BookOptions): ShownBook {
  const { venue, symbol } = market;
  const key = useMemo(() => ({ profileId, venue, symbol, step }), [profileId, venue, symbol, step]);
  useWatch(profileId, { kind: 'book', venue, symbol, rows, step, periodMs });
  const pushed = usePushedBook(key);
  const watchFailure = useWatchFailure();
  const isLate = useLate(key);
  const wanted = bookOrigin({ pushed, watchFailure: watchFailure?.message ?? null, isLate });
  const isDeep = step !== null;
  const polled = usePlainRead(
    'book.read',
    { profileId, venue, symbol, depth: isDeep ? 100 : 20 },
    {
      isEnabled: wanted.kind === 'poll',
      accept: acceptBook,
      ...(isDeep || venue === 'futures' ? { intervalMs: largeBookMs } : {}),
    },
  );
  const origin = shownOrigin(wanted, {
    hasRows: pushed.hasRows,
    pushedAtMs: latestBook(key)?.asOfMs ?? null,
    polledAtMs: polled.data === undefined ? null : polled.updatedAtMs,
  });
  return { key, origin, pushed, polled };
}

/** Draws again when the state of the book changes, not when its levels do. */
function usePushedBook(key: BookKey): PushedBook {
  const subscribe = useCallback((listener: () => void) => subscribeBook(key, listener), [key]);
  // the snapshot must be a value that compares equal while nothing changed: text does
  const text = useSyncExternalStore(subscribe, () => {
    const { state, detail, source, hasRows, isCrossed } = describePushed(latestBook(key));
    return JSON.stringify([state, detail, source, hasRows, isCrossed]);
  });
  // oxlint-disable-next-line react/exhaustive-deps -- the description depends on this text only
  return useMemo(() => describePushed(latestBook(key)), [key, text]);
}

/** True when this book has been wanted for longer than a feed should need to begin. */
function useLate(key: BookKey): boolean {
  const [lateKey, setLateKey] = useState<BookKey | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLateKey(key), patienceMs);
    return () => clearTimeout(timer);
  }, [key]);
  return lateKey === key;
}

/** Price at tick decimals, size at lot decimals; before the instrument is known as many as the book itself shows. */
export function bookDecimals(
  levels: readonly BookLevel[],
  info: MarketInfo | undefined,
): { readonly price: number; readonly size: number } {
  if (info !== undefined) return { price: scaleOf(info.priceIncrement), size: scaleOf(info.sizeIncrement) };
  return {
    price: Math.max(0, ...levels.map(([price]) => scaleOf(price))),
    size: Math.max(0, ...levels.map(([, size]) => scaleOf(size))),
  };
}
