import * as z from 'zod/mini';
import type { Fill } from '#shared/domain/account/fill.ts';
import { succeed } from '#shared/errors.ts';
import type { EndpointName } from '#client/catalogue.ts';
import type { Send } from '#client/rest/transport.ts';
import { listOf } from '#client/wire/rows.ts';
import { closedPositionRow, fundingBody, ledgerBody } from '../futures-account/account-rows.ts';
import { futuresFillRow } from '../futures-rows.ts';
import { interestRow } from '../margin/account-rows.ts';
import { tradeEntryRow } from '../spot-hf/hf-rows.ts';
import { listedFillRow, spotFillRow } from '../spot-rows.ts';
import { batchOf } from '../walks/last-id.ts';
import { depositRow, ledgerRow } from '../wallet/transfer-rows.ts';
import { withdrawalRow } from '../wallet/withdrawal-rows.ts';
import { wireTradeType } from '../windows.ts';
import { candlePages } from './candle-pages.ts';
import { feeRatePages } from './fee-rate-pages.ts';
import { loanPages } from './loan-pages.ts';
import { orderPages } from './order-pages.ts';
import type { MarketLedgerEntry, PastPageCalls, PastPageQuery } from './page-calls.ts';
import { stopPages } from './stop-pages.ts';
import { numbered, type ReadPage, readPage } from './page-requests.ts';

const futuresPageSize = 1000;
const positionPageSize = 200;
const ledgerBatch = 200;
const fillBatch = 100;
const sliceSize = 100;

/** The booking with the market that its context names. */
const marketLedgerRow = z.pipe(
  z.unknown(),
  z.transform((value, context): MarketLedgerEntry => {
    const [entry, trade] = [z.safeParse(ledgerRow, value), z.safeParse(tradeEntryRow, value)];
    if (entry.success && trade.success) return { ...entry.data, symbol: trade.data.symbol };
    for (const { issues } of [entry.error, trade.error].filter(error => error !== undefined))
      for (const { message, path } of issues) context.issues.push({ code: 'custom', message, path, input: value });
    return z.NEVER;
  }),
);

/** Lists that continue below the id of the last row of the previous batch, and end with an empty batch. */
function ledgerBatches(endpoint: EndpointName) {
  return ({ fromMs, toMs, cursor }: PastPageQuery) => ({
    endpoint,
    query: { startAt: fromMs, endAt: toMs, lastId: cursor, limit: ledgerBatch },
    body: listOf(marketLedgerRow),
    toPage: (rows: readonly MarketLedgerEntry[]): ReadPage<MarketLedgerEntry> => {
      const last = rows.at(-1)?.id ?? null;
      return { rows, total: null, next: last === cursor ? null : last };
    },
  });
}

type Batch = z.output<ReturnType<typeof batchOf<typeof listedFillRow>>>;

function fillBatches(endpoint: EndpointName, market: Readonly<Record<string, string | undefined>>) {
  return ({ fromMs, toMs, cursor }: PastPageQuery) => ({
    endpoint,
    query: { ...market, startAt: fromMs, endAt: toMs, lastId: cursor, limit: fillBatch },
    body: batchOf(listedFillRow),
    toPage: ({ items, lastId }: Batch) => {
      const isLast = items.length === 0 || lastId === (cursor ?? null);
      return { rows: items.map(({ fill }) => fill), total: null, next: isLast ? null : lastId };
    },
  });
}

/** Lists that continue below an offset, and report whether there is more. */
function slices<T>(
  endpoint: EndpointName,
  body: z.ZodMiniType<{ readonly items: readonly T[]; readonly hasMore: boolean }>,
  offsetOf: (row: T) => string,
) {
  return ({ fromMs, toMs, cursor }: PastPageQuery, symbol?: string) => ({
    endpoint,
    query: { symbol, startAt: fromMs, endAt: toMs, offset: cursor, maxCount: sliceSize },
    body,
    toPage: ({ items, hasMore }: { readonly items: readonly T[]; readonly hasMore: boolean }): ReadPage<T> => {
      const last = items.at(-1);
      const offset = last === undefined ? null : offsetOf(last);
      const next = hasMore && offset !== cursor ? offset : null;
      return { rows: items, total: null, next, isUnfinished: hasMore && next === null };
    },
  });
}

/** The list of one margin account does not repeat its type in each row. */
function onMargin(fill: Fill, tradeType: Fill['tradeType']): Fill {
  return { ...fill, tradeType };
}

const accountLedger = numbered('wallet.ledger', marketLedgerRow);
const hfLedger = ledgerBatches('wallet.hfLedger');
const marginLedger = ledgerBatches('wallet.marginLedger');

/** Of one margin account, or of none. */
function spotFills(tradeType?: 'cross' | 'isolated') {
  return numbered('spot.pastFills', spotFillRow, {
    toQuery: ({ fromMs, toMs, page, size }) => ({
      ...(tradeType && { tradeType: wireTradeType(tradeType) }),
      startAt: fromMs,
      endAt: toMs,
      currentPage: page,
      pageSize: size,
    }),
  });
}

const futuresFills = numbered('futures.fills', futuresFillRow, { size: futuresPageSize });
const funding = slices('futures.fundingHistory', fundingBody, row => row.id);
const futuresLedger = slices('futures.ledger', ledgerBody, row => row.offset);
const closedPositions = numbered('futures.closedPositions', closedPositionRow, {
  size: positionPageSize,
  toQuery: window => ({ from: window.fromMs, to: window.toMs, limit: window.size, pageId: window.page }),
});

/** Of the cross account, or of an isolated pair. */
function interest(symbol?: string) {
  const isIsolated = symbol === undefined ? undefined : 'true';
  return numbered('margin.interest', interestRow, {
    toQuery: ({ fromMs, toMs, page, size }) => ({
      isIsolated,
      symbol,
      startTime: fromMs,
      endTime: toMs,
      currentPage: page,
      pageSize: size,
    }),
  });
}

const deposits = numbered('wallet.deposits', depositRow);
const withdrawals = numbered('wallet.withdrawals', withdrawalRow);

/** Lists of the past, page by page: docs/exchange/endpoints.md §3, §5, §6, §8 and §9. */
export function createPastPageCalls(send: Send): PastPageCalls {
  return {
    accountLedger: (query, options) => readPage(send, accountLedger(query), options),
    hfLedger: (query, options) => readPage(send, hfLedger(query), options),
    marginLedger: (query, options) => readPage(send, marginLedger(query), options),
    recentSpotFills: (_query, options) =>
      readPage(
        send,
        {
          endpoint: 'spot.fills',
          query: {},
          body: listOf(spotFillRow),
          toPage: rows => ({ rows, total: null, next: null }),
        },
        options,
      ),
    spotFills: ({ tradeType, ...query }, options) => readPage(send, spotFills(tradeType)(query), options),
    hfFills: ({ symbol, ...query }, options) => readPage(send, fillBatches('hf.fills', { symbol })(query), options),
    async marginFills({ symbol, tradeType, ...query }, options) {
      const market = { symbol, tradeType: wireTradeType(tradeType) };
      const read = await readPage(send, fillBatches('margin.fills', market)(query), options);
      if (!read.ok) return read;
      return succeed({ ...read.value, rows: read.value.rows.map(fill => onMargin(fill, tradeType)) });
    },
    futuresFills: (query, options) => readPage(send, futuresFills(query), options),
    funding: ({ symbol, ...query }, options) => readPage(send, funding(query, symbol), options),
    futuresLedger: (query, options) => readPage(send, futuresLedger(query), options),
    closedPositions: (query, options) => readPage(send, closedPositions(query), options),
    crossInterest: (query, options) => readPage(send, interest()(query), options),
    isolatedInterest: ({ symbol, ...query }, options) => readPage(send, interest(symbol)(query), options),
    deposits: (query, options) => readPage(send, deposits(query), options),
    withdrawals: (query, options) => readPage(send, withdrawals(query), options),
    ...orderPages(send),
    ...stopPages(send),
    ...loanPages(send),
    ...candlePages(send),
    ...feeRatePages(send),
  };
}
