import type { LoanRecord } from '#shared/domain/account/margin.ts';
import type { ListStream } from '#shared/domain/archive/archive.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage, toRest } from '../stream.ts';

/** Null: the time is not stated. */
export function toLoanRow(loan: LoanRecord, wallet: 'cross' | 'isolated'): FoundRow | null {
  const { kind, orderNo, symbol, currency, size, actualSize, principal, interest, status, createdAtMs } = loan;
  if (createdAtMs === null) return null;
  return {
    key: `${kind} ${orderNo}`,
    timeMs: createdAtMs,
    columns: { ...noColumns, orderId: orderNo, kind, symbol, currency, size, amount: actualSize, status, wallet },
    rest: toRest({ principal, interest }),
  };
}

function scopeOf(line: string): { readonly currency: string; readonly symbol?: string } {
  const [symbol, currency] = line.split(' ');
  return symbol === undefined || currency === undefined ? { currency: line } : { symbol, currency };
}

/** The exchange is asked for loans by currency, and of an isolated pair by pair and currency. */
function loans(name: ListStream, kind: LoanRecord['kind'], wallet: 'cross' | 'isolated'): Stream {
  return {
    name,
    record: 'loans',
    rules: { windowMs: 30 * dayMs, keptMs: null, pollMs: 60 * minuteMs },
    backfillMs: 180 * dayMs,
    cost: costOf(kind === 'borrow' ? 'margin.borrows' : 'margin.repayments'),
    symbolsFrom: `${wallet}-currencies`,
    isOfPositions: false,
    proof: 'total',
    isWithoutId: false,
    isOpen: ({ columns }) => columns.status === 'pending',
    readPage: async (calls, { symbol: line, fromMs, toMs, cursor }, options) => {
      const asked = { fromMs, toMs, cursor, kind, ...scopeOf(line) };
      return toFoundPage(await calls.loans(asked, options), loan => toLoanRow(loan, wallet));
    },
  };
}

export const crossBorrowings = loans('cross-borrowings', 'borrow', 'cross');
export const crossRepayments = loans('cross-repayments', 'repay', 'cross');
export const isolatedBorrowings = loans('isolated-borrowings', 'borrow', 'isolated');
export const isolatedRepayments = loans('isolated-repayments', 'repay', 'isolated');
