import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useVenueLists } from '#bridge/account/use-venue-lists.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';

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
    newestFirst,
  );
}
