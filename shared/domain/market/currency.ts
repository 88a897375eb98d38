import * as z from 'zod/mini';
import { DecimalText } from '../scalars.ts';

/** One network on which a currency moves. docs/exchange/records.md §11.1. `null` means that the exchange did not say. */
export const CurrencyChain = z.object({
  id: z.nullable(z.string()),
  name: z.string(),
  isDepositEnabled: z.nullable(z.boolean()),
  isWithdrawEnabled: z.nullable(z.boolean()),
  depositMinimum: z.nullable(DecimalText),
  /** a fraction of the amount */
  depositFeeRate: z.nullable(DecimalText),
  withdrawalMinimum: z.nullable(DecimalText),
  /** the least fee of one withdrawal, in the currency */
  withdrawalMinimumFee: z.nullable(DecimalText),
  /** a fraction of the amount */
  withdrawalFeeRate: z.nullable(DecimalText),
  withdrawalMaximumFee: z.nullable(DecimalText),
  withdrawalMaximum: z.nullable(DecimalText),
  depositMaximum: z.nullable(DecimalText),
  withdrawalPrecision: z.nullable(z.number()),
  /** blocks until a deposit counts, and until it is shown in advance */
  confirmations: z.nullable(z.number()),
  earlyConfirmations: z.nullable(z.number()),
  contractAddress: z.nullable(z.string()),
  /** an address alone does not do: it needs a memo */
  needsTag: z.nullable(z.boolean()),
});
export type CurrencyChain = z.infer<typeof CurrencyChain>;

/** docs/exchange/records.md §11.1. `currency` is the code that never changes; the names may. */
export const Currency = z.object({
  currency: z.string(),
  name: z.string(),
  fullName: z.string(),
  precision: z.nullable(z.number()),
  isMarginEnabled: z.nullable(z.boolean()),
  isDebitEnabled: z.nullable(z.boolean()),
  contractAddress: z.nullable(z.string()),
  confirmations: z.nullable(z.number()),
  chains: z.array(CurrencyChain),
});
export type Currency = z.infer<typeof Currency>;
