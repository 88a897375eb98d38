import { restOfOrder } from '#shared/domain/fills/filled-size.ts';
import { useMemo } from 'react';
import { add, type Decimal } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { type OwnLevels, ownLevelKey } from '#features/book/model/own-levels.ts';

const none: OwnLevels = new Map();

/** The user's resting orders of a market by price, for marking them in the book: here orders and book meet. */
export function useOwnLevels(profileId: string, market: Market): OwnLevels {
  const data = useVenueRows(profileId, 'orders', { market });
  const { symbol } = market;
  // a mark at a price shows the price of an own order
  const isHidden = usePrivacy() === 'all';
  const shown = isHidden ? undefined : data;
  return useMemo(() => (shown === undefined ? none : ownLevels(shown, symbol)), [shown, symbol]);
}

export function ownLevels(orders: readonly Order[], symbol: string): OwnLevels {
  const levels = new Map<string, Decimal>();
  for (const order of orders) {
    // where the fills are unknown, all of it may rest; a hidden order rests, but it is not part of what the book shows
    if (order.symbol !== symbol || order.price === null || order.size === null || order.isHidden) continue;
    const key = ownLevelKey(order.side, order.price);
    levels.set(key, add(levels.get(key) ?? '0', restOfOrder(order) ?? order.size));
  }
  return levels;
}
