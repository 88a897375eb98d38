import * as z from 'zod/mini';
import { DecimalText, EpochMs, Side, TradeType, Venue } from './scalars.ts';

/** One execution. Interface document §2.6. Identifiers are text: on the wire some exceed 2^53. */
export const Fill = z.object({
  venue: Venue,
  tradeId: z.string(),
  orderId: z.string(),
  symbol: z.string(),
  tradeType: TradeType,
  side: Side,
  price: DecimalText,
  size: DecimalText,
  funds: DecimalText,
  fee: DecimalText,
  feeRate: DecimalText,
  feeCurrency: z.string(),
  liquidity: z.enum(['taker', 'maker', 'unknown']),
  isForceTaker: z.boolean(),
  createdAtMs: EpochMs,
});
export type Fill = z.infer<typeof Fill>;
