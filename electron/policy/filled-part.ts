import { type Decimal, divide, isPositive } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';

type EndedPart = Pick<Order, 'type' | 'timeInForce' | 'isActive' | 'size' | 'funds' | 'filledSize' | 'filledFunds'>;

/**
 * The filled part of an ended order that never rested (IOC, FOK or market), a fraction rounded up. Null: it may have
 * rested, so all of it counts; or the part is unknown.
 */
export function filledPart(order: EndedPart): Decimal | null {
  const { type, timeInForce, isActive, size, funds, filledSize, filledFunds } = order;
  const neverRests = timeInForce === 'IOC' || timeInForce === 'FOK' || type === 'market';
  if (isActive || !neverRests) return null;
  if (size !== null && isPositive(size)) return filledSize === null ? null : fractionOf(filledSize, size);
  // a spot market buy is counted by funds
  return funds === null || filledFunds === null || !isPositive(funds) ? null : fractionOf(filledFunds, funds);
}

function fractionOf(filled: Decimal, asked: Decimal): Decimal {
  return divide(filled, asked, { scale: 12, rounding: 'up' });
}
