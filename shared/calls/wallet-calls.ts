import * as z from 'zod/mini';
import { AskedStatus, Withdrawal } from '#shared/domain/account/withdrawal.ts';
import { Currency } from '#shared/domain/market/currency.ts';
import { listAnswer } from '#shared/domain/completeness.ts';
import { EpochMs } from '#shared/domain/scalars.ts';

const onProfile = { profileId: z.string() };
const span = { fromMs: EpochMs, toMs: EpochMs };

/** The calls about currencies, and money that moves; part of the contract. */
export const walletCalls = {
  'currencies.list': { input: z.strictObject(onProfile), output: z.array(Currency) },
  /** `chain` leaves that chain alone; null: all */
  'currencies.read': {
    input: z.strictObject({ ...onProfile, currency: z.string(), chain: z.nullable(z.string()) }),
    output: Currency,
  },
  /** newest first; null: all of them */
  'withdrawals.list': {
    input: z.strictObject({
      ...onProfile,
      ...span,
      currency: z.nullable(z.string()),
      status: z.nullable(AskedStatus),
    }),
    output: listAnswer(Withdrawal),
  },
} as const;
