import { findChainBreaks } from '../../proofs/balance-chain.ts';
import { toLedgerRow } from '../ledger-row.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage } from '../stream.ts';

/** Bookings of the high-frequency trade wallet: kept for three days, so they are most at risk. */
export const hfLedger: Stream = {
  name: 'hf-ledger',
  record: 'ledger',
  rules: { windowMs: dayMs, keptMs: 3 * dayMs, pollMs: 5 * minuteMs },
  backfillMs: 3 * dayMs,
  cost: costOf('wallet.hfLedger'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 'end',
  isWithoutId: false,
  checkRows: ({ rows }) => findChainBreaks(rows),
  beside: { by: 'chains', ms: 31 * dayMs },
  readPage: async (calls, query, options) => toFoundPage(await calls.hfLedger(query, options), toLedgerRow),
};
