import { useMemo, useSyncExternalStore } from 'react';
import type { LiveBook } from '#shared/domain/live.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useWatches } from '../watch.ts';
import { type BookKey, latestBook, subscribeBook } from './books.ts';
import { createFrameThrottle } from './throttle.ts';

/** The books of several markets at one moment; undefined: that one has not come yet. */
export type LiveBooks = (market: Market) => LiveBook | undefined;

/** The full depth that is pushed: a large size uses many levels. */
const rows = 500;

const none: LiveBooks = () => undefined;

/** Books of several markets as one store for React: they move together, at most once a period. */
function createBooksSampler(keys: readonly BookKey[], periodMs: number) {
  let held = none;
  const take = (): LiveBooks => {
    const books = new Map(keys.map(key => [`${key.venue} ${key.symbol}`, latestBook(key)]));
    return ({ venue, symbol }) => books.get(`${venue} ${symbol}`);
  };
  return {
    sampled: () => held,
    subscribe: (listener: () => void) => {
      const throttle = createFrameThrottle<null>(periodMs, () => {
        held = take();
        listener();
      });
      const undos = keys.map(key => subscribeBook(key, () => throttle.offer(null)));
      held = take();
      return () => {
        throttle.stop();
        for (const undo of undos) undo();
        held = none;
      };
    },
  };
}

/** Every level of several books, kept live while the component is mounted. */
export function useLiveBooks(profileId: string, markets: readonly Market[], periodMs: number): LiveBooks {
  const text = JSON.stringify(markets.map(({ venue, symbol }) => [venue, symbol]));
  useWatches(
    profileId,
    markets.map(({ venue, symbol }) => ({ kind: 'book', venue, symbol, rows, step: null, periodMs })),
  );
  const sampler = useMemo(
    () =>
      createBooksSampler(
        markets.map(({ venue, symbol }) => ({ profileId, venue, symbol, step: null })),
        periodMs,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the text is the markets; equal ones are the same
    [profileId, text, periodMs],
  );
  return useSyncExternalStore(sampler.subscribe, sampler.sampled);
}
