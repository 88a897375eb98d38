import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { t } from '#shared/words/t.ts';

/** Why an active order cannot be moved or changed, as a sentence; null: it can. By every hand alike. */
export function orderError({ type, size }: Pick<Order, 'type' | 'size'>): string | null {
  return type === 'limit' && size !== null ? null : t`Only a limit order with a size can be amended`;
}

/** Why a waiting stop cannot be moved or changed, as a sentence; null: it can. */
export function stopError({ venue, placedBy, size, stop, type, pairId }: StopOrder): string | null {
  if (placedBy === 'margin-system') return t`Placed by the margin system: it cannot be amended`;
  if (venue === 'spot' && pairId !== undefined)
    return t`Part of a pair: amending it would cancel the other. Cancel both and place them again`;
  if (size === null || stop === 'unknown' || type === 'unknown') return t`Only a stop with a size can be amended`;
  return null;
}
