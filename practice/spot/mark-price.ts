import { add, type Decimal, divide, roundToStep } from '#shared/decimal.ts';
import type { SpotVenue } from './types.ts';

const middleScale = 16;

/**
 * The mark price of a pair, on its tick: the middle of the book, the last price while a side is empty; null before its
 * first trade (docs/exchange/endpoints.md §2).
 */
export function markPriceOf(spot: Pick<SpotVenue, 'book' | 'pair' | 'lastPrice'>, symbol: string): Decimal | null {
  const [book, pair] = [spot.book(symbol, 1), spot.pair(symbol)];
  const [bid, ask] = [book?.bids[0], book?.asks[0]];
  if (bid === undefined || ask === undefined || pair === null) return spot.lastPrice(symbol);
  const middle = divide(add(bid[0], ask[0]), '2', { scale: middleScale, rounding: 'half-even' });
  return roundToStep(middle, pair.priceIncrement, 'half-even');
}
