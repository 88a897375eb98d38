import { restOfOrder } from '#shared/domain/fills/filled-size.ts';
import { useMemo } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { type BookGhosts, bookGhosts } from '#features/book/model/ghost-levels.ts';
import { useAmendStore } from '#state/amend-store.ts';
import { ghostsOf, useLadderStore } from '#state/ladder-store.ts';

/** The rungs that are composed, and the order that was dragged and is not acknowledged there yet; null: neither. */
export function useGhostLevels(market: Market): BookGhosts | null {
  const { venue, symbol } = market;
  const ladder = useLadderStore(state => ghostsOf(state.ghosts, market));
  const prefill = useAmendStore(state => state.prefill);
  return useMemo(() => {
    const rungs = (ladder?.rungs ?? []).map(({ price, size }) => ({ side: ladder?.side ?? 'buy', price, size }));
    const order = prefill?.kind === 'order' ? prefill.order : null;
    const isHere = order !== null && order.venue === venue && order.symbol === symbol && order.size !== null;
    const moved =
      isHere && prefill !== null && order.size !== null
        ? [{ side: order.side, price: prefill.price, size: restOfOrder(order) ?? order.size }]
        : [];
    return bookGhosts([...rungs, ...moved]);
  }, [ladder, prefill, venue, symbol]);
}
