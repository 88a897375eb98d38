import * as z from 'zod/mini';
import { DecimalText, EpochMs } from '../scalars.ts';

/** review → processing → wallet-processing → success or failure; the old list knows the middle and the ends alone. */
const statuses = ['review', 'processing', 'wallet-processing', 'success', 'failure'] as const;
const WithdrawalStatus = z.enum([...statuses, 'unknown']);
export type WithdrawalStatus = z.infer<typeof WithdrawalStatus>;

/** What a list can be asked for. */
export const WithdrawalStatusFilter = z.enum(statuses);
export type WithdrawalStatusFilter = z.infer<typeof WithdrawalStatusFilter>;

/** One withdrawal. docs/exchange/records.md §11.2. `null` means that the exchange did not say. */
export const Withdrawal = z.object({
  currency: z.string(),
  chain: z.nullable(z.string()),
  status: WithdrawalStatus,
  amount: DecimalText,
  /** in the currency */
  fee: z.nullable(DecimalText),
  address: z.nullable(z.string()),
  memo: z.nullable(z.string()),
  walletTxId: z.nullable(z.string()),
  /** to another account of the same exchange */
  isInner: z.boolean(),
  remark: z.nullable(z.string()),
  /** to the second in the old list; null: not stated */
  createdAtMs: z.nullable(EpochMs),
  updatedAtMs: z.nullable(EpochMs),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

/** The exchange gives withdrawals no id in its lists: what never changes of one names it. */
export function withdrawalKey({ currency, createdAtMs, address, amount }: Withdrawal): string {
  return `${currency} ${createdAtMs} ${amount} ${address ?? ''}`;
}
