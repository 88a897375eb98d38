import * as z from 'zod/mini';
import { DecimalText, EpochMs, Side } from '../scalars.ts';
import { PositionSide } from './position-side.ts';

/**
 * docs/exchange/endpoints.md §9.2: the least margin that may be added, in XBT. For another currency the exchange
 * converts and decides.
 */
export const leastMarginXbt = '0.00001667';

/**
 * What the desk needs of a contract's detail. docs/exchange/records.md §8.1. Rates are fractions, prices in quote
 * currency.
 */
export const FuturesContract = z.object({
  symbol: z.string(),
  type: z.string(),
  status: z.string(),
  baseCurrency: z.string(),
  quoteCurrency: z.string(),
  settleCurrency: z.string(),
  lotSize: DecimalText,
  tickSize: DecimalText,
  indexPriceTickSize: DecimalText,
  multiplier: DecimalText,
  maxOrderQty: DecimalText,
  maxPrice: DecimalText,
  initialMargin: DecimalText,
  maintainMargin: DecimalText,
  makerFeeRate: DecimalText,
  takerFeeRate: DecimalText,
  isInverse: z.boolean(),
  isDeleverage: z.boolean(),
  maxLeverage: z.number(),
  markPrice: z.nullable(DecimalText),
  indexPrice: z.nullable(DecimalText),
  lastTradePrice: z.nullable(DecimalText),
  fundingFeeRate: z.nullable(DecimalText),
  predictedFundingFeeRate: z.nullable(DecimalText),
  /** a countdown in ms on the wire (docs/exchange/records.md §8.1), not an epoch */
  nextFundingInMs: z.nullable(z.number()),
  openInterest: z.nullable(DecimalText),
  expireAtMs: z.nullable(EpochMs),
});
export type FuturesContract = z.infer<typeof FuturesContract>;

/** docs/exchange/records.md §8.2. */
export const RiskLimitLevel = z.object({
  symbol: z.string(),
  level: z.number(),
  minRiskLimit: DecimalText,
  maxRiskLimit: DecimalText,
  maxLeverage: z.number(),
  initialMargin: DecimalText,
  maintainMargin: DecimalText,
});
export type RiskLimitLevel = z.infer<typeof RiskLimitLevel>;

/** docs/exchange/records.md §8.3; `side` is the taker's, sizes in lots. */
export const FuturesTicker = z.object({
  symbol: z.string(),
  sequence: z.string(),
  side: Side,
  price: DecimalText,
  size: DecimalText,
  bestBidPrice: DecimalText,
  bestBidSize: DecimalText,
  bestAskPrice: DecimalText,
  bestAskSize: DecimalText,
  tradeId: z.string(),
  timeMs: EpochMs,
});
export type FuturesTicker = z.infer<typeof FuturesTicker>;

/**
 * An open futures position. docs/exchange/records.md §9, identities in docs/exchange/matching.md §8. `quantity` is
 * signed lots: negative is short. Fields that a cross-margin row lacks are null.
 */
export const Position = z.object({
  id: z.string(),
  symbol: z.string(),
  /** in hedge mode only */
  positionSide: z.optional(PositionSide),
  settleCurrency: z.string(),
  isOpen: z.boolean(),
  marginMode: z.enum(['isolated', 'cross']),
  isInverse: z.nullable(z.boolean()),
  quantity: DecimalText,
  averageEntryPrice: DecimalText,
  markPrice: DecimalText,
  markValue: DecimalText,
  liquidationPrice: z.nullable(DecimalText),
  bankruptPrice: z.nullable(DecimalText),
  realLeverage: z.nullable(DecimalText),
  riskLimit: z.nullable(DecimalText),
  maintenanceMarginRate: z.nullable(DecimalText),
  /** 0..1: rank in the queue for auto-deleveraging */
  adlPercentile: z.nullable(DecimalText),
  positionCost: DecimalText,
  /** margin added by hand */
  addedMargin: z.nullable(DecimalText),
  initialMargin: DecimalText,
  bankruptcyCost: z.nullable(DecimalText),
  fundingPaid: z.nullable(DecimalText),
  positionMargin: DecimalText,
  /** null on a cross row: its margin is the whole wallet's */
  maintenanceMargin: z.nullable(DecimalText),
  /** position margin including unrealised PnL; the wire calls it maintMargin */
  marginWithPnl: z.nullable(DecimalText),
  realisedPnl: z.nullable(DecimalText),
  unrealisedPnl: DecimalText,
  unrealisedPnlRatio: z.nullable(DecimalText),
  returnOnEquity: z.nullable(DecimalText),
  isAutoDeposit: z.boolean(),
  openedAtMs: EpochMs,
  asOfMs: EpochMs,
});
export type Position = z.infer<typeof Position>;
