import type { Order } from '#shared/domain/account/order.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';

const lists = {
  spot: 'spot.orders',
  cross: 'margin.orders',
  isolated: 'margin.orders',
  futures: 'futures.orders',
} as const satisfies Readonly<Record<TradeType, string>>;

/**
 * An open order as the exchange has it now: it may fill while a sheet is open. Null: it is no longer open. While this
 * is unknown, its last state.
 */
export function useLivingOrder(profileId: string, order: Order): Order | null {
  const { data, completeness } = useAccountList(profileId, lists[order.tradeType], 'glance');
  const now: readonly Order[] | undefined = data;
  const found = now?.find(({ id }) => id === order.id);
  if (found !== undefined) return found;
  return now !== undefined && completeness?.kind === 'whole' ? null : order;
}
