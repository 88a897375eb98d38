import * as z from 'zod/mini';
import { DecimalText, EpochMs } from '../scalars.ts';

/**
 * What the equity of a futures wallet consists of, besides what is available: position margin as the exchange defines it for the
 * wallet (cross positions included), order margin, frozen funds and unrealised PnL. docs/exchange/records.md §9.3.
 */
export const FuturesEquity = z.object({
  positionMargin: DecimalText,
  orderMargin: DecimalText,
  frozen: DecimalText,
  unrealisedPnl: DecimalText,
});
export type FuturesEquity = z.infer<typeof FuturesEquity>;

/** Own balance of one wallet. docs/exchange/records.md §10.1. */
export const Balance = z.object({
  accountId: z.string(),
  wallet: z.string(),
  currency: z.string(),
  total: DecimalText,
  available: z.nullable(DecimalText),
  held: z.nullable(DecimalText),
  /** of a futures wallet; absent of other wallets and where the exchange does not state it */
  equity: z.optional(FuturesEquity),
});
export type Balance = z.infer<typeof Balance>;

/**
 * One currency of a sub-account's wallet, valued by the exchange in `valueCurrency`. docs/exchange/records.md §10.5.
 */
export const SubAccountBalance = z.object({
  wallet: z.enum(['main', 'trade', 'margin', 'trade-hf']),
  currency: z.string(),
  total: DecimalText,
  available: DecimalText,
  held: DecimalText,
  valueCurrency: z.string(),
  unitPrice: DecimalText,
  value: DecimalText,
});
export type SubAccountBalance = z.infer<typeof SubAccountBalance>;

export const SubAccountHoldings = z.object({
  userId: z.string(),
  name: z.string(),
  /** false: the exchange answered amounts that are none, and `balances` is empty for that reason */
  isReadable: z.boolean(),
  balances: z.array(SubAccountBalance),
  /** true: its other wallets are unknown, and they may have any amount */
  isMainOnly: z.optional(z.boolean()),
  /** when its trade and margin wallets were read, where that was not with its main wallet */
  otherWalletsAsOfMs: z.optional(EpochMs),
});
export type SubAccountHoldings = z.infer<typeof SubAccountHoldings>;

/** What a sub-account has in the futures wallet of one settlement currency. docs/exchange/endpoints.md §9.3. */
export const SubAccountFutures = z.object({
  name: z.string(),
  currency: z.string(),
  /** what it is worth with open profits and losses */
  equity: DecimalText,
  available: DecimalText,
  /** margin of positions and orders, and frozen funds */
  held: DecimalText,
});
export type SubAccountFutures = z.infer<typeof SubAccountFutures>;

/** docs/exchange/records.md §10.4; `status` and `type` are the exchange's raw codes. */
export const SubAccount = z.object({
  userId: z.string(),
  uid: z.nullable(z.string()),
  name: z.string(),
  status: z.nullable(z.number()),
  type: z.nullable(z.number()),
  access: z.nullable(z.string()),
  createdAtMs: z.nullable(EpochMs),
  remarks: z.nullable(z.string()),
});
export type SubAccount = z.infer<typeof SubAccount>;

export const FeeRate = z.object({ takerFeeRate: DecimalText, makerFeeRate: DecimalText });
export type FeeRate = z.infer<typeof FeeRate>;

/** What the exchange says of a key. docs/exchange/records.md §10.2; never the secret. */
export const ApiKeyInfo = z.object({
  keyHint: z.string(),
  version: z.number(),
  permissions: z.array(z.string()),
  ipWhitelist: z.array(z.string()),
  remark: z.nullable(z.string()),
  isMaster: z.nullable(z.boolean()),
  createdAtMs: z.nullable(EpochMs),
});
export type ApiKeyInfo = z.infer<typeof ApiKeyInfo>;
