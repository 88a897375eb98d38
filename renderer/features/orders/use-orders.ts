import type { Order } from '#shared/domain/account/order.ts';
import type { CallOutput } from '#shared/contract.ts';
import { ofSymbol, useAccountList } from '#bridge/account/use-account-list.ts';
import { useRead } from '#bridge/use-read.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { byCreation } from '#lib/sorting.ts';

export interface OrderScope {
  readonly profileId: string;
  /** null = all symbols */
  readonly symbol: string | null;
}

/** Active orders of both venues, newest first. A symbol filter is a spot pair, so futures are left out of it. */
export function useActiveOrders({ profileId, symbol }: OrderScope): PanelRead<readonly Order[]> {
  const spot = ofSymbol(useAccountList(profileId, 'spot.orders'), symbol);
  const futures = useAccountList(profileId, 'futures.orders', symbol === null ? 'panel' : null);
  return mergeReads(symbol === null ? [spot, futures] : [spot], byCreation);
}

const pageSize = 100;

type DoneRead = PanelRead<CallOutput<'orders.done'>>;

function itemsOf(reading: DoneRead, part: string): PanelRead<readonly Order[]> {
  const { data, updatedAtMs } = reading;
  const asOfMs = data === undefined ? updatedAtMs : data.asOfMs;
  return { ...reading, data: data?.items, completeness: data?.completeness, updatedAtMs: asOfMs, part };
}

/** The newest done orders of both venues: the page that the exchange keeps for its default window of seven days. */
export function useDoneOrders({ profileId, symbol }: OrderScope): PanelRead<readonly Order[]> {
  const spot = useRead('orders.done', { profileId, venue: 'spot', symbol, page: 1, pageSize });
  const futures = useRead(
    'orders.done',
    { profileId, venue: 'futures', symbol: null, page: 1, pageSize },
    { isEnabled: symbol === null },
  );
  const onSpot = itemsOf(spot, 'done spot orders');
  return mergeReads(symbol === null ? [onSpot, itemsOf(futures, 'done futures orders')] : [onSpot], byCreation);
}
