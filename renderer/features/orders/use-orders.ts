import type { Order } from '#shared/domain/account/order.ts';
import type { CallOutput } from '#shared/contract.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useVenueLists } from '#bridge/account/use-venue-lists.ts';
import { useRead } from '#bridge/use-read.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { byCreation } from '#lib/sorting.ts';
import { t } from '#shared/words/t.ts';

export interface OrderScope {
  readonly profileId: string;
  /** null = all markets */
  readonly market: Market | null;
}

/** Active orders, plain, on margin and on contracts, of all markets or of one, newest first. */
export function useActiveOrders({ profileId, market }: OrderScope): PanelRead<readonly Order[]> {
  const lists = useVenueLists(profileId, 'orders', { market });
  return mergeReads(
    lists.map(({ reading }) => reading),
    byCreation,
  );
}

const pageSize = 100;

type DoneRead = PanelRead<CallOutput<'orders.done'>>;

function itemsOf(reading: DoneRead, part: string): PanelRead<readonly Order[]> {
  const { data, updatedAtMs } = reading;
  const asOfMs = data === undefined ? updatedAtMs : data.asOfMs;
  return { ...reading, data: data?.items, completeness: data?.completeness, updatedAtMs: asOfMs, part };
}

/**
 * The newest done orders of both venues and both margin accounts: the page that the exchange keeps for its default window
 * of seven days.
 */
export function useDoneOrders({ profileId, market }: OrderScope): PanelRead<readonly Order[]> {
  const symbol = market?.symbol ?? null;
  const isOn = { spot: market?.venue !== 'futures', futures: market?.venue !== 'spot' };
  const input = { profileId, symbol, page: 1, pageSize };
  const onSpot = { isEnabled: isOn.spot };
  const spot = useRead('orders.done', { ...input, venue: 'spot' }, onSpot);
  const cross = useRead('orders.done', { ...input, venue: 'spot', margin: 'cross' }, onSpot);
  const isolated = useRead('orders.done', { ...input, venue: 'spot', margin: 'isolated' }, onSpot);
  const futures = useRead('orders.done', { ...input, venue: 'futures' }, { isEnabled: isOn.futures });
  const ofSpot = [
    itemsOf(spot, t`done spot orders`),
    itemsOf(cross, t`done cross margin orders`),
    itemsOf(isolated, t`done isolated margin orders`),
  ];
  const parts = [...(isOn.spot ? ofSpot : []), ...(isOn.futures ? [itemsOf(futures, t`done futures orders`)] : [])];
  return mergeReads(parts, byCreation);
}
