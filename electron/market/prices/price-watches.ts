import { priceKey, type PriceRef, type WatchedPrice } from '#shared/domain/market/price.ts';
import { createPacer } from '#time/pacer.ts';
import type { LiveWatch, Watchers } from '../watcher.ts';
import { followPrice, type FollowedPrice, type FollowPriceOptions } from './follow-price.ts';

export interface PriceWatchesOptions extends Omit<FollowPriceOptions, 'changed'> {
  readonly publish: (prices: readonly WatchedPrice[], to: Watchers) => void;
}

/** The prices that stops are measured against. A list that changes keeps what both the old and the new one name. */
export interface PriceWatches {
  readonly watch: (refs: readonly PriceRef[], to: Watchers) => LiveWatch;
}

/** A figure in a table need not move more often. */
const periodMs = 500;

export function createPriceWatches({ publish, ...options }: PriceWatchesOptions): PriceWatches {
  const followed = new Map<string, { readonly price: FollowedPrice; users: number }>();
  /** what each window asked for; of one that has just asked for others the newest is the last */
  const shown = new Set<{ readonly refs: readonly PriceRef[]; readonly to: Watchers }>();
  const make = (refs: readonly PriceRef[]): WatchedPrice[] =>
    refs.flatMap(ref => followed.get(priceKey(ref))?.price.status() ?? []);
  const publishShown = (): void => {
    for (const { refs, to } of shown) publish(make(refs), to);
  };
  const pacer = createPacer(options.clock, publishShown, periodMs);
  const acquire = (ref: PriceRef): void => {
    const key = priceKey(ref);
    const entry = followed.get(key) ?? { price: followPrice(ref, { ...options, changed: pacer.mark }), users: 0 };
    followed.set(key, entry);
    entry.users += 1;
  };
  const release = (ref: PriceRef): void => {
    const key = priceKey(ref);
    const entry = followed.get(key);
    if (entry === undefined) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    followed.delete(key);
    entry.price.close();
  };
  return {
    watch(refs, to) {
      const mine = { refs, to };
      shown.add(mine);
      for (const ref of refs) acquire(ref);
      pacer.mark();
      return {
        refresh: pacer.mark,
        close() {
          shown.delete(mine);
          for (const ref of refs) release(ref);
          if (followed.size === 0) pacer.stop();
        },
      };
    },
  };
}
