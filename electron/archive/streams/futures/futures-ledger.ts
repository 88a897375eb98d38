import type { FuturesLedgerEntry } from '#shared/domain/account/futures-account.ts';
import { succeed } from '#shared/errors.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { findEquityBreaks } from '../../proofs/balance-chain.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage, toRest } from '../stream.ts';

function toFuturesLedgerRow(entry: FuturesLedgerEntry): FoundRow {
  const { offset, currency, type, amount, fee, equity, status, remark, timeMs } = entry;
  return {
    key: `${currency} ${offset}`,
    timeMs,
    columns: { ...noColumns, currency, amount, fee, status, kind: type, balance: equity },
    rest: toRest({ remark }),
  };
}

/** A live sum of the running hours: it has no offset of its own, and changes until it is booked. */
function isPending({ offset }: FuturesLedgerEntry): boolean {
  return offset.startsWith('-');
}

/** Bookings of the futures wallet, all currencies. */
export const futuresLedger: Stream = {
  name: 'futures-ledger',
  record: 'futures-ledger',
  rules: { windowMs: dayMs, keptMs: null, pollMs: 5 * minuteMs },
  backfillMs: 90 * dayMs,
  cost: costOf('futures.ledger'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 'end',
  isWithoutId: false,
  checkRows: ({ rows }) => findEquityBreaks(rows),
  beside: { by: 'chains', ms: 31 * dayMs },
  readPage: async (calls, query, options) => {
    const read = await calls.futuresLedger(query, options);
    if (!read.ok) return read;
    const rows = read.value.rows.filter(entry => !isPending(entry));
    const page = toFoundPage(succeed({ ...read.value, rows }), toFuturesLedgerRow);
    return page.ok ? succeed({ ...page.value, mayBeEmpty: rows.length < read.value.rows.length }) : page;
  },
};
