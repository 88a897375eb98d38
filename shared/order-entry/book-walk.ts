import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  isPositive,
  minimum,
  multiply,
  subtract,
  sum,
} from '../decimal.ts';
import type { BookLevel } from '../domain/market/book.ts';
import type { Side } from '../domain/scalars.ts';
import { type MarketTerms, quoteWorthOf, sizeOfQuote, working, worthOf } from './market-terms.ts';

export interface WalkOrder {
  readonly side: Side;
  /** base currency on spot, lots on futures */
  readonly size: Decimal;
  /** takes no worse price; null: whatever there is */
  readonly limit: Decimal | null;
}

/** What a book would give an order that arrives now. */
export interface BookWalk {
  /** of the size, what would trade at once */
  readonly taken: Decimal;
  /** the rest of the size: it rests, or has no counterparty */
  readonly rest: Decimal;
  /** worth of what would trade, in the settlement currency */
  readonly worth: Decimal;
  /** null: nothing would trade */
  readonly averagePrice: Decimal | null;
  /** the last level that it reaches */
  readonly worstPrice: Decimal | null;
  readonly levels: number;
  /** the levels that are known ended before the order did and before its limit */
  readonly isExhausted: boolean;
}

/** Takes level after level, best first. `levels` are those of the other side. */
export function walkBook(levels: readonly BookLevel[], order: WalkOrder, terms: MarketTerms): BookWalk {
  let left = order.size;
  let worth: Decimal = '0';
  let worstPrice: Decimal | null = null;
  let reached = 0;
  let isStopped = false;
  for (const [price, size] of levels) {
    if (!isPositive(left)) break;
    if (order.limit !== null && isBeyond(price, order.limit, order.side)) {
      isStopped = true;
      break;
    }
    const part = minimum(left, size);
    worth = add(worth, worthOf(part, price, terms));
    left = subtract(left, part);
    worstPrice = price;
    reached += 1;
  }
  const taken = subtract(order.size, left);
  return {
    taken,
    rest: left,
    worth,
    averagePrice: isPositive(taken) ? averageOf(taken, worth, terms) : null,
    worstPrice,
    levels: reached,
    isExhausted: isPositive(left) && !isStopped,
  };
}

/** Whether a level of the other side is worse than the order's limit. */
function isBeyond(price: Decimal, limit: Decimal, side: Side): boolean {
  return side === 'buy' ? compare(price, limit) > 0 : compare(price, limit) < 0;
}

/** Two digits below the tick: more would claim to know what is not there. */
function averageOf(taken: Decimal, worth: Decimal, terms: MarketTerms): Decimal {
  const units = multiply(taken, terms.multiplier);
  const price = terms.isInverse ? divide(units, worth, working) : divide(worth, units, working);
  return divide(price, '1', { scale: digitsOf(terms.tick) + 2, rounding: 'half-even' });
}

function digitsOf(tick: Decimal): number {
  const point = tick.indexOf('.');
  return point < 0 ? 0 : tick.length - point - 1;
}

/** The lots that an amount of quote currency buys or sells in the book, cut down; what the book lacks is not counted. */
export function sizeInBook(levels: readonly BookLevel[], quote: Decimal, terms: MarketTerms): Decimal {
  let left = quote;
  let size: Decimal = '0';
  for (const [price, resting] of levels) {
    const part = minimum(resting, sizeOfQuote(left, price, terms));
    size = add(size, part);
    // a worse bid might be small enough for one lot more, but this one comes first
    if (compare(part, resting) < 0) break;
    left = subtract(left, quoteWorthOf(part, price, terms));
  }
  return size;
}

/** Whether the levels that are known are worth an amount of quote currency; if not, what it comes to is not known. */
export function holdsQuote(levels: readonly BookLevel[], quote: Decimal, terms: MarketTerms): boolean {
  const worth = sum(levels.map(([price, size]) => quoteWorthOf(size, price, terms)));
  return compare(worth, quote) >= 0;
}

/** How far a price is from the middle, in hundredths of a per cent, always against the taker. */
export function slippageBps(price: Decimal, mid: Decimal): Decimal {
  return absolute(divide(multiply(subtract(price, mid), '10000'), mid, { scale: 1, rounding: 'half-even' }));
}

/** Whether a limit price would trade at once. */
export function isCrossing(price: Decimal, side: Side, best: Decimal | null): boolean {
  if (best === null) return false;
  return side === 'buy' ? compare(price, best) >= 0 : compare(price, best) <= 0;
}
