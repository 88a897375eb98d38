import * as z from 'zod/mini';
import { DecimalText, EpochMs, Side, TradeType, Venue } from '../scalars.ts';

/**
 * One execution on either venue. docs/exchange/records.md §4. Identifiers are text: on the wire some exceed 2^53.
 * `null` means that the exchange did not say or that it does not apply; never zero.
 */
export const Fill = z.object({
  venue: Venue,
  tradeId: z.string(),
  orderId: z.string(),
  symbol: z.string(),
  tradeType: TradeType,
  side: Side,
  price: DecimalText,
  /** base currency on spot, lots on futures */
  size: DecimalText,
  /** what it was worth: quote currency on spot, settle currency on futures */
  funds: z.nullable(DecimalText),
  /** negative: a rebate; like its rate and currency null while only the feed has reported the fill */
  fee: z.nullable(DecimalText),
  feeRate: z.nullable(DecimalText),
  feeCurrency: z.nullable(z.string()),
  /** futures: the parts of the fee for the lots that opened or enlarged the position, and for those that reduced it */
  openFee: z.nullable(DecimalText),
  closeFee: z.nullable(DecimalText),
  /** futures */
  settleCurrency: z.nullable(z.string()),
  liquidity: z.enum(['taker', 'maker', 'unknown']),
  isForceTaker: z.boolean(),
  /** `trade`: an order of the account's met another; all else the exchange did to a futures position by itself */
  cause: z.enum(['trade', 'liquidation', 'deleveraging', 'settlement', 'unknown']),
  /** null: the exchange does not state it */
  createdAtMs: z.nullable(EpochMs),
});
export type Fill = z.infer<typeof Fill>;
