import { compare, minimum, subtract } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { priceText, sizeText } from '../state/scale.ts';
import { accountOf, type SpotOrderState, type SpotVenueState } from '../state/state.ts';
import type { SpotAlteration, SpotPlacement } from '../types.ts';
import { cancelOrder } from './cancel.ts';
import { placeOrder } from './place.ts';
import { checkPlacement } from './validate.ts';

export interface AlterRequest {
  readonly accountId: string;
  readonly orderId: string;
  readonly change: SpotAlteration;
}

/** The placement of the order that comes instead; null when the old one has traded as much already. */
function altered(order: SpotOrderState, change: SpotAlteration): SpotPlacement | null {
  const { placement, market, dealLots } = order;
  const dealt = sizeText(market.scale, dealLots);
  const wanted = change.size ?? placement.size ?? '0';
  if (compare(wanted, dealt) <= 0) return null;
  const size = subtract(wanted, dealt);
  const { visibleSize, price } = placement;
  return {
    ...placement,
    size,
    ...(price === undefined ? {} : { price: change.price ?? price }),
    ...(visibleSize === undefined ? {} : { visibleSize: minimum(visibleSize, size) }),
  };
}

/** The clientOid is taken by the old order; it passes to the new one, and back when there is none. */
function passOn(
  venue: SpotVenueState,
  { accountId, placement, id }: SpotOrderState,
): { readonly takeBack: () => void } {
  const { orderByClientOid } = accountOf(venue, accountId);
  const { clientOid } = placement;
  if (clientOid !== undefined) orderByClientOid.delete(clientOid);
  return { takeBack: () => void (clientOid === undefined ? null : orderByClientOid.set(clientOid, id)) };
}

/** Cancels an order and places another one instead. The new one is checked as far as possible before the cancel. */
export function alterOrder(
  venue: SpotVenueState,
  { accountId, orderId, change }: AlterRequest,
): Outcome<SpotOrderState | null> {
  const order = venue.accounts.get(accountId)?.active.get(orderId);
  if (order === undefined) return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel', 'orderId');
  const { market } = order;
  const placement = altered(order, change);
  if (placement !== null) {
    const reference = market.lastTicks === null ? null : priceText(market.scale, market.lastTicks);
    const rejection = checkPlacement({ market, placement, reference, isCollared: true });
    if (rejection !== null) return rejection;
  }
  const cancelled = cancelOrder(venue, { accountId, orderId });
  if (!cancelled.ok) return cancelled;
  if (placement === null) return accept(null);
  const { takeBack } = passOn(venue, order);
  const placed = placeOrder(venue, { accountId, placement, origin: null, source: 'USER' });
  if (!placed.ok) takeBack();
  return placed;
}
