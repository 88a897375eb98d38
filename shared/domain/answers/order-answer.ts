import * as z from 'zod/mini';
import { EpochMs, TradeType, Venue } from '../scalars.ts';

const order = { venue: Venue, symbol: z.string(), tradeType: TradeType, orderId: z.string() };

/** Which order the exchange is asked for. */
export const OrderOfMarket = z.strictObject(order);
export type OrderOfMarket = z.infer<typeof OrderOfMarket>;

/** Which order or stop order the exchange is asked for. */
export const QueriedOrder = z.strictObject({ ...order, isStop: z.boolean() });
export type QueriedOrder = z.infer<typeof QueriedOrder>;

/** More than any order takes. */
export const longestAnswer = 64 * 1024;

/** What the exchange says when it is asked for one order, letter for letter: no digit of it went through a number. */
export const OrderAnswer = z.object({
  /** `METHOD path` of what was asked */
  endpoint: z.string(),
  httpStatus: z.number(),
  text: z.string().check(z.maxLength(longestAnswer)),
  /** there was more of it than is kept */
  isCut: z.boolean(),
  /** by the clock of this computer */
  receivedAtMs: EpochMs,
});
export type OrderAnswer = z.infer<typeof OrderAnswer>;
