import * as z from 'zod/mini';
import { LedgerEntry } from '../money/transfer.ts';
import { Withdrawal } from '../money/withdrawal.ts';
import { Position } from '../market/futures.ts';
import { EpochMs } from '../scalars.ts';
import { Fill } from '../account/fill.ts';
import { Order } from '../account/order.ts';

/** A list of the account; `missing`: why it, or a part of it, is not there, as a sentence. */
function partOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), missing: z.nullable(z.string()) });
}

/** Data of a sub-account that its own key can read. */
export const LinkedAccount = z.object({
  /** true: the key opens the account of an owner, and no sub-account; null: the exchange does not say */
  isMaster: z.nullable(z.boolean()),
  /** active ones of both venues */
  orders: partOf(Order),
  /** of the last 24 hours, newest first */
  fills: partOf(Fill),
  /** open ones */
  positions: partOf(Position),
  /** of the last 30 days, newest first */
  withdrawals: partOf(Withdrawal),
  /** of the last 24 hours, trades left aside, newest first */
  movements: partOf(LedgerEntry),
  asOfMs: EpochMs,
});
export type LinkedAccount = z.infer<typeof LinkedAccount>;
