import type { Decimal } from '../../decimal.ts';
import type { RowStamp } from './row-stamp.ts';

/** One side of a movement of coins, as a ledger or a list of deposits and withdrawals has it. */
export interface TransferLeg extends RowStamp {
  readonly coin: string;
  readonly direction: 'in' | 'out';
  /** above zero; of an out-leg with its fee */
  readonly amount: Decimal;
  /** in the same coin; only of an out-leg, else 0 */
  readonly fee: Decimal;
  /** `walletTxId` of a deposit or a withdrawal; null: not on a chain, or not published yet */
  readonly txId: string | null;
}
