import { type Withdrawal, withdrawalKey } from '#shared/domain/money/withdrawal.ts';
import type { Page } from '#shared/domain/page.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import type { CallOptions, Collected } from '#client/types.ts';
import { pageOf } from '../pages.ts';
import { collectKeyed, type Keyed } from '../walks/keyed.ts';
import { collectSpan, monthMs, type TimeSpan } from '../walks/spans.ts';
import { checkWindow } from '../windows.ts';
import type { WithdrawalCalls, WithdrawalFilter, WithdrawalsQuery } from './wallet-calls.ts';
import { oldWithdrawalRow, wireStatus, withdrawalRow } from './withdrawal-rows.ts';

const pageSize = 500;
const maxPages = 20;
const mostMonths = 24;

function queryOf({ currency, status, startAtMs, endAtMs, page, pageSize: size }: WithdrawalsQuery) {
  const word = status === undefined ? undefined : wireStatus[status];
  return { currency, status: word, startAt: startAtMs, endAt: endAtMs, currentPage: page, pageSize: size };
}

type FetchPage = (query: WithdrawalsQuery) => Promise<Result<Page<Withdrawal>>>;

/** One window, page by page. */
function collectWindow(
  fetchPage: FetchPage,
  filter: WithdrawalFilter,
  { fromMs, toMs }: TimeSpan,
): Promise<Result<Collected<Keyed<Withdrawal>>>> {
  return collectKeyed<Withdrawal>({
    fetchPage: page => fetchPage({ ...filter, startAtMs: fromMs, endAtMs: toMs, page, pageSize }),
    keyOf: withdrawalKey,
    pageSize,
    maxPages,
  });
}

/** Withdrawals: docs/exchange/endpoints.md §6.1. */
export function createWithdrawalCalls(send: Send): WithdrawalCalls {
  const oldWithdrawals: WithdrawalCalls['oldWithdrawals'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    return await send({ endpoint: 'wallet.oldWithdrawals', query: queryOf(input) }, pageOf(oldWithdrawalRow), options);
  };
  const withdrawals: WithdrawalCalls['withdrawals'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    return await send({ endpoint: 'wallet.withdrawals', query: queryOf(input) }, pageOf(withdrawalRow), options);
  };
  const walk = async (
    call: typeof withdrawals,
    { fromMs, toMs, ...filter }: WithdrawalFilter & TimeSpan,
    options: CallOptions,
  ) => {
    const read = await collectSpan<Keyed<Withdrawal>>({
      what: 'withdrawals',
      fromMs,
      toMs,
      windowMs: monthMs,
      mostWindows: mostMonths,
      fetchWindow: window => collectWindow(query => call(query, options), filter, window),
      idOf: ({ key }) => key,
    });
    return read.ok ? succeed({ ...read.value, items: read.value.items.map(({ row }) => row) }) : read;
  };
  return {
    oldWithdrawals,
    withdrawals,
    allWithdrawals: async (input, options) => {
      const read = await walk(withdrawals, input, options);
      return !read.ok && read.error.kind === 'not-found' ? await walk(oldWithdrawals, input, options) : read;
    },
  };
}
