import type { BatchOutcome, Order, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Send } from '../rest/transport.ts';
import type { CallOptions, SpotCalls, SpotFillsQuery, SpotOrdersQuery } from '../types.ts';
import { listOf } from '../wire/rows.ts';
import { batchRows, checkBatch, matchOutcomes } from './batch.ts';
import { collectPages, pageOf } from './pages.ts';
import { cancelledBody, checkLabels, placedBody, spotOrderText } from './placing.ts';
import { listedSpotOrderRow, spotFillRow, spotOrderRow } from './spot-rows.ts';
import { checkWeekWindow, checkWindow, wireTradeType } from './windows.ts';

const pageSize = 500;
const maxPages = 20;

/** docs/exchange/endpoints.md §3.4: the list of fills holds no more. */
const mostRecentFills = 1000;

function queryOf(input: Partial<Pick<SpotOrdersQuery, 'status'>> & SpotFillsQuery) {
  return {
    orderId: input.orderId,
    status: input.status,
    symbol: input.symbol,
    side: input.side,
    type: input.type,
    tradeType: wireTradeType(input.tradeType),
    startAt: input.startAtMs,
    endAt: input.endAtMs,
    currentPage: input.page,
    pageSize: input.pageSize,
  };
}

interface Batch {
  readonly orders: readonly SpotOrderRequest[];
  readonly mode: { readonly endpoint: 'spot.batch' | 'spot.batchSync'; readonly most: number };
}

async function placeBatch(send: Send, { orders, mode }: Batch, options: CallOptions): Promise<Result<BatchOutcome[]>> {
  const checked = checkBatch(orders, mode.most);
  if (!checked.ok) return checked;
  const labels = checkLabels(orders);
  if (!labels.ok) return labels;
  const body = `{"orderList":[${orders.map(order => spotOrderText(order)).join(',')}]}`;
  const answer = await send({ endpoint: mode.endpoint, body }, batchRows, options);
  return answer.ok ? succeed(matchOutcomes(orders, answer.value)) : answer;
}

/** Spot orders and fills: docs/exchange/endpoints.md §3. */
export function createSpotCalls(send: Send): SpotCalls {
  const orders: SpotCalls['orders'] = async (input, options) => {
    const checked = input.status === 'done' ? checkWeekWindow(input, 'Order history') : checkWindow(input);
    if (!checked.ok) return checked;
    const row = listedSpotOrderRow[input.status];
    return await send({ endpoint: 'spot.orders', query: queryOf(input) }, pageOf(row), options);
  };
  const recentFills: SpotCalls['recentFills'] = (_input, options) =>
    send({ endpoint: 'spot.fills' }, listOf(spotFillRow), options);

  return {
    orders,
    allOrders: (input, options) =>
      collectPages<Order>({
        fetchPage: page => orders({ ...input, page, pageSize }, options),
        idOf: order => order.id,
        pageSize,
        maxPages,
      }),
    recentFills,
    async allRecentFills(input, options) {
      const read = await recentFills(input, options);
      return read.ok ? succeed({ items: read.value, isComplete: read.value.length < mostRecentFills }) : read;
    },
    async pastFills(input, options) {
      const checked = checkWeekWindow(input, 'Fills');
      if (!checked.ok) return checked;
      return await send({ endpoint: 'spot.pastFills', query: queryOf(input) }, pageOf(spotFillRow), options);
    },
    async order({ orderId, symbol }, options) {
      return await send({ endpoint: 'spot.order', path: { orderId }, query: { symbol } }, spotOrderRow, options);
    },
    async orderByClientOid({ clientOid, symbol }, options) {
      const call = { endpoint: 'spot.orderByClientOid', path: { clientOid }, query: { symbol } } as const;
      return await send(call, spotOrderRow, options);
    },
    async place(order, options) {
      const labels = checkLabels([order]);
      if (!labels.ok) return labels;
      return await send({ endpoint: 'spot.place', body: spotOrderText(order) }, placedBody, options);
    },
    placeBatch: (input, options) =>
      placeBatch(send, { orders: input.orders, mode: { endpoint: 'spot.batch', most: 5 } }, options),
    placeBatchSync: (input, options) =>
      placeBatch(send, { orders: input.orders, mode: { endpoint: 'spot.batchSync', most: 20 } }, options),
    cancel: ({ orderId, symbol }, options) =>
      send({ endpoint: 'spot.cancel', path: { orderId }, query: { symbol } }, cancelledBody, options),
    cancelByClientOid: ({ clientOid, symbol }, options) =>
      send({ endpoint: 'spot.cancelByClientOid', path: { clientOid }, query: { symbol } }, cancelledBody, options),
  };
}
