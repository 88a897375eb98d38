import * as z from 'zod/mini';
import { DecimalText, Venue } from '../scalars.ts';

/**
 * The last 24 hours of one market: what a list of markets shows beside its name. docs/exchange/records.md §6.6, §8.1.
 * `changeRate` is a fraction; `turnover` is in the quote currency, on an inverse contract in what it settles in.
 */
export const MarketTicker = z.object({
  venue: Venue,
  symbol: z.string(),
  lastPrice: z.nullable(DecimalText),
  changeRate: z.nullable(DecimalText),
  turnover: z.nullable(DecimalText),
});
export type MarketTicker = z.infer<typeof MarketTicker>;

/** Why the figures of a venue may be old, as a sentence; null: they are not. */
const detail = z.nullable(z.string());

/** The tickers that changed, or all of them; those of an earlier message stay valid. */
export const TickerMessage = z.object({
  profileId: z.string(),
  isWhole: z.boolean(),
  tickers: z.array(MarketTicker),
  details: z.object({ spot: detail, futures: detail }),
});
export type TickerMessage = z.infer<typeof TickerMessage>;
