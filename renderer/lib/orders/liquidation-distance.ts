import { type Decimal, divide, isNegative, isPositive, subtract } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';

/** How far mark may move against the position before `price`, as a fraction of mark. */
export function distanceTo(
  price: Decimal,
  { markPrice, quantity }: Pick<Position, 'markPrice' | 'quantity'>,
): Decimal | null {
  if (markPrice === null || !isPositive(markPrice)) return null;
  const distance = isNegative(quantity) ? subtract(price, markPrice) : subtract(markPrice, price);
  return divide(distance, markPrice, { scale: 6, rounding: 'floor' });
}

/** The distance to liquidation as a fraction of mark; null when no price liquidates the position, or it or mark is unknown. */
export function liquidationDistance(position: Position): Decimal | null {
  return position.liquidationPrice === null ? null : distanceTo(position.liquidationPrice, position);
}
