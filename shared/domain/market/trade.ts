import * as z from 'zod/mini';
import { DecimalText, EpochMs, Side, Venue } from '../scalars.ts';

/** One trade of the market, of any account. `size` is base currency on spot, lots on futures. */
export const PublicTrade = z.object({
  venue: Venue,
  symbol: z.string(),
  /** what REST and the feed both name a trade by: drop repeats by it; may exceed 2^53, so it stays text */
  sequence: z.string(),
  /** null where REST does not report it (spot histories) */
  tradeId: z.nullable(z.string()),
  price: DecimalText,
  size: DecimalText,
  takerSide: Side,
  timeMs: EpochMs,
});
export type PublicTrade = z.infer<typeof PublicTrade>;
