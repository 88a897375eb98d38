import { useMemo } from 'react';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { mostWatchedPrices } from '#shared/domain/market/price.ts';
import { ofSymbol, useAccountList } from '#bridge/account/use-account-list.ts';
import { useStream } from '#bridge/stream.ts';
import { useWatch } from '#bridge/watch.ts';
import { byCreation } from '#lib/sorting.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { pricesByStop, triggerRefs, type WatchedPrices } from './trigger-price.ts';

/** Untriggered stops of both venues, newest first. A symbol filter is a spot pair, so futures are left out of it. */
export function useStops(profileId: string, symbol: string | null): PanelRead<readonly StopOrder[]> {
  const spot = ofSymbol(useAccountList(profileId, 'spot.stops'), symbol);
  const futures = useAccountList(profileId, 'futures.stops', symbol === null ? 'panel' : null);
  return mergeReads(symbol === null ? [spot, futures] : [spot], byCreation);
}

/** The prices that fire these stops, watched while the component is mounted. */
export function useTriggerPrices(profileId: string, stops: readonly StopOrder[] | undefined): WatchedPrices {
  const refs = useMemo(() => triggerRefs(stops ?? []).slice(0, mostWatchedPrices), [stops]);
  useWatch(profileId, refs.length === 0 ? null : { kind: 'prices', of: [...refs] });
  const told = useStream('prices.changed');
  return useMemo(() => pricesByStop(told?.profileId === profileId ? told.prices : []), [told, profileId]);
}
