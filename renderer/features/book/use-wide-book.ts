import { useMemo, useSyncExternalStore } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { LiveBook } from '#shared/domain/live.ts';
import { createBookSampler } from '#bridge/live/book-sampler.ts';
import type { BookKey } from '#bridge/live/books.ts';
import { useWatch } from '#bridge/watch.ts';
import { useMarketInfo } from '#bridge/reference/use-market.ts';
import { type GroupedBook, groupBook } from './model/levels.ts';
import { wideRows, wideStep } from '#lib/price-steps.ts';
import { type ShownBook, useBook } from './use-book.ts';

export interface WideBook {
  readonly book: ShownBook;
  /** the newest view, drawn no oftener than asked; null before the first */
  readonly view: GroupedBook | null;
  /** our own clock's moment of the view; null where it was read and not pushed */
  readonly asOfMs: number | null;
}

/**
 * The same book a per cent to both sides, in steps coarse enough for a hundred levels a side: what the curve and the
 * imbalance look at. `mid` chooses the step; where only the best levels are known there is nothing to group.
 */
export function useWideBook(profileId: string, market: Market, periodMs: number): WideBook {
  const { venue, symbol } = market;
  const tick = useMarketInfo(profileId, market)?.priceIncrement;
  const touchKey = useMemo(() => ({ profileId, venue, symbol, step: null }), [profileId, venue, symbol]);
  const step = useWideStep(touchKey, tick);
  const book = useBook({ profileId, market, step, rows: wideRows, periodMs });
  const live = useSampledBook(book.key, periodMs);
  const polled = book.polled.data;
  const view = useMemo(() => {
    if (book.origin.kind === 'feed') return live ?? null;
    return polled === undefined ? null : groupBook(polled, null);
  }, [book.origin.kind, live, polled]);
  return { book, view, asOfMs: live?.asOfMs ?? null };
}

const stepPeriodMs = 2000;

/** The step for the price of now. Looked at seldom, and 1-2-5 steps are so far apart that it hardly ever changes. */
function useWideStep(touchKey: BookKey, tick: Decimal | undefined): Decimal | null {
  const { profileId, venue, symbol } = touchKey;
  useWatch(profileId, { kind: 'book', venue, symbol, rows: 1, step: null, periodMs: stepPeriodMs });
  const touch = useSampledBook(touchKey, stepPeriodMs);
  if (touch === undefined || tick === undefined || touch.source !== 'full') return null;
  const best = touch.bids[0] ?? touch.asks[0];
  return best === undefined ? null : wideStep(tick, best[0]);
}

/** The newest pushed view as React state, at most once a period. */
function useSampledBook(key: BookKey, periodMs: number): LiveBook | undefined {
  const sampler = useMemo(() => createBookSampler(key, periodMs), [key, periodMs]);
  return useSyncExternalStore(sampler.subscribe, sampler.sampled);
}
