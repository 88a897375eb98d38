import * as z from 'zod/mini';
import { DecimalText, EpochMs } from '../scalars.ts';
import { PositionSide } from '../market/position-side.ts';

/** The margin of a position: its own, or all of the wallet's. */
export const MarginMode = z.enum(['isolated', 'cross']);
export type MarginMode = z.infer<typeof MarginMode>;

/** One position a contract, or a long and a short one; of the whole futures account. docs/exchange/records.md §9.7. */
export const PositionMode = z.enum(['one-way', 'hedge']);
export type PositionMode = z.infer<typeof PositionMode>;

/** Margin to take out of an isolated position, in its settlement currency. docs/exchange/endpoints.md §9.5. */
export const MarginWithdrawal = z.strictObject({
  /** made when the sheet opens: it names the action in the journal; the exchange does not know it */
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  symbol: z.string(),
  /** in hedge mode only */
  positionSide: z.optional(PositionSide),
  amount: DecimalText,
});
export type MarginWithdrawal = z.infer<typeof MarginWithdrawal>;

/** A changed setting of a contract. docs/exchange/endpoints.md §9.4 and §9.5. */
export const ContractChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('margin-mode'), marginMode: MarginMode }),
  z.strictObject({ kind: z.literal('cross-leverage'), leverage: DecimalText }),
  z.strictObject({ kind: z.literal('risk-level'), level: z.int().check(z.gte(1)) }),
  /** of the whole futures account, whatever contract it is asked for */
  z.strictObject({ kind: z.literal('position-mode'), positionMode: PositionMode }),
]);
export type ContractChange = z.infer<typeof ContractChange>;

export const ContractSetting = z.strictObject({
  /** as of MarginWithdrawal */
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  symbol: z.string(),
  change: ContractChange,
});
export type ContractSetting = z.infer<typeof ContractSetting>;

/** One funding settlement of one's own position. docs/exchange/records.md §14.1. */
export const FundingPayment = z.object({
  id: z.string(),
  symbol: z.string(),
  timeMs: EpochMs,
  fundingRate: z.nullable(DecimalText),
  markPrice: z.nullable(DecimalText),
  /** signed lots */
  quantity: z.nullable(DecimalText),
  positionCost: z.nullable(DecimalText),
  /** below zero: paid */
  funding: DecimalText,
  settleCurrency: z.string(),
  marginMode: z.nullable(MarginMode),
});
export type FundingPayment = z.infer<typeof FundingPayment>;

/** The rate of one settlement of a contract. */
export const FundingRate = z.object({ symbol: z.string(), fundingRate: DecimalText, timeMs: EpochMs });
export type FundingRate = z.infer<typeof FundingRate>;

/** The rate that is running. `settlesAtMs` is a time, unlike the countdown of the contract; null: not said. */
export const CurrentFunding = z.object({
  rate: DecimalText,
  predictedRate: z.nullable(DecimalText),
  rateCap: z.nullable(DecimalText),
  rateFloor: z.nullable(DecimalText),
  intervalMs: z.number(),
  settlesAtMs: z.nullable(EpochMs),
});
export type CurrentFunding = z.infer<typeof CurrentFunding>;

/** A position that was closed. docs/exchange/records.md §14.2. */
export const ClosedPosition = z.object({
  id: z.string(),
  symbol: z.string(),
  settleCurrency: z.string(),
  /** the exchange's word: `CLOSE_LONG`, `LIQUID_SHORT`, `ADL_LONG` … */
  type: z.string(),
  side: z.nullable(z.enum(['long', 'short'])),
  marginMode: z.nullable(MarginMode),
  leverage: z.nullable(DecimalText),
  pnl: DecimalText,
  tradeFee: z.nullable(DecimalText),
  fundingFee: z.nullable(DecimalText),
  openPrice: z.nullable(DecimalText),
  closePrice: z.nullable(DecimalText),
  openedAtMs: z.nullable(EpochMs),
  closedAtMs: EpochMs,
});
export type ClosedPosition = z.infer<typeof ClosedPosition>;

/** One booking on the futures wallet. docs/exchange/records.md §14.3. */
export const FuturesLedgerEntry = z.object({
  offset: z.string(),
  currency: z.string(),
  type: z.string(),
  amount: DecimalText,
  fee: z.nullable(DecimalText),
  equity: z.nullable(DecimalText),
  status: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  timeMs: EpochMs,
});
export type FuturesLedgerEntry = z.infer<typeof FuturesLedgerEntry>;

/** What active orders of a contract could open. Sizes in lots, costs in the settlement currency. */
export const OpenOrderStatistics = z.object({
  buySize: DecimalText,
  sellSize: DecimalText,
  buyCost: DecimalText,
  sellCost: DecimalText,
  settleCurrency: z.string(),
});
export type OpenOrderStatistics = z.infer<typeof OpenOrderStatistics>;

/** The most lots that could be opened now at a price and leverage. */
export const MaxOpenSize = z.object({ symbol: z.string(), maxBuySize: DecimalText, maxSellSize: DecimalText });
export type MaxOpenSize = z.infer<typeof MaxOpenSize>;
