import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { priceKey, type PriceRef, type WatchedPrice } from '#shared/domain/market/price.ts';

/** The watched prices by their names. */
export type WatchedPrices = ReadonlyMap<string, WatchedPrice>;

type Watching = Pick<StopOrder, 'venue' | 'symbol' | 'stopPriceType'>;

const types = { TP: 'last', MP: 'mark', IP: 'index' } as const;

/** The price that fires a stop: the one it names, and the last trade where it names none. */
export function triggerRef({ venue, symbol, stopPriceType }: Watching): PriceRef {
  return { venue, symbol, type: stopPriceType === null ? 'last' : types[stopPriceType] };
}

/** What must be watched to measure these stops, each price once, always in the same order. */
export function triggerRefs(stops: readonly Watching[]): readonly PriceRef[] {
  const refs = new Map(stops.map(triggerRef).map(ref => [priceKey(ref), ref]));
  return [...refs.values()].toSorted((a, b) => priceKey(a).localeCompare(priceKey(b)));
}

export function pricesByStop(prices: readonly WatchedPrice[]): WatchedPrices {
  return new Map(prices.map(price => [priceKey(price), price]));
}

export function priceOf(stop: Watching, prices: WatchedPrices): WatchedPrice | undefined {
  return prices.get(priceKey(triggerRef(stop)));
}
