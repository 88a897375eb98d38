import { add, type Decimal, divide, isPositive, multiply, subtract } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';
import type { GroupedBook } from './levels.ts';

/** What stands between the sides; null where one of them is empty. */
export interface Middle {
  readonly midText: string | null;
  readonly spreadText: string | null;
  /** spread in hundredths of a per cent of the mid */
  readonly spreadBpsText: string | null;
}

/** Half way between the best prices, or null while a side is empty. */
export function midOf(book: Pick<GroupedBook, 'bids' | 'asks'>, scale: number): Decimal | null {
  const bid = book.bids[0]?.[0];
  const ask = book.asks[0]?.[0];
  if (bid === undefined || ask === undefined) return null;
  return divide(add(ask, bid), '2', { scale, rounding: 'half-even' });
}

export function middleOf(book: Pick<GroupedBook, 'bids' | 'asks'>, priceDecimals: number): Middle {
  const bid = book.bids[0]?.[0];
  const ask = book.asks[0]?.[0];
  const mid = midOf(book, priceDecimals + 1);
  if (bid === undefined || ask === undefined || mid === null)
    return { midText: null, spreadText: null, spreadBpsText: null };
  const spread = subtract(ask, bid);
  const bps = isPositive(mid) ? divide(multiply(spread, '10000'), mid, { scale: 2, rounding: 'half-even' }) : null;
  return {
    midText: formatDecimal(mid, { minimumDecimals: priceDecimals + 1 }),
    spreadText: formatDecimal(spread, { minimumDecimals: priceDecimals }),
    spreadBpsText: bps === null ? null : formatDecimal(bps, { minimumDecimals: 2 }),
  };
}
