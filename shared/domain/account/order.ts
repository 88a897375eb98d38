import * as z from 'zod/mini';
import { MarginMode } from './futures-account.ts';
import {
  DecimalText,
  EpochMs,
  Name,
  OrderType,
  SelfTradePrevention,
  Side,
  TimeInForce,
  TradeType,
  Venue,
} from '../scalars.ts';
import { PositionSide } from '../market/position-side.ts';

/**
 * An order of either venue, active or done. Sizes are base currency on spot and lots on futures.
 * docs/exchange/records.md §3.1 and §7. `null` means that the exchange did not say or that it does not apply; never
 * zero.
 */
export const Order = z.object({
  venue: Venue,
  id: z.string(),
  clientOid: z.nullable(z.string()),
  symbol: z.string(),
  tradeType: TradeType,
  type: OrderType,
  side: Side,
  price: z.nullable(DecimalText),
  size: z.nullable(DecimalText),
  funds: z.nullable(DecimalText),
  /** null: unknown, which is not zero */
  filledSize: z.nullable(DecimalText),
  filledFunds: z.nullable(DecimalText),
  fee: z.nullable(DecimalText),
  feeCurrency: z.nullable(z.string()),
  timeInForce: z.nullable(TimeInForce),
  selfTradePrevention: z.nullable(SelfTradePrevention),
  /** seconds after creation; null = never */
  cancelAfterS: z.nullable(z.number()),
  isPostOnly: z.boolean(),
  isHidden: z.boolean(),
  isIceberg: z.boolean(),
  visibleSize: z.nullable(DecimalText),
  leverage: z.nullable(DecimalText),
  isReduceOnly: z.boolean(),
  /** futures in hedge mode: the position that it opens or closes */
  positionSide: z.optional(PositionSide),
  /** the stop that gave birth to it, if any */
  stopPrice: z.nullable(DecimalText),
  remark: z.nullable(z.string()),
  isActive: z.boolean(),
  isCancelled: z.boolean(),
  /** null: the exchange does not state it */
  createdAtMs: z.nullable(EpochMs),
  updatedAtMs: z.nullable(EpochMs),
});
export type Order = z.infer<typeof Order>;

/** That an order ended, and when Fathom received it. */
export const EndedOrder = z.object({ venue: Venue, symbol: z.string(), endedAtMs: EpochMs });
export type EndedOrder = z.infer<typeof EndedOrder>;

/** What the desk asks for on spot; checked against the symbol before it is signed. docs/exchange/endpoints.md §3.2. */
export const SpotOrderRequest = z.strictObject({
  clientOid: z.string().check(z.minLength(1), z.maxLength(40)),
  symbol: Name,
  side: Side,
  type: z.enum(['limit', 'market']),
  price: z.optional(DecimalText),
  size: z.optional(DecimalText),
  funds: z.optional(DecimalText),
  timeInForce: z.optional(TimeInForce),
  cancelAfterS: z.optional(z.int()),
  selfTradePrevention: z.optional(SelfTradePrevention),
  isPostOnly: z.optional(z.boolean()),
  isHidden: z.optional(z.boolean()),
  isIceberg: z.optional(z.boolean()),
  visibleSize: z.optional(DecimalText),
  remark: z.optional(z.string()),
  tags: z.optional(z.string()),
});
export type SpotOrderRequest = z.infer<typeof SpotOrderRequest>;

/** A spot order on borrowed money, or on what a margin account holds. docs/exchange/endpoints.md §5.2. */
export const MarginOrderRequest = z.strictObject({
  ...SpotOrderRequest.shape,
  tradeType: z.enum(['cross', 'isolated']),
  /** borrow what is lacking when the order is placed */
  isAutoBorrow: z.optional(z.boolean()),
  /** pay back with what the order brings */
  isAutoRepay: z.optional(z.boolean()),
});
export type MarginOrderRequest = z.infer<typeof MarginOrderRequest>;

/** What every futures order may say. docs/exchange/endpoints.md §8.3. */
const futuresFields = {
  clientOid: z.string().check(z.minLength(1), z.maxLength(40)),
  symbol: z.string(),
  side: Side,
  type: z.enum(['limit', 'market']),
  leverage: z.optional(DecimalText),
  /** absent: isolated; it must be that of the position */
  marginMode: z.optional(MarginMode),
  price: z.optional(DecimalText),
  size: z.optional(DecimalText),
  quantity: z.optional(DecimalText),
  value: z.optional(DecimalText),
  timeInForce: z.optional(z.enum(['GTC', 'IOC'])),
  selfTradePrevention: z.optional(z.enum(['CN', 'CO', 'CB'])),
  isPostOnly: z.optional(z.boolean()),
  isHidden: z.optional(z.boolean()),
  isIceberg: z.optional(z.boolean()),
  visibleSize: z.optional(DecimalText),
  isReduceOnly: z.optional(z.boolean()),
  isCloseOrder: z.optional(z.boolean()),
  /** in hedge mode only, and always there: the position that it opens or closes */
  positionSide: z.optional(PositionSide),
  isForceHold: z.optional(z.boolean()),
  stopPriceType: z.optional(z.enum(['TP', 'MP', 'IP'])),
  remark: z.optional(z.string()),
};

/**
 * docs/exchange/endpoints.md §8.3: the futures order body. One of `size` in lots, `quantity` in the base currency and
 * `value` in the settlement currency.
 */
export const FuturesOrderRequest = z.strictObject({
  ...futuresFields,
  stop: z.optional(z.enum(['up', 'down'])),
  stopPrice: z.optional(DecimalText),
});
export type FuturesOrderRequest = z.infer<typeof FuturesOrderRequest>;

/**
 * A futures order that brings its exits along: stop orders that only reduce and close at the market, of which the one
 * that fires ends the other. docs/exchange/endpoints.md §8.6.
 */
export const ProtectedOrderRequest = z.strictObject({
  ...futuresFields,
  /** sets off the exit above the entry: a long's profit, a short's loss */
  triggerUpPrice: z.optional(DecimalText),
  /** the one below */
  triggerDownPrice: z.optional(DecimalText),
});
export type ProtectedOrderRequest = z.infer<typeof ProtectedOrderRequest>;

/** One row's fate in a batch, in the order of the request. `unknown` rows were missing from the answer. */
export const BatchOutcome = z.object({
  clientOid: z.string(),
  orderId: z.nullable(z.string()),
  outcome: z.enum(['acknowledged', 'open', 'done', 'rejected', 'unknown']),
  failMessage: z.nullable(z.string()),
  filledSize: z.nullable(DecimalText),
  remainingSize: z.nullable(DecimalText),
  cancelledSize: z.nullable(DecimalText),
});
export type BatchOutcome = z.infer<typeof BatchOutcome>;

/** A margin order, and what was borrowed for it; null: nothing was, or the exchange did not say. */
export const PlacedMarginOrder = z.object({
  orderId: z.string(),
  clientOid: z.nullable(z.string()),
  borrowedSize: z.nullable(DecimalText),
});
export type PlacedMarginOrder = z.infer<typeof PlacedMarginOrder>;

export const PlacedOrder = z.object({ orderId: z.string(), clientOid: z.nullable(z.string()) });
export type PlacedOrder = z.infer<typeof PlacedOrder>;

/**
 * Another price or size for an order, or for a stop order, that is alive. What is not named stays as it is.
 * docs/exchange/endpoints.md §3.7; where the exchange has no such action, the order is cancelled and another one
 * placed.
 */
export const AmendRequest = z.strictObject({
  /** the client mark of the order that comes instead */
  clientOid: z.string().check(z.minLength(1), z.maxLength(40)),
  venue: Venue,
  tradeType: TradeType,
  symbol: Name,
  orderId: z.string(),
  isStop: z.boolean(),
  /** as the page shows them; refused when the exchange shows something else */
  side: Side,
  type: OrderType,
  isReduceOnly: z.boolean(),
  /** futures in hedge mode only */
  positionSide: z.optional(PositionSide),
  /** absent: of a stop that fires a market order */
  price: z.optional(DecimalText),
  /** the whole size, with what has been filled already; base currency on spot, lots on futures */
  size: DecimalText,
  /** of a stop order, and of no other */
  stopPrice: z.optional(DecimalText),
  /**
   * seconds that the one that comes instead waits; only of an order that ends by itself. docs/exchange/endpoints.md
   * §3.2
   */
  cancelAfterS: z.optional(z.int().check(z.gte(1), z.lte(2_592_000))),
  /**
   * of a stop on margin: whether the one that comes instead repays; the exchange does not report it of the old one
   */
  isAutoRepay: z.optional(z.boolean()),
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
  /** of the old one; null: unknown */
  filledSize: z.nullable(DecimalText),
  /** why, as a sentence */
  detail: z.string(),
});
export type AmendOutcome = z.infer<typeof AmendOutcome>;
