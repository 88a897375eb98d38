import type { Send } from '#client/rest/transport.ts';
import { loanRow } from '../margin/account-rows.ts';
import type { LoanScope, PastPageCalls } from './page-calls.ts';
import { numbered, readPage } from './page-requests.ts';

function loans({ kind, currency, symbol }: LoanScope) {
  return numbered(kind === 'borrow' ? 'margin.borrows' : 'margin.repayments', loanRow(kind), {
    toQuery: ({ fromMs, toMs, page, size }) => ({
      currency,
      isIsolated: symbol === undefined ? undefined : 'true',
      symbol,
      startTime: fromMs,
      endTime: toMs,
      currentPage: page,
      pageSize: size,
    }),
  });
}

/** What was borrowed and paid back, page by page: docs/exchange/endpoints.md §5.3. */
export function loanPages(send: Send): Pick<PastPageCalls, 'loans'> {
  return { loans: (query, options) => readPage(send, loans(query)(query), options) };
}
