import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import { listOf } from '#client/wire/rows.ts';
import { collectPages, pageOf } from '../pages.ts';
import { type ListedFill, listedFillRow, listedSpotOrderRow } from '../spot-rows.ts';
import { batchOf, collectBatches, type IdBatch } from '../walks/last-id.ts';
import { forgottenCancels, ordersKept } from '../walks/retention.ts';
import { collectSpan, type TimeSpan, weekMs } from '../walks/spans.ts';
import { checkWeekWindow } from '../windows.ts';
import type { HfBatchQuery, SpotHfCalls } from './hf-calls.ts';
import { symbolsBody, tradeEntryRow } from './hf-rows.ts';

const batchSize = 100;
const ledgerBatchSize = 200;
const mostLedgerBatches = 5;
const pageSize = 50;
const maxPages = 50;
const mostBatches = 100;
const mostWindows = 30;

function queryOf({ symbol, side, type, startAtMs, endAtMs, lastId, limit = batchSize }: HfBatchQuery) {
  return { symbol, side, type, startAt: startAtMs, endAt: endAtMs, lastId, limit };
}

type BatchWindow = Pick<HfBatchQuery, 'startAtMs' | 'endAtMs' | 'lastId'>;

/** All rows of a span, week by week and batch by batch. */
function collectWeeks<T extends { readonly id: string }>(
  { fromMs, toMs }: TimeSpan,
  { what, nowMs }: { readonly what: string; readonly nowMs: number },
  fetchBatch: (query: BatchWindow) => Promise<Result<IdBatch<T>>>,
) {
  return collectSpan<T>({
    what,
    fromMs,
    toMs,
    windowMs: weekMs,
    mostWindows,
    kept: ordersKept(nowMs),
    fetchWindow: window =>
      collectBatches<T>({
        fetchBatch: lastId => fetchBatch({ startAtMs: window.fromMs, endAtMs: window.toMs, lastId }),
        idOf: row => row.id,
        mostBatches,
      }),
    idOf: row => row.id,
  });
}

function fillsOf(rows: readonly ListedFill[]): readonly Fill[] {
  return rows.map(({ fill }) => fill);
}

/** Lists of high-frequency orders and of their fills: docs/exchange/endpoints.md §3.6. */
export function createHfReads(send: Send, nowMs: () => number) {
  return { ...createOrderReads(send, nowMs), ...createFillReads(send, nowMs) };
}

/** A trade in the ledger; without a symbol the entry does not say which pair it was. */
interface LedgerTrade {
  readonly id: string;
  readonly symbol: string | null;
}

function createOrderReads(send: Send, nowMs: () => number) {
  const activePage: SpotHfCalls['activePage'] = ({ symbol, page, pageSize: size }, options) =>
    send(
      { endpoint: 'hf.activePage', query: { symbol, pageNum: page, pageSize: size } },
      pageOf(listedSpotOrderRow.active),
      options,
    );
  const doneOrders: SpotHfCalls['doneOrders'] = async (input, options) => {
    const checked = checkWeekWindow(input, 'Order history');
    if (!checked.ok) return checked;
    const row = listedSpotOrderRow.done;
    return await send({ endpoint: 'hf.doneOrders', query: queryOf(input) }, batchOf(row), options);
  };
  return {
    activeOrders: ({ symbol }, options) =>
      send({ endpoint: 'hf.activeOrders', query: { symbol } }, listOf(listedSpotOrderRow.active), options),
    activePage,
    allActive: ({ symbol }, options) =>
      collectPages<Order>({
        fetchPage: page => activePage({ symbol, page, pageSize }, options),
        idOf: order => order.id,
        pageSize,
        maxPages,
      }),
    activeSymbols: (_input, options) => send({ endpoint: 'hf.activeSymbols' }, symbolsBody, options),
    async tradedSymbols({ startAtMs }, options) {
      const read = await collectBatches<LedgerTrade>({
        fetchBatch: async lastId => {
          const query = { bizType: 'TRADE_EXCHANGE', startAt: startAtMs, lastId, limit: ledgerBatchSize };
          const rows = await send({ endpoint: 'wallet.hfLedger', query }, listOf(tradeEntryRow), options);
          return rows.ok ? succeed({ items: rows.value, lastId: rows.value.at(-1)?.id ?? null }) : rows;
        },
        idOf: row => row.id,
        mostBatches: mostLedgerBatches,
      });
      if (!read.ok) return read;
      const symbols = read.value.items.flatMap(({ symbol }) => (symbol === null ? [] : [symbol]));
      return succeed({ items: [...new Set(symbols)], isComplete: read.value.isComplete });
    },
    doneOrders,
    async allDoneOrders({ fromMs, toMs, ...filter }, options) {
      const now = nowMs();
      const range = { what: 'order history', nowMs: now };
      const read = await collectWeeks<Order>({ fromMs, toMs }, range, query =>
        doneOrders({ ...filter, ...query }, options),
      );
      if (!read.ok) return read;
      const missing = [...forgottenCancels({ fromMs, toMs }, now), ...read.value.missing];
      return succeed({ ...read.value, missing });
    },
  } satisfies Partial<SpotHfCalls>;
}

/** Fills of high-frequency orders: docs/exchange/endpoints.md §3.6. */
function createFillReads(send: Send, nowMs: () => number) {
  const fills: SpotHfCalls['fills'] = async (input, options) => {
    const checked = checkWeekWindow(input, 'Fills');
    if (!checked.ok) return checked;
    return await send({ endpoint: 'hf.fills', query: queryOf(input) }, batchOf(listedFillRow), options);
  };
  return {
    fills,
    async allFills({ fromMs, toMs, ...filter }, options) {
      const range = { what: 'fills', nowMs: nowMs() };
      const read = await collectWeeks<ListedFill>({ fromMs, toMs }, range, query =>
        fills({ ...filter, ...query }, options),
      );
      return read.ok ? succeed({ ...read.value, items: fillsOf(read.value.items) }) : read;
    },
    async fillsOfOrder({ orderId, symbol }, options) {
      const read = await collectBatches<ListedFill>({
        fetchBatch: lastId => {
          const query = { symbol, orderId, lastId, limit: batchSize };
          return send({ endpoint: 'hf.fills', query }, batchOf(listedFillRow), options);
        },
        idOf: row => row.id,
        mostBatches,
      });
      return read.ok ? succeed({ ...read.value, items: fillsOf(read.value.items) }) : read;
    },
  } satisfies Partial<SpotHfCalls>;
}
