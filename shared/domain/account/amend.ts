import * as z from 'zod/mini';
import { DecimalText, OrderType, Side, TradeType, Venue } from '../scalars.ts';

/**
 * Another price or size for an order, or for a stop order, that is alive. What is not named stays as it is.
 * docs/exchange/endpoints.md §3.7; where the exchange has no such act, the order is cancelled and another one placed.
 */
export const AmendRequest = z.strictObject({
  /** the client mark of the order that comes instead */
  clientOid: z.string().check(z.minLength(1), z.maxLength(40)),
  venue: Venue,
  tradeType: TradeType,
  symbol: z.string(),
  orderId: z.string(),
  isStop: z.boolean(),
  /** as the page shows them; refused when the exchange shows something else */
  side: Side,
  type: OrderType,
  isReduceOnly: z.boolean(),
  /** absent: of a stop that fires a market order */
  price: z.optional(DecimalText),
  /** the whole size, with what has been filled already; base currency on spot, lots on futures */
  size: DecimalText,
  /** of a stop order, and of no other */
  stopPrice: z.optional(DecimalText),
});
export type AmendRequest = z.infer<typeof AmendRequest>;

/**
 * `amended`: the new one was taken. `over`: the old one had come to an end before it could be changed, and nothing was
 * placed. `gone`: the old one is cancelled and the exchange took no new one: **neither is alive**.
 */
export const AmendOutcome = z.object({
  outcome: z.enum(['amended', 'over', 'gone']),
  /** of the new one */
  orderId: z.nullable(z.string()),
  /** of the old one; null: not told */
  filledSize: z.nullable(DecimalText),
  /** why, as a sentence */
  detail: z.string(),
});
export type AmendOutcome = z.infer<typeof AmendOutcome>;
