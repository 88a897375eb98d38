import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { t } from '#shared/words/t.ts';

/** Why an active order cannot be moved or changed, as a sentence; null: it can. By every hand alike. */
export function orderObjection({ type, size }: Pick<Order, 'type' | 'size'>): string | null {
  return type === 'limit' && size !== null ? null : t`Only a limit order with a size can be changed`;
}

/** Why a waiting stop cannot be moved or changed, as a sentence; null: it can. */
export function stopObjection({ venue, placedBy, size, stop, type, pairId }: StopOrder): string | null {
  if (placedBy === 'margin-system') return t`The margin system placed it; nobody else can change it`;
  if (venue === 'spot' && pairId !== undefined)
    return t`It is one of a pair: to change it would end the other; cancel both and place anew`;
  if (size === null || stop === 'unknown' || type === 'unknown') return t`Only a stop with a size can be changed`;
  return null;
}
