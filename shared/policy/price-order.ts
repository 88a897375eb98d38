import { type Decimal, maximum, minimum } from '#shared/decimal.ts';
import { type BookCost, costOf, type PolicyBook, touchOf, valueOf } from './book-cost.ts';
import type { PolicyMarket, PolicyOrder } from './policy-action.ts';

/** What the prices of a book say of an order. */
export interface Priced {
  /** in the market's currency; null: the price or the size is not known */
  readonly value: Decimal | null;
  /** what a limit is held against; null: no touch is known, or it is no limit */
  readonly reference: Decimal | null;
  /** what a market order would take; null: no touch is known, the size is not, or it is no market order */
  readonly cost: BookCost | null;
  readonly touch: Decimal | null;
}

const unpriced: Priced = { value: null, reference: null, cost: null, touch: null };

/** Prices an order by its book as far as that is known. */
export function priceOrder(order: PolicyOrder, market: PolicyMarket, book: PolicyBook | null): Priced {
  const { side, price, amount, trigger } = order;
  if (book === null) return unpriced;
  // an empty side has no touch; the other one is nearer, so nothing passes that should not
  const touch = touchOf(book, side) ?? touchOf(book, side === 'buy' ? 'sell' : 'buy');
  if (touch === null) return unpriced;
  const reference = price === null ? null : referenceOf(side, touch, trigger);
  const cost =
    price === null && amount !== null ? costOf(market, side === 'buy' ? book.asks : book.bids, amount) : null;
  return { value: worth(order, { market, touch, cost }), reference, cost, touch };
}

/** The market price when the order is placed; a trigger that is already met places it now. */
function referenceOf(side: PolicyOrder['side'], touch: Decimal, trigger: PolicyOrder['trigger']): Decimal {
  if (trigger === null) return touch;
  const { price, direction } = trigger;
  if (side === 'buy') return direction === 'up' ? price : minimum(price, touch);
  return direction === 'down' ? price : maximum(price, touch);
}

interface Worth {
  readonly market: PolicyMarket;
  readonly touch: Decimal;
  readonly cost: BookCost | null;
}

/**
 * The highest that the order may come to, as far as prices can show; an inverse contract has its value whatever the
 * price.
 */
function worth(order: PolicyOrder, { market, touch, cost }: Worth): Decimal | null {
  const { amount } = order;
  if (amount === null) return null;
  if (amount.in === 'value') return amount.figure;
  const atPrice = valueOf(market, amount.figure, market.isInverse ? touch : highestPrice(order, touch));
  return market.isInverse || cost === null || !cost.isWhole ? atPrice : maximum(atPrice, cost.value);
}

/** The dearest price that a unit of an order may go at, the book's depth left aside. */
export function highestPrice({ side, price, trigger, twinPrice }: PolicyOrder, touch: Decimal): Decimal {
  const own = price ?? trigger?.price ?? touch;
  const stated = twinPrice === undefined ? own : maximum(own, twinPrice);
  return side === 'buy' && price !== null ? stated : maximum(stated, touch);
}
