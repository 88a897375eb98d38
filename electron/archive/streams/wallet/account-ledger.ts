import { settlingMs } from '../../coverage/coverage.ts';
import { findSumBreaks } from '../../proofs/snapshot-sums.ts';
import { toLedgerRow } from '../ledger-row.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage } from '../stream.ts';

/** Bookings of all wallets but the high-frequency one: a day at a time, kept for a year. */
export const accountLedger: Stream = {
  name: 'account-ledger',
  record: 'ledger',
  rules: { windowMs: dayMs, keptMs: 365 * dayMs, pollMs: 5 * minuteMs },
  backfillMs: 365 * dayMs,
  cost: costOf('wallet.ledger'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 'total',
  isWithoutId: false,
  checkRows: walked => {
    const { span, readAtMs } = walked;
    return findSumBreaks(walked, { fromMs: span.fromMs, toMs: Math.min(span.toMs, readAtMs) - settlingMs });
  },
  // snapshots are one hour apart after a week
  beside: { by: 'time', ms: 120 * minuteMs },
  witness: { stream: 'account-ledger', records: [], hasSnapshots: true },
  readPage: async (calls, query, options) => toFoundPage(await calls.accountLedger(query, options), toLedgerRow),
};
