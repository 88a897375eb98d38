import { createContext, type ReactNode, useMemo } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import { exitsByOrder, type OrderExits } from '#shared/rules/order-exits.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';

/**
 * The exits that wait with the orders of a table, by their id: not part of its columns, which are measured again when
 * they change.
 */
export const ExitsContext = createContext<ReadonlyMap<string, OrderExits>>(new Map());

interface WithExitsProps {
  readonly profile: Profile;
  /** null = all markets */
  readonly market: Market | null;
  readonly orders: readonly Order[];
  readonly children: ReactNode;
}

/** The rows below know the exits that their orders brought along. */
export function WithExits({ profile, market, orders, children }: WithExitsProps) {
  const stops = useAccountList(profile.id, 'futures.stops', market?.venue === 'spot' ? null : 'glance').data;
  const exits = useMemo(() => exitsByOrder(orders, stops ?? []), [orders, stops]);
  return <ExitsContext value={exits}>{children}</ExitsContext>;
}
