import * as z from 'zod/mini';
import { DecimalText, EpochMs, Side } from '../scalars.ts';
import { PositionSide } from './position-side.ts';

/**
 * docs/exchange/endpoints.md §9.2: the least margin that may be added, in XBT. For another currency the exchange
 * converts and decides.
 */
export const leastMarginXbt = '0.00001667';

/**
 * A contract's detail as the exchange states it. docs/exchange/records.md §8.1. Rates are fractions, prices in quote
 * currency. Null: the exchange does not state it.
 */
export const ContractRecord = z.object({
  symbol: z.string(),
  type: z.nullable(z.string()),
  status: z.nullable(z.string()),
  baseCurrency: z.nullable(z.string()),
  quoteCurrency: z.nullable(z.string()),
  settleCurrency: z.nullable(z.string()),
  lotSize: z.nullable(DecimalText),
  tickSize: z.nullable(DecimalText),
  /** step of trigger prices by mark and index; null: not known */
  indexPriceTickSize: z.nullable(DecimalText),
  multiplier: z.nullable(DecimalText),
  /** null: the exchange does not state the limit, and checks it itself */
  maxOrderQty: z.nullable(DecimalText),
  maxPrice: z.nullable(DecimalText),
  /** null: the exchange does not state the rate; so of the next three and of the leverage */
  initialMargin: z.nullable(DecimalText),
  maintainMargin: z.nullable(DecimalText),
  makerFeeRate: z.nullable(DecimalText),
  takerFeeRate: z.nullable(DecimalText),
  isInverse: z.boolean(),
  isDeleverage: z.boolean(),
  maxLeverage: z.nullable(z.number()),
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
export type ContractRecord = z.infer<typeof ContractRecord>;

/** Terms that a new order is computed from. docs/exchange/records.md §17. */
export const orderTermFields = [
  'status',
  'baseCurrency',
  'quoteCurrency',
  'settleCurrency',
  'lotSize',
  'tickSize',
  'multiplier',
] as const satisfies readonly (keyof ContractRecord)[];
type OrderTerms = Pick<ContractRecord, (typeof orderTermFields)[number]>;

/** A contract whose order terms are all stated. */
export type FuturesContract = Omit<ContractRecord, keyof OrderTerms> & {
  [Field in keyof OrderTerms]: NonNullable<OrderTerms[Field]>;
};

/** Whether the exchange states every term that a new order is computed from. */
export function isCompleteContract(contract: ContractRecord): contract is ContractRecord & FuturesContract {
  return orderTermFields.every(field => contract[field] !== null);
}

/** docs/exchange/records.md §8.2. */
export const RiskLimitLevel = z.object({
  symbol: z.string(),
  level: z.number(),
  minRiskLimit: z.nullable(DecimalText),
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
 * signed lots: negative is short. Null: the exchange does not state it; a cross-margin row lacks the isolated figures.
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
  averageEntryPrice: z.nullable(DecimalText),
  markPrice: z.nullable(DecimalText),
  markValue: z.nullable(DecimalText),
  liquidationPrice: z.nullable(DecimalText),
  bankruptPrice: z.nullable(DecimalText),
  realLeverage: z.nullable(DecimalText),
  riskLimit: z.nullable(DecimalText),
  maintenanceMarginRate: z.nullable(DecimalText),
  /** 0..1: rank in the queue for auto-deleveraging */
  adlPercentile: z.nullable(DecimalText),
  positionCost: z.nullable(DecimalText),
  /** margin added by hand */
  addedMargin: z.nullable(DecimalText),
  initialMargin: z.nullable(DecimalText),
  bankruptcyCost: z.nullable(DecimalText),
  fundingPaid: z.nullable(DecimalText),
  positionMargin: z.nullable(DecimalText),
  /** null on a cross row: its margin is the whole wallet's */
  maintenanceMargin: z.nullable(DecimalText),
  /** position margin including unrealised PnL; the wire calls it maintMargin */
  marginWithPnl: z.nullable(DecimalText),
  realisedPnl: z.nullable(DecimalText),
  unrealisedPnl: z.nullable(DecimalText),
  unrealisedPnlRatio: z.nullable(DecimalText),
  returnOnEquity: z.nullable(DecimalText),
  isAutoDeposit: z.boolean(),
  openedAtMs: z.nullable(EpochMs),
  /** null: the exchange does not state it */
  asOfMs: z.nullable(EpochMs),
});
export type Position = z.infer<typeof Position>;
