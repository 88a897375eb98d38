import type { Order } from '#shared/domain/account/order.ts';
import type { Send } from '#client/rest/transport.ts';
import { listedFuturesOrderRow } from '../futures-rows.ts';
import { listedSpotOrderRow } from '../spot-rows.ts';
import { batchOf, type IdBatch } from '../walks/last-id.ts';
import { wireTradeType } from '../windows.ts';
import type { PastPageCalls, PastPageQuery } from './page-calls.ts';
import { numbered, readPage } from './page-requests.ts';

const doneBatch = 100;
const activePageSize = 50;
const futuresPageSize = 1000;

function spotOrders(status: 'active' | 'done', tradeType: 'spot' | 'cross' | 'isolated') {
  return numbered('spot.orders', listedSpotOrderRow[status], {
    toQuery: ({ fromMs, toMs, page, size }) => ({
      status,
      tradeType: wireTradeType(tradeType),
      startAt: fromMs,
      endAt: toMs,
      currentPage: page,
      pageSize: size,
    }),
  });
}

function hfActiveOrders(symbol: string) {
  return numbered('hf.activePage', listedSpotOrderRow.active, {
    size: activePageSize,
    toQuery: ({ page, size }) => ({ symbol, pageNum: page, pageSize: size }),
  });
}

function hfDoneOrders({ fromMs, toMs, cursor }: PastPageQuery, symbol: string) {
  return {
    endpoint: 'hf.doneOrders' as const,
    query: { symbol, startAt: fromMs, endAt: toMs, lastId: cursor, limit: doneBatch },
    body: batchOf(listedSpotOrderRow.done),
    toPage: ({ items, lastId }: IdBatch<Order>) => {
      const isLast = items.length === 0 || lastId === (cursor ?? null);
      return { rows: items, total: null, next: isLast ? null : lastId };
    },
  };
}

function futuresOrders(status: 'active' | 'done') {
  return numbered('futures.orders', listedFuturesOrderRow[status], {
    size: futuresPageSize,
    toQuery: ({ fromMs, toMs, page, size }) => ({
      status,
      startAt: fromMs,
      endAt: toMs,
      currentPage: page,
      pageSize: size,
    }),
  });
}

type OrderPages = Pick<PastPageCalls, 'spotOrders' | 'hfActiveOrders' | 'hfDoneOrders' | 'futuresOrders'>;

/** Lists of orders, page by page: docs/exchange/endpoints.md §3.1, §3.6 and §8.1. */
export function orderPages(send: Send): OrderPages {
  return {
    spotOrders: ({ status, tradeType, ...query }, options) =>
      readPage(send, spotOrders(status, tradeType)(query), options),
    hfActiveOrders: ({ symbol, ...query }, options) => readPage(send, hfActiveOrders(symbol)(query), options),
    hfDoneOrders: ({ symbol, ...query }, options) => readPage(send, hfDoneOrders(query, symbol), options),
    futuresOrders: ({ status, ...query }, options) => readPage(send, futuresOrders(status)(query), options),
  };
}
