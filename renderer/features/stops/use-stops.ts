import { useMemo } from 'react';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { add, divide } from '#shared/decimal.ts';
import { ofSymbol, useAccountList } from '#bridge/account/use-account-list.ts';
import { useRead } from '#bridge/use-read.ts';
import { byCreation } from '#lib/sorting.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import type { WatchedPrices } from './stop-columns.tsx';

/** Untriggered stops of both venues, newest first. A symbol filter is a spot pair, so futures are left out of it. */
export function useStops(profileId: string, symbol: string | null): PanelRead<readonly StopOrder[]> {
  const spot = ofSymbol(useAccountList(profileId, 'spot.stops'), symbol);
  const futures = useAccountList(profileId, 'futures.stops', symbol === null ? 'panel' : null);
  return mergeReads(symbol === null ? [spot, futures] : [spot], byCreation);
}

/** What stops are measured against, out of what other panels keep fresh: nothing is asked for here. */
export function useWatchedPrices(profileId: string, shownSymbol: string): WatchedPrices {
  const book = useRead('book.read', { profileId, symbol: shownSymbol, depth: 20 }, { isEnabled: false }).data;
  const positions = useAccountList(profileId, 'positions', 'passive').data;
  const bid = book?.bids[0]?.[0];
  const ask = book?.asks[0]?.[0];
  return useMemo(() => {
    const prices = new Map(positions?.map(position => [position.symbol, position.markPrice]));
    if (bid !== undefined && ask !== undefined)
      prices.set(shownSymbol, divide(add(bid, ask), '2', { scale: 12, rounding: 'half-even' }));
    return prices;
  }, [positions, bid, ask, shownSymbol]);
}
