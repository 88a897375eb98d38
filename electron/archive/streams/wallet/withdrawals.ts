import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage, toRest } from '../stream.ts';

/** The key holds what never changes: a withdrawal gets its transaction id and its last status later. Null: the time is not stated. */
export function toWithdrawalRow(withdrawal: Withdrawal): FoundRow | null {
  const { currency, chain, status, amount, fee, address, memo, walletTxId, isInner, remark } = withdrawal;
  const { createdAtMs, updatedAtMs } = withdrawal;
  if (createdAtMs === null) return null;
  return {
    key: JSON.stringify([currency, createdAtMs, amount, address, memo, chain]),
    timeMs: createdAtMs,
    columns: { ...noColumns, currency, status, amount, fee, side: 'out' },
    rest: toRest({ chain, address, memo, walletTxId, isInner, remark, updatedAtMs }),
  };
}

/** The exchange changes such a withdrawal later. */
const openStatuses: ReadonlySet<string | null> = new Set(['review', 'processing', 'wallet-processing']);

export const withdrawals: Stream = {
  name: 'withdrawals',
  record: 'withdrawals',
  rules: { windowMs: 30 * dayMs, keptMs: null, pollMs: 10 * minuteMs },
  backfillMs: 365 * dayMs,
  cost: costOf('wallet.withdrawals'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 'total',
  isWithoutId: true,
  isOpen: ({ columns }) => openStatuses.has(columns.status),
  readPage: async (calls, query, options) => toFoundPage(await calls.withdrawals(query, options), toWithdrawalRow),
};
