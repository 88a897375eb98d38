import { useMemo, useSyncExternalStore } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { type ActBook, actBook } from '#shared/domain/market/act-book.ts';
import { createBookSampler } from '../live/book-sampler.ts';
import { useWatch } from '../watch.ts';

interface ActBookOptions {
  /** levels a side */
  readonly rows: number;
  /** it is drawn no oftener than this */
  readonly sampleMs: number;
}

/** The book of a market as what acts on it is measured by, as it moves. */
export function useActBook(profileId: string, { venue, symbol }: Market, { rows, sampleMs }: ActBookOptions): ActBook {
  useWatch(profileId, { kind: 'book', venue, symbol, rows, step: null, periodMs: sampleMs });
  const sampler = useMemo(
    () => createBookSampler({ profileId, venue, symbol, step: null }, sampleMs),
    [profileId, venue, symbol, sampleMs],
  );
  const book = useSyncExternalStore(sampler.subscribe, sampler.sampled);
  return useMemo(() => actBook(book), [book]);
}
