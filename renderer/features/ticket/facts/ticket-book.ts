import { compare, isZero, sum, toDecimal } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { ActionBook } from '#shared/domain/market/action-book.ts';

interface SweepAsk {
  readonly side?: Side;
  readonly price?: string;
}

/** What rests up to a price, on the side that such an order takes from; empty where there is no price. */
export function sweepSize(
  { bids, asks }: Extract<ActionBook, { state: 'live' }>,
  { side, price = '' }: SweepAsk,
): string {
  const limit = toDecimal(price);
  if (limit === null) return '';
  const levels = side === 'sell' ? bids : asks;
  const worse = side === 'sell' ? -1 : 1;
  const size = sum(levels.filter(level => compare(level[0], limit) !== worse).map(([, resting]) => resting));
  // the market may have left what the eye saw
  return isZero(size) ? '' : size;
}
