import { createDeposits, type Deposits } from '../accounts/deposits/deposits.ts';
import { createMovements, type Movements } from '../accounts/movements/movements.ts';
import { recipientIn } from '../accounts/recipients.ts';
import { createTransfers } from '../accounts/transfers/transfers.ts';
import type { Transfers } from '../accounts/transfers/types.ts';
import type { Directory, Ledger } from '../accounts/types.ts';
import type { Withdrawals } from '../accounts/withdrawals/types.ts';
import { createWithdrawals } from '../accounts/withdrawals/withdrawals.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { Clock } from '../kernel/kernel.ts';
import type { MarginTransfers } from '../margin/types.ts';
import type { SpotVenue } from '../spot/types.ts';
import { createWalletGuard } from './wallet-guard.ts';
import { valueUsdt } from './worth.ts';

interface PaymentsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginTransfers;
  readonly feeAccountId: string;
}

/** Money that enters and leaves the exchange, money between the wallets on it, and the record of what has moved. */
export interface Payments {
  readonly withdrawals: Withdrawals;
  readonly deposits: Deposits;
  readonly transfers: Transfers;
  /** from the moment on at which this is made */
  readonly movements: Movements;
}

/** The movements of an earlier period have lower numbers. */
const mostEarlierMovements = 1_000_000;

export function createPayments(options: PaymentsOptions): Payments {
  const { ledger, clock, directory, spot, futures, margin, feeAccountId } = options;
  const accounts = new Set(
    [directory.master, ...(directory.otherMasters ?? []), ...directory.subAccounts].map(({ accountId }) => accountId),
  );
  return {
    deposits: createDeposits({ ledger }),
    movements: createMovements({ ledger, clock, accounts, feeAccountId, numberBefore: mostEarlierMovements }),
    withdrawals: createWithdrawals({
      ledger,
      clock,
      feeAccountId,
      recipientOf: recipientIn(directory),
      worthUsdt: (currency, amount) => valueUsdt(spot, currency, amount),
    }),
    transfers: createTransfers({ ledger, clock, guard: createWalletGuard({ ledger, margin, futures }) }),
  };
}
