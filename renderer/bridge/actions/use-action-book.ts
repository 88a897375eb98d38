import { useMemo, useSyncExternalStore } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { type ActionBook, actionBook } from '#shared/domain/market/action-book.ts';
import { createBookSampler } from '../live/book-sampler.ts';
import { useWatch } from '../watch.ts';

interface ActionBookOptions {
  /** levels a side */
  readonly rows: number;
  /** it is drawn no oftener than this */
  readonly sampleMs: number;
}

/** The live book of a market against which actions are checked. */
export function useActionBook(
  profileId: string,
  { venue, symbol }: Market,
  { rows, sampleMs }: ActionBookOptions,
): ActionBook {
  useWatch(profileId, { kind: 'book', venue, symbol, rows, step: null, periodMs: sampleMs });
  const sampler = useMemo(
    () => createBookSampler({ profileId, venue, symbol, step: null }, sampleMs),
    [profileId, venue, symbol, sampleMs],
  );
  const book = useSyncExternalStore(sampler.subscribe, sampler.sampled);
  return useMemo(() => actionBook(book), [book]);
}
