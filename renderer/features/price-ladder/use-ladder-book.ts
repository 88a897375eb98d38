import { useMemo, useSyncExternalStore } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { LiveBook } from '#shared/domain/live.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { createBookSampler } from '#bridge/live/book-sampler.ts';
import { type BookKey, latestBook } from '#bridge/live/books.ts';
import { useWatch } from '#bridge/watch.ts';

/** Ten views a second: the eye follows no more in a column of figures, and each costs the page a drawing. */
const sampleMs = 100;

export interface LadderBookRead {
  /** as it was drawn last */
  readonly book: LiveBook | undefined;
  /** as it is at this very moment: what a press is held against */
  readonly now: () => LiveBook | undefined;
}

export interface LadderBookOptions {
  readonly profileId: string;
  readonly market: Market;
  /** groups prices; null = every level */
  readonly step: Decimal | null;
  /** levels a side */
  readonly rows: number;
}

/** The same pushed book that the order book draws, as often as the ladder draws it. */
export function useLadderBook({ profileId, market, step, rows }: LadderBookOptions): LadderBookRead {
  const { venue, symbol } = market;
  useWatch(profileId, { kind: 'book', venue, symbol, rows, step, periodMs: sampleMs });
  const key = useMemo<BookKey>(() => ({ profileId, venue, symbol, step }), [profileId, venue, symbol, step]);
  const sampler = useMemo(() => createBookSampler(key, sampleMs), [key]);
  const book = useSyncExternalStore(sampler.subscribe, sampler.sampled);
  return useMemo(() => ({ book, now: () => latestBook(key) }), [book, key]);
}
