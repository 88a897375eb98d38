import {
  add,
  compare,
  type Decimal,
  divide,
  isPositive,
  isZero,
  minimum,
  multiply,
  subtract,
} from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { PolicyMarket, PolicyOrder } from './policy-action.ts';

/** What is known of a book, best first on both sides; it may be cut at any depth. */
export interface PolicyBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** The best price of the side that an order of this side takes from. */
export function touchOf(book: PolicyBook, side: Side): Decimal | null {
  return (side === 'buy' ? book.asks : book.bids)[0]?.[0] ?? null;
}

/** What so many units are worth at a price, in the market's currency; a quotient is rounded up. */
export function valueOf({ multiplier, isInverse }: PolicyMarket, units: Decimal, price: Decimal): Decimal {
  const product = multiply(units, multiplier);
  return isInverse ? divide(product, price, { scale: 18, rounding: 'up' }) : multiply(product, price);
}

/** What an order takes out of the book at once. */
export interface BookCost {
  readonly units: Decimal;
  readonly value: Decimal;
  /** the book that is known holds all of it */
  readonly isWhole: boolean;
}

/** Takes level by level until the amount is there or the known book is at its end. */
export function costOf(
  market: PolicyMarket,
  levels: readonly BookLevel[],
  amount: NonNullable<PolicyOrder['amount']>,
): BookCost {
  let rest = amount.figure;
  let units: Decimal = '0';
  let value: Decimal = '0';
  for (const [price, size] of levels) {
    if (isZero(rest)) break;
    const taken = minimum(size, amount.in === 'units' ? rest : unitsFor(market, rest, price));
    const worth = amount.in === 'value' && compare(taken, size) < 0 ? rest : valueOf(market, taken, price);
    units = add(units, taken);
    value = add(value, worth);
    rest = subtract(rest, minimum(rest, amount.in === 'units' ? taken : worth));
  }
  return { units, value, isWhole: isZero(rest) };
}

/** How many units so much value buys at a price. Rounded up, so that a rest is never left for the next level. */
function unitsFor({ multiplier, isInverse }: PolicyMarket, value: Decimal, price: Decimal): Decimal {
  const [numerator, denominator] = isInverse
    ? [multiply(value, price), multiplier]
    : [value, multiply(price, multiplier)];
  return divide(numerator, denominator, { scale: 18, rounding: 'up' });
}

/**
 * How far the average price lies beyond the touch, as a fraction of the touch, rounded up at the twelfth digit;
 * zero when nothing was taken.
 */
export function slippageOf(
  market: PolicyMarket,
  { units, value }: BookCost,
  at: { readonly side: Side; readonly touch: Decimal },
): Decimal {
  const asTouch = valueOf(market, units, at.touch);
  // an inverse value falls as the price rises
  const paysMore = (at.side === 'buy') !== market.isInverse;
  const [more, less] = paysMore ? [value, asTouch] : [asTouch, value];
  const base = market.isInverse ? value : asTouch;
  const lost = subtract(more, less);
  return isPositive(lost) ? divide(lost, base, { scale: 12, rounding: 'up' }) : '0';
}

/** How far a limit is beyond a price on its losing side, as a fraction of that price; zero: it is not. */
export function beyond(side: Side, price: Decimal, reference: Decimal): Decimal {
  const lost = side === 'buy' ? subtract(price, reference) : subtract(reference, price);
  return isPositive(lost) ? divide(lost, reference, { scale: 12, rounding: 'up' }) : '0';
}
