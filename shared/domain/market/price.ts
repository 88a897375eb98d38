import * as z from 'zod/mini';
import { DecimalText, EpochMs, Venue } from '../scalars.ts';

/** Which price of a market: of the last trade, or as the exchange marks or indexes it. Spot has the last one alone. */
const PriceType = z.enum(['last', 'mark', 'index']);

/** One price that can be watched. */
export const PriceRef = z.strictObject({ venue: Venue, symbol: z.string(), type: PriceType });
export type PriceRef = z.infer<typeof PriceRef>;

/** A watched price and how true it is. */
export const WatchedPrice = z.object({
  venue: Venue,
  symbol: z.string(),
  type: PriceType,
  /** null: it has not been heard yet */
  price: z.nullable(DecimalText),
  /** when it was last known to be right */
  asOfMs: z.nullable(EpochMs),
  /** why it may be old, or why there is none, as a sentence; null when it is live */
  detail: z.nullable(z.string()),
});
export type WatchedPrice = z.infer<typeof WatchedPrice>;

/** So many are watched at once; each is a subscription at the exchange. */
export const mostWatchedPrices = 40;

export function priceKey({ venue, symbol, type }: PriceRef): string {
  return `${venue} ${symbol} ${type}`;
}
