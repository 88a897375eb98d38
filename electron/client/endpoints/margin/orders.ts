import * as z from 'zod/mini';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import type { MarginOrderRequest, Order, PlacedMarginOrder } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import type { CallOptions } from '#client/types.ts';
import { listOf } from '#client/wire/rows.ts';
import { decimalOrNull, id, text, textOrNull } from '#client/wire/scalars.ts';
import { cancelledBody, checkLabels, spotOrderText } from '../placing.ts';
import { listedFillRow, listedSpotOrderRow, spotOrderRow } from '../spot-rows.ts';
import { batchOf, collectBatches, type IdBatch } from '../walks/last-id.ts';
import { forgottenCancels, ordersKept } from '../walks/retention.ts';
import { collectSpan, type SpanWalk, type Spanned, type TimeSpan, weekMs } from '../walks/spans.ts';
import { checkWeekWindow, checkWindow, wireTradeType } from '../windows.ts';
import type { MarginBatchQuery, MarginFilter, MarginMarket, MarginOrderCalls } from './margin-calls.ts';

/** docs/exchange/endpoints.md §5.1: the document allows 200, newer pages 100. */
const batchSize = 100;
const mostBatches = 100;
const mostWindows = 30;
const fillsKeptMs = 3 * 24 * 60 * 60 * 1000;

const placedMarginBody = z.pipe(
  z.object({ orderId: id, clientOid: textOrNull, borrowSize: decimalOrNull }),
  z.transform(({ borrowSize, ...rest }): PlacedMarginOrder => ({ ...rest, borrowedSize: borrowSize })),
);

const symbolsBody = z.pipe(
  z.object({ symbols: listOf(id) }),
  z.transform(({ symbols }): readonly string[] => symbols),
);

function marketOf({ symbol, tradeType }: MarginMarket) {
  return { symbol, tradeType: wireTradeType(tradeType) };
}

function queryOf({ side, type, startAtMs, endAtMs, lastId, limit = batchSize, ...market }: MarginBatchQuery) {
  return { ...marketOf(market), side, type, startAt: startAtMs, endAt: endAtMs, lastId, limit };
}

/** A list is asked for one trade type: a row that does not say its own is of that. */
function ofType<T extends { readonly tradeType: string }>(rows: readonly T[], tradeType: MarginType): readonly T[] {
  return rows.map(row => (row.tradeType === 'spot' ? { ...row, tradeType } : row));
}

function orderText(order: MarginOrderRequest): string {
  const { tags: _tags, ...known } = order;
  return spotOrderText(known, {
    isIsolated: order.tradeType === 'isolated',
    autoBorrow: order.isAutoBorrow,
    autoRepay: order.isAutoRepay,
  });
}

/** Lists and look-ups of margin orders: docs/exchange/endpoints.md §5.1. */
function createOrderReads(send: Send, nowMs: () => number) {
  const doneOrders: MarginOrderCalls['doneOrders'] = async (input, options) => {
    const checked = checkWeekWindow(input, 'Order history');
    if (!checked.ok) return checked;
    const row = listedSpotOrderRow.done;
    const read = await send({ endpoint: 'margin.doneOrders', query: queryOf(input) }, batchOf(row), options);
    return read.ok ? succeed({ ...read.value, items: ofType(read.value.items, input.tradeType) }) : read;
  };
  return {
    async activeOrders(market, options) {
      const call = { endpoint: 'margin.activeOrders', query: marketOf(market) } as const;
      const read = await send(call, listOf(listedSpotOrderRow.active), options);
      return read.ok ? succeed(ofType(read.value, market.tradeType)) : read;
    },
    activeSymbols: ({ tradeType }, options) =>
      send({ endpoint: 'margin.activeSymbols', query: { tradeType: wireTradeType(tradeType) } }, symbolsBody, options),
    doneOrders,
    async allDoneOrders(input, options) {
      const { fromMs, toMs, ...filter } = input;
      const now = nowMs();
      const read = await collectSpan<Order>({
        what: 'order history',
        fromMs,
        toMs,
        windowMs: weekMs,
        mostWindows,
        kept: ordersKept(now),
        fetchWindow: window =>
          batchesIn(
            window,
            query => doneOrders({ ...filter, ...query }, options),
            row => row.id,
          ),
        idOf: row => row.id,
      });
      if (!read.ok) return read;
      return succeed({ ...read.value, missing: [...forgottenCancels(input, now), ...read.value.missing] });
    },
    async order({ orderId, symbol }, options) {
      return await send({ endpoint: 'margin.order', path: { orderId }, query: { symbol } }, spotOrderRow, options);
    },
    async orderByClientOid({ clientOid, symbol }, options) {
      const call = { endpoint: 'margin.orderByClientOid', path: { clientOid }, query: { symbol } } as const;
      return await send(call, spotOrderRow, options);
    },
  } satisfies Partial<MarginOrderCalls>;
}

type BatchWindow = Pick<MarginBatchQuery, 'startAtMs' | 'endAtMs' | 'lastId'>;

/** All rows of one window of time, batch by batch. */
function batchesIn<T>(
  { fromMs, toMs }: TimeSpan,
  fetchBatch: (query: BatchWindow) => Promise<Result<IdBatch<T>>>,
  idOf: (row: T) => string,
) {
  return collectBatches<T>({
    fetchBatch: lastId => fetchBatch({ startAtMs: fromMs, endAtMs: toMs, lastId }),
    idOf,
    mostBatches,
  });
}

/** docs/exchange/endpoints.md §5.1: a wider window than three days is replaced by the last three. */
function createFillReads(send: Send, nowMs: () => number) {
  const fills: MarginOrderCalls['fills'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    const read = await send({ endpoint: 'margin.fills', query: queryOf(input) }, batchOf(listedFillRow), options);
    if (!read.ok) return read;
    const items = read.value.items.map(({ id: number, fill }) => {
      return { id: number, fill: ofType([fill], input.tradeType)[0] ?? fill };
    });
    return succeed({ ...read.value, items });
  };
  const walk = async ({ fromMs, toMs, ...filter }: MarginFilter & TimeSpan, options: CallOptions) => {
    const span: SpanWalk<{ readonly id: string; readonly fill: Fill }> = {
      what: 'margin fills',
      fromMs,
      toMs,
      windowMs: fillsKeptMs,
      mostWindows: 1,
      kept: {
        sinceMs: nowMs() - fillsKeptMs,
        reason: 'The exchange returns margin fills of the last three days only.',
      },
      fetchWindow: window =>
        batchesIn(
          window,
          query => fills({ ...filter, ...query }, options),
          row => row.id,
        ),
      idOf: row => row.id,
    };
    return await collectSpan(span);
  };
  return {
    fills,
    async allFills(input, options) {
      const read = await walk(input, options);
      return read.ok ? succeed<Spanned<Fill>>({ ...read.value, items: read.value.items.map(row => row.fill) }) : read;
    },
    async fillsOfOrder({ orderId, ...market }, options) {
      const query = { orderId, ...marketOf(market) };
      const read = await send({ endpoint: 'margin.fills', query }, batchOf(listedFillRow), options);
      return read.ok
        ? succeed(
            ofType(
              read.value.items.map(row => row.fill),
              market.tradeType,
            ),
          )
        : read;
    },
  } satisfies Partial<MarginOrderCalls>;
}

/** HF margin orders and fills: docs/exchange/endpoints.md §5.1 and §5.2. */
export function createMarginOrderCalls(send: Send, nowMs: () => number): MarginOrderCalls {
  const placing =
    (endpoint: 'margin.place' | 'margin.placeTest'): MarginOrderCalls['place'] =>
    async (order, options) => {
      const labels = checkLabels([order]);
      if (!labels.ok) return labels;
      return await send({ endpoint, body: orderText(order) }, placedMarginBody, options);
    };
  return {
    ...createOrderReads(send, nowMs),
    ...createFillReads(send, nowMs),
    place: placing('margin.place'),
    placeTest: placing('margin.placeTest'),
    cancel: ({ orderId, symbol }, options) =>
      send({ endpoint: 'margin.cancel', path: { orderId }, query: { symbol } }, cancelledBody, options),
    cancelByClientOid: ({ clientOid, symbol }, options) =>
      send({ endpoint: 'margin.cancelByClientOid', path: { clientOid }, query: { symbol } }, cancelledBody, options),
    cancelAll: (market, options) => send({ endpoint: 'margin.cancelAll', query: marketOf(market) }, text, options),
  };
}
