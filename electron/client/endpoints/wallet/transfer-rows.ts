import * as z from 'zod/mini';
import type { Deposit, LedgerEntry, Transferable, TransferWallet } from '#shared/domain/money/transfer.ts';
import {
  decimal,
  decimalOrNull,
  epochMs,
  epochMsOrNull,
  flag,
  id,
  textOrNull,
  textOrUnknown,
} from '#client/wire/scalars.ts';

/** The wire's word for each wallet. docs/exchange/endpoints.md §6.3. */
export const wireWallets = {
  main: 'MAIN',
  trade: 'TRADE',
  margin: 'MARGIN',
  isolated: 'ISOLATED',
  futures: 'CONTRACT',
} as const satisfies Record<TransferWallet, string>;

export const transferableBody = z.pipe(
  z.object({ currency: id, balance: decimal, available: decimal, holds: decimal, transferable: decimal }),
  z.transform(({ balance, holds, ...rest }): Transferable => ({ ...rest, total: balance, held: holds })),
);

/** docs/exchange/records.md §15.2. */
export const ledgerRow = z.pipe(
  z.object({
    id,
    currency: id,
    accountType: textOrUnknown,
    bizType: textOrUnknown,
    direction: z.enum(['in', 'out']),
    amount: decimal,
    fee: decimalOrNull,
    balance: decimalOrNull,
    createdAt: epochMs,
  }),
  z.transform(({ createdAt, ...rest }): LedgerEntry => ({ ...rest, createdAtMs: createdAt })),
);

const states: ReadonlyMap<string | null, Deposit['status']> = new Map([
  ['PROCESSING', 'processing'],
  ['SUCCESS', 'success'],
  ['FAILURE', 'failure'],
]);

/** docs/exchange/records.md §15.1. */
export const depositRow = z.pipe(
  z.object({
    currency: id,
    chain: textOrNull,
    status: textOrNull,
    amount: decimal,
    fee: decimalOrNull,
    address: textOrNull,
    memo: textOrNull,
    walletTxId: textOrNull,
    isInner: flag,
    createdAt: epochMsOrNull,
  }),
  z.transform(
    ({ status, createdAt, ...rest }): Deposit => ({
      ...rest,
      status: states.get(status) ?? 'unknown',
      createdAtMs: createdAt,
    }),
  ),
);
