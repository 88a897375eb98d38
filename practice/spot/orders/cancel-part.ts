import { compare, type Decimal, isMultipleOf, isPositive } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { emitLevels } from '../state/levels.ts';
import { emitOrder, recordOf } from '../state/orders.ts';
import { lotsOf, sizeText } from '../state/scale.ts';
import type { SpotVenueState } from '../state/state.ts';
import type { SpotOrder } from '../types.ts';
import { cancelOrder } from './cancel.ts';
import { decrease } from './place.ts';

interface PartRequest {
  readonly accountId: string;
  readonly orderId: string;
  readonly size: Decimal;
}

/** Cancels a part of an active order; what is left keeps its place in the queue. */
export function cancelPart(venue: SpotVenueState, { accountId, orderId, size }: PartRequest): Outcome<SpotOrder> {
  const order = venue.accounts.get(accountId)?.active.get(orderId);
  if (order === undefined) return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel', 'orderId');
  const { pair, scale, book } = order.market;
  if (!isPositive(size) || !isMultipleOf(size, pair.baseIncrement))
    return refuse('size-increment', `cancelSize must be a multiple of ${pair.baseIncrement}`, 'cancelSize');
  const left = sizeText(scale, order.remaining);
  if (compare(size, left) > 0) return refuse('parameter', `cancelSize must be at most ${left}`, 'cancelSize');
  if (compare(size, left) === 0) {
    const cancelled = cancelOrder(venue, { accountId, orderId });
    return cancelled.ok ? accept(recordOf(cancelled.value)) : cancelled;
  }
  const lots = lotsOf(scale, size);
  if (!book.reduce(orderId, lots)) throw new Error(`the book does not have so much of the order: ${orderId}`);
  decrease(venue, order, lots);
  emitOrder(venue, order, { change: 'update', decreasedBy: size });
  emitLevels(venue, order.market, null);
  return accept(recordOf(order));
}
