import * as z from 'zod/mini';
import type { WithdrawalStatusFilter, Withdrawal, WithdrawalStatus } from '#shared/domain/money/withdrawal.ts';
import { decimal, decimalOrNull, epochMsOrNull, epochSOrNull, flag, id, textOrNull } from '#client/wire/scalars.ts';

/** The wire's word for each status that can be asked for. */
export const wireStatus = {
  review: 'REVIEW',
  processing: 'PROCESSING',
  'wallet-processing': 'WALLET_PROCESSING',
  success: 'SUCCESS',
  failure: 'FAILURE',
} as const satisfies Record<WithdrawalStatusFilter, string>;

const words: ReadonlyMap<string | null, WithdrawalStatus> = new Map([
  ['REVIEW', 'review'],
  ['PROCESSING', 'processing'],
  ['WALLET_PROCESSING', 'wallet-processing'],
  ['SUCCESS', 'success'],
  ['FAILURE', 'failure'],
]);

const status = z.pipe(
  textOrNull,
  z.transform((word): WithdrawalStatus => words.get(word) ?? 'unknown'),
);

const shared = { currency: id, amount: decimal, address: textOrNull, walletTxId: textOrNull, isInner: flag, status };

/** docs/exchange/records.md §11.2: the old list, whose one time is in seconds. */
export const oldWithdrawalRow = z.pipe(
  z.object({ ...shared, createAt: epochSOrNull }),
  z.transform(
    ({ createAt, ...rest }): Withdrawal => ({
      ...rest,
      chain: null,
      fee: null,
      memo: null,
      remark: null,
      createdAtMs: createAt,
      updatedAtMs: null,
    }),
  ),
);

/** docs/exchange/records.md §11.2: its successor, in milliseconds. */
export const withdrawalRow = z.pipe(
  z.object({
    ...shared,
    chain: textOrNull,
    fee: decimalOrNull,
    memo: textOrNull,
    remark: textOrNull,
    createdAt: epochMsOrNull,
    updatedAt: epochMsOrNull,
  }),
  z.transform(
    ({ createdAt, updatedAt, ...rest }): Withdrawal => ({ ...rest, createdAtMs: createdAt, updatedAtMs: updatedAt }),
  ),
);
