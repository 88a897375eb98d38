import { compare, type Decimal, isPositive, subtract } from '../../decimal.ts';
import type { Order } from '../account/order.ts';

/** Whether the first of two reports of an order has more filled than the second; a known amount is more than an unknown one. */
export function isFilledFurther(first: Decimal | null, second: Decimal | null): boolean {
  if (first === null) return false;
  return second === null || compare(first, second) > 0;
}

/** Whether a part of an order is known to be filled. */
export function hasFills({ filledSize }: Pick<Order, 'filledSize'>): boolean {
  return filledSize !== null && isPositive(filledSize);
}

/** What is left of an order to fill. Null: it has no size, or how much is filled is unknown. */
export function restOfOrder({ size, filledSize }: Pick<Order, 'size' | 'filledSize'>): Decimal | null {
  return size === null || filledSize === null ? null : subtract(size, filledSize);
}
