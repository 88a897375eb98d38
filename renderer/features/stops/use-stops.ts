import { useMemo } from 'react';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { mostWatchedPrices } from '#shared/domain/market/price.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useVenueLists } from '#bridge/account/use-venue-lists.ts';
import { useStream } from '#bridge/stream.ts';
import { useWatch } from '#bridge/watch.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { pricesByStop, triggerRefs, type WatchedPrices } from './trigger-price.ts';

/** Untriggered stops of both venues or of one market, newest first. */
export function useStops(profileId: string, market: Market | null): PanelRead<readonly StopOrder[]> {
  const lists = useVenueLists(profileId, 'stops', { market });
  return mergeReads(
    lists.map(({ reading }) => reading),
    newestFirst,
  );
}

/** The prices that fire these stops, watched while the component is mounted. */
export function useTriggerPrices(profileId: string, stops: readonly StopOrder[] | undefined): WatchedPrices {
  const refs = useMemo(() => triggerRefs(stops ?? []).slice(0, mostWatchedPrices), [stops]);
  useWatch(profileId, refs.length === 0 ? null : { kind: 'prices', of: [...refs] });
  const event = useStream('prices.changed');
  return useMemo(() => pricesByStop(event?.profileId === profileId ? event.prices : []), [event, profileId]);
}
