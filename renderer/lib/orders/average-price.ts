import { absolute, type Decimal, divide, isZero, multiply } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';

/**
 * Average price of the fills of an order, rounded to `scale` decimals; null without fills, while their value is not known,
 * and while the contract of a futures order is unknown. The value of lots is lots × multiplier × price, of an inverse contract lots × multiplier ÷ price.
 */
export function averagePrice(
  order: Pick<Order, 'venue' | 'filledSize' | 'filledFunds'>,
  scale: number,
  contract: Pick<FuturesContract, 'multiplier' | 'isInverse'> | undefined,
): Decimal | null {
  const { filledFunds, filledSize } = order;
  if (filledSize === null || isZero(filledSize) || filledFunds === null || isZero(filledFunds)) return null;
  const rounded = { scale, rounding: 'half-even' } as const;
  if (order.venue === 'spot') return divide(filledFunds, filledSize, rounded);
  if (contract === undefined || isZero(contract.multiplier)) return null;
  const amount = multiply(filledSize, absolute(contract.multiplier));
  return contract.isInverse ? divide(amount, filledFunds, rounded) : divide(filledFunds, amount, rounded);
}
