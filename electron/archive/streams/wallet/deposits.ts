import type { Deposit } from '#shared/domain/money/transfer.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage, toRest } from '../stream.ts';

/** The key holds what never changes: a deposit gets its transaction id and its last status later. Null: the time is not stated. */
export function toDepositRow(deposit: Deposit): FoundRow | null {
  const { currency, chain, status, amount, fee, address, memo, walletTxId, isInner, createdAtMs } = deposit;
  if (createdAtMs === null) return null;
  return {
    key: JSON.stringify([currency, createdAtMs, amount, address, memo, chain]),
    timeMs: createdAtMs,
    columns: { ...noColumns, currency, status, amount, fee, side: 'in' },
    rest: toRest({ chain, address, memo, walletTxId, isInner }),
  };
}

export const deposits: Stream = {
  name: 'deposits',
  record: 'deposits',
  rules: { windowMs: 30 * dayMs, keptMs: null, pollMs: 10 * minuteMs },
  backfillMs: 365 * dayMs,
  cost: costOf('wallet.deposits'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 'total',
  isWithoutId: true,
  isOpen: ({ columns }) => columns.status === 'processing',
  readPage: async (calls, query, options) => toFoundPage(await calls.deposits(query, options), toDepositRow),
};
