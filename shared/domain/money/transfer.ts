import * as z from 'zod/mini';
import { DecimalText, EpochMs } from '../scalars.ts';

/** The wallets between which money moves. `trade` is one balance, whether the exchange calls it high-frequency or not. */
export const TransferWallet = z.enum(['main', 'trade', 'margin', 'isolated', 'futures']);
export type TransferWallet = z.infer<typeof TransferWallet>;

/** One end of a transfer; `symbol` names the isolated pair, null for every other wallet. */
export const TransferEnd = z.strictObject({
  wallet: TransferWallet,
  symbol: z.nullable(z.string().check(z.maxLength(64))),
  /** whose: null is the account of the key; else the sub-account's user id */
  userId: z.nullable(z.string().check(z.maxLength(64))),
});
export type TransferEnd = z.infer<typeof TransferEnd>;

/** Money between own wallets, or between the account and one of its sub-accounts. docs/exchange/endpoints.md §6.3. */
export const TransferRequest = z.strictObject({
  clientOid: z.string().check(z.minLength(1), z.maxLength(128)),
  currency: z.string().check(z.maxLength(32)),
  amount: DecimalText,
  from: TransferEnd,
  to: TransferEnd,
});
export type TransferRequest = z.infer<typeof TransferRequest>;

/** What of a wallet's balance can be moved now. */
export const Transferable = z.object({
  currency: z.string(),
  total: DecimalText,
  available: DecimalText,
  held: DecimalText,
  transferable: DecimalText,
});
export type Transferable = z.infer<typeof Transferable>;

/** One booking on a wallet, newest first in its list. docs/exchange/records.md §15.2. */
export const LedgerEntry = z.object({
  id: z.string(),
  currency: z.string(),
  /** the exchange's word for the wallet: `MAIN`, `TRADE_HF`, …; `unknown`: not stated */
  accountType: z.string(),
  /** the exchange's word for the business: `TRANSFER`, `TRADE_EXCHANGE`, …; `unknown`: not stated */
  bizType: z.string(),
  direction: z.enum(['in', 'out']),
  amount: DecimalText,
  fee: z.nullable(DecimalText),
  /** what the wallet held afterwards */
  balance: z.nullable(DecimalText),
  createdAtMs: EpochMs,
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** One deposit, newest first in its list. docs/exchange/records.md §15.1. */
export const Deposit = z.object({
  currency: z.string(),
  chain: z.nullable(z.string()),
  status: z.enum(['processing', 'success', 'failure', 'unknown']),
  amount: DecimalText,
  fee: z.nullable(DecimalText),
  address: z.nullable(z.string()),
  memo: z.nullable(z.string()),
  walletTxId: z.nullable(z.string()),
  isInner: z.boolean(),
  /** null: not stated */
  createdAtMs: z.nullable(EpochMs),
});
export type Deposit = z.infer<typeof Deposit>;
