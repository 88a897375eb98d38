import * as z from 'zod/mini';
import { isDecimal, isPositive, normalise } from '#shared/decimal.ts';
import type { InterestRecord, LoanRecord } from '#shared/domain/account/margin.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import type { CallOptions } from '#client/types.ts';
import { listOf } from '#client/wire/rows.ts';
import { collectPages, pageOf } from '../pages.ts';
import { bodyText } from '../placing.ts';
import { symbolRow } from '../reference.ts';
import { collectUnnamed } from '../walks/keyed.ts';
import { checkWindow } from '../windows.ts';
import {
  borrowRatesBody,
  configBody,
  crossBody,
  interestRow,
  isolatedBody,
  isolatedSymbolRow,
  loanBody,
  loanRow,
} from './account-rows.ts';
import type { LoanOrder, LoansQuery, MarginAccountCalls } from './margin-calls.ts';

const pageSize = 500;
const maxPages = 20;

/** docs/exchange/endpoints.md §5.3: the amount is a JSON number, digit for digit. */
function loanText({ currency, size, symbol }: LoanOrder, timeInForce?: 'FOK'): string {
  const isolated = symbol === undefined ? {} : { isIsolated: true, symbol };
  return bodyText({ currency, size: { digits: normalise(size) }, timeInForce, ...isolated });
}

type PastQuery = Omit<LoansQuery, 'currency'> & { readonly currency?: string | undefined };

function pastQuery({ currency, symbol, orderNo, startAtMs, endAtMs, page, pageSize: size }: PastQuery) {
  return {
    currency,
    isIsolated: symbol === undefined ? undefined : 'true',
    symbol,
    orderNo,
    startTime: startAtMs,
    endTime: endAtMs,
    currentPage: page,
    pageSize: size,
  };
}

/** Borrowing and paying back, and what was borrowed and paid: docs/exchange/endpoints.md §5.3. */
function createLoanCalls(send: Send) {
  const order = async (endpoint: 'margin.borrow' | 'margin.repay', loan: LoanOrder, options: CallOptions) => {
    if (!isDecimal(loan.size) || !isPositive(loan.size)) {
      return fail('invalid-request', 'The amount must be above zero.', { field: 'size' });
    }
    const body = loanText(loan, endpoint === 'margin.borrow' ? 'FOK' : undefined);
    return await send({ endpoint, body }, loanBody, options);
  };
  const loans: MarginAccountCalls['loans'] = async ({ kind, ...input }, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    const endpoint = kind === 'borrow' ? 'margin.borrows' : 'margin.repayments';
    return await send({ endpoint, query: pastQuery(input) }, pageOf(loanRow(kind)), options);
  };
  const interest: MarginAccountCalls['interest'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    return await send({ endpoint: 'margin.interest', query: pastQuery(input) }, pageOf(interestRow), options);
  };
  return {
    borrow: (loan, options) => order('margin.borrow', loan, options),
    repay: (loan, options) => order('margin.repay', loan, options),
    loans,
    allLoans: (input, options) =>
      collectPages<LoanRecord>({
        fetchPage: page => loans({ ...input, page, pageSize }, options),
        idOf: record => record.orderNo,
        pageSize,
        maxPages,
      }),
    interest,
    allInterest: (input, options) =>
      collectUnnamed<InterestRecord>({
        fetchPage: page => interest({ ...input, page, pageSize }, options),
        keyOf: ({ currency, createdAtMs, amount }) => `${currency} ${createdAtMs} ${amount}`,
        pageSize,
        maxPages,
      }),
  } satisfies Partial<MarginAccountCalls>;
}

const symbolsBody = z.pipe(
  z.object({ items: listOf(symbolRow) }),
  z.transform(({ items }) => items.map(symbol => ({ ...symbol, isMarginEnabled: true }))),
);

/** Margin accounts, rules and loans: docs/exchange/endpoints.md §5.3. */
export function createMarginAccountCalls(send: Send): MarginAccountCalls {
  return {
    ...createLoanCalls(send),
    async crossAccount({ quoteCurrency }, options) {
      const read = await send({ endpoint: 'margin.crossAccount', query: { quoteCurrency } }, crossBody, options);
      return read.ok ? succeed({ quoteCurrency, ...read.value }) : read;
    },
    async isolatedAccounts({ quoteCurrency, symbol }, options) {
      const query = { symbol, quoteCurrency };
      const read = await send({ endpoint: 'margin.isolatedAccounts', query }, isolatedBody, options);
      return read.ok ? succeed({ quoteCurrency, ...read.value }) : read;
    },
    symbols: (_input, options) => send({ endpoint: 'margin.symbols' }, symbolsBody, options),
    isolatedSymbols: (_input, options) =>
      send({ endpoint: 'margin.isolatedSymbols' }, listOf(isolatedSymbolRow), options),
    config: (_input, options) => send({ endpoint: 'margin.config' }, configBody, options),
    borrowRates: ({ currencies }, options) =>
      send({ endpoint: 'margin.borrowRates', query: { currency: currencies?.join(',') } }, borrowRatesBody, options),
    async setLeverage({ leverage, symbol }, options) {
      const body = bodyText({
        symbol,
        isIsolated: symbol === undefined ? undefined : true,
        leverage: normalise(leverage),
      });
      const done = await send({ endpoint: 'margin.setLeverage', body }, z.unknown(), options);
      return done.ok ? succeed(null) : done;
    },
  };
}
