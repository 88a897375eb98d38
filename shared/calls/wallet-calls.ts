import * as z from 'zod/mini';
import { exchangeRead, exchangeWrite } from '../domain/call-traits.ts';
import { WithdrawalStatusFilter, Withdrawal } from '#shared/domain/money/withdrawal.ts';
import { Deposit, LedgerEntry, Transferable, TransferRequest, TransferWallet } from '#shared/domain/money/transfer.ts';
import { Currency } from '#shared/domain/market/currency.ts';
import { listAnswer } from '#shared/domain/answers/missing-part.ts';
import { EpochMs } from '#shared/domain/scalars.ts';

const onProfile = { profileId: z.string() };
const span = { fromMs: EpochMs, toMs: EpochMs };

/** The calls about currencies, and money that moves; part of the contract. */
export const walletCalls = {
  'currencies.list': { ...exchangeRead, input: z.strictObject(onProfile), output: z.array(Currency) },
  /** `chain` leaves that chain alone; null: all */
  'currencies.read': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, currency: z.string(), chain: z.nullable(z.string()) }),
    output: Currency,
  },
  /** newest first; null: all of them, and up to now */
  'withdrawals.list': {
    ...exchangeRead,
    input: z.strictObject({
      ...onProfile,
      fromMs: EpochMs,
      toMs: z.nullable(EpochMs),
      currency: z.nullable(z.string()),
      status: z.nullable(WithdrawalStatusFilter),
    }),
    output: listAnswer(Withdrawal),
  },
  'deposits.list': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, ...span, currency: z.nullable(z.string()) }),
    output: listAnswer(Deposit),
  },
  /** bookings of all wallets but the high-frequency one, which has a list of its own; newest first */
  'ledger.list': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, ...span, currency: z.nullable(z.string()), isHf: z.boolean() }),
    output: listAnswer(LedgerEntry),
  },
  'transfers.transferable': {
    ...exchangeRead,
    input: z.strictObject({
      ...onProfile,
      currency: z.string(),
      wallet: TransferWallet,
      symbol: z.nullable(z.string()),
    }),
    output: Transferable,
  },
  /** `orderId`: null when the answer was lost and the ledger shows that it was done */
  'transfers.send': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, transfer: TransferRequest }),
    output: z.object({ orderId: z.nullable(z.string()) }),
  },
} as const;
