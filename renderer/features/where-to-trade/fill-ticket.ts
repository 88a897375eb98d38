import type { Side } from '#shared/domain/scalars.ts';
import type { ComparedMarket } from '#shared/order-entry/comparison/compare-markets.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { useUiStore } from '#state/ui-store.ts';

/**
 * Shows the market and puts the size into its ticket, as that market counts it. The price is the last level that the
 * size reaches: it takes what was compared, and nothing worse when the book has moved. Nothing is sent.
 */
export function fillTicket(side: Side, { terms, quote }: ComparedMarket): boolean {
  if (quote === null) return false;
  const { venue, symbol } = terms;
  useUiStore.getState().selectMarket({ venue, symbol });
  useTicketStore.getState().open({
    side,
    kind: 'limit',
    size: quote.size,
    sizeUnit: venue === 'spot' ? 'base' : 'lots',
    price: quote.worstPrice,
  });
  return true;
}
