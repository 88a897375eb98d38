import { findChainBreaks } from '../../proofs/balance-chain.ts';
import { toLedgerRow } from '../ledger-row.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage } from '../stream.ts';

/** Bookings of the cross and isolated margin wallets, kept for three days. */
export const marginLedger: Stream = {
  name: 'margin-ledger',
  record: 'ledger',
  rules: { windowMs: dayMs, keptMs: 3 * dayMs, pollMs: 5 * minuteMs },
  backfillMs: 3 * dayMs,
  cost: costOf('wallet.marginLedger'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 'end',
  isWithoutId: false,
  checkRows: ({ rows }) => findChainBreaks(rows),
  beside: { by: 'chains', ms: 31 * dayMs },
  readPage: async (calls, query, options) => toFoundPage(await calls.marginLedger(query, options), toLedgerRow),
};
