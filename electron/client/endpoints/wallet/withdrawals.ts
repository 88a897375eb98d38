import { type Withdrawal, withdrawalKey } from '#shared/domain/account/withdrawal.ts';
import type { Page } from '#shared/domain/page.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import type { CallOptions, Collected } from '#client/types.ts';
import { collectPages, pageOf } from '../pages.ts';
import { collectSpan, monthMs, type TimeSpan } from '../walks/spans.ts';
import { checkWindow } from '../windows.ts';
import type { WalletCalls, WithdrawalFilter, WithdrawalsQuery } from './wallet-calls.ts';
import { oldWithdrawalRow, wireStatus, withdrawalRow } from './withdrawal-rows.ts';

const pageSize = 500;
const maxPages = 20;
const mostMonths = 24;

function queryOf({ currency, status, startAtMs, endAtMs, page, pageSize: size }: WithdrawalsQuery) {
  const word = status === undefined ? undefined : wireStatus[status];
  return { currency, status: word, startAt: startAtMs, endAt: endAtMs, currentPage: page, pageSize: size };
}

/** A row with its name: rows that are alike in all that never changes are told apart by their place among each other. */
interface Named {
  readonly name: string;
  readonly row: Withdrawal;
}

function nameRows(page: Page<Withdrawal>): Page<Named> {
  const seen = new Map<string, number>();
  const items = page.items.map((row): Named => {
    const key = withdrawalKey(row);
    const place = seen.get(key) ?? 0;
    seen.set(key, place + 1);
    return { name: `${key} ${place}`, row };
  });
  return { ...page, items };
}

type FetchPage = (query: WithdrawalsQuery) => Promise<Result<Page<Withdrawal>>>;

/** One window, page by page. Twins on two pages look like one row, so a total that was not reached is told. */
async function collectWindow(
  fetchPage: FetchPage,
  filter: WithdrawalFilter,
  { fromMs, toMs }: TimeSpan,
): Promise<Result<Collected<Named>>> {
  // rows that arrive while the pages are walked belong to no page that is still to come
  let total = 0;
  const walked = await collectPages<Named>({
    fetchPage: async page => {
      const read = await fetchPage({ ...filter, startAtMs: fromMs, endAtMs: toMs, page, pageSize });
      if (!read.ok) return read;
      if (page === 1) total = read.value.totalItems;
      return succeed(nameRows(read.value));
    },
    idOf: ({ name }) => name,
    pageSize,
    maxPages,
  });
  if (!walked.ok) return walked;
  const { items, isComplete } = walked.value;
  return succeed({ items, isComplete: isComplete && items.length >= total });
}

/** Withdrawals: docs/exchange/endpoints.md §6.1. */
export function createWithdrawalCalls(send: Send): WalletCalls {
  const oldWithdrawals: WalletCalls['oldWithdrawals'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    return await send({ endpoint: 'wallet.oldWithdrawals', query: queryOf(input) }, pageOf(oldWithdrawalRow), options);
  };
  const withdrawals: WalletCalls['withdrawals'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    return await send({ endpoint: 'wallet.withdrawals', query: queryOf(input) }, pageOf(withdrawalRow), options);
  };
  const walk = async (
    call: typeof withdrawals,
    { fromMs, toMs, ...filter }: WithdrawalFilter & TimeSpan,
    options: CallOptions,
  ) => {
    const read = await collectSpan<Named>({
      what: 'withdrawals',
      fromMs,
      toMs,
      windowMs: monthMs,
      mostWindows: mostMonths,
      fetchWindow: window => collectWindow(query => call(query, options), filter, window),
      idOf: ({ name }) => name,
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
