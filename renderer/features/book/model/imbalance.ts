import { add, compare, type Decimal, divide, isPositive, multiply, subtract, sum } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { GroupedBook } from './levels.ts';
import { t } from '#shared/words/t.ts';

/** How far from the mid the sides are weighed, as fractions of it. */
const imbalanceBands = ['0.001', '0.005', '0.01'] as const;

export interface Imbalance {
  readonly band: Decimal;
  /** (bids − asks) ÷ (bids + asks) in base size, −1 to 1; null = the book is not known so deep, or nothing rests there */
  readonly ratio: Decimal | null;
  /** why it is not known */
  readonly reason: string | null;
}

/** The weight of bids against asks within bands around the mid. `isWhole`: nothing rests beyond the levels given. */
export function imbalances(book: GroupedBook, mid: Decimal, isWhole: boolean): readonly Imbalance[] {
  return imbalanceBands.map(band => {
    const low = subtract(mid, multiply(mid, band));
    const high = add(mid, multiply(mid, band));
    const bids = within(book.bids, price => compare(price, low) >= 0, isWhole);
    const asks = within(book.asks, price => compare(price, high) <= 0, isWhole);
    if (bids === null || asks === null)
      return { band, ratio: null, reason: t`The loaded order book is not deep enough.` };
    const total = add(bids, asks);
    if (!isPositive(total)) return { band, ratio: null, reason: t`Nothing rests so near to the mid.` };
    return { band, ratio: divide(subtract(bids, asks), total, { scale: 4, rounding: 'half-even' }), reason: null };
  });
}

/** The size within a band, or null when levels of the band may be missing at its far end. */
function within(levels: readonly BookLevel[], isInside: (price: Decimal) => boolean, isWhole: boolean): Decimal | null {
  const inside = levels.filter(([price]) => isInside(price));
  const reachesOut = inside.length < levels.length;
  return reachesOut || isWhole ? sum(inside.map(([, size]) => size)) : null;
}
