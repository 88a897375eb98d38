import * as z from 'zod/mini';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { EndpointName } from '#client/catalogue.ts';
import type { Send } from '#client/rest/transport.ts';
import { futuresOrderRow, futuresStopRow } from '../futures-rows.ts';
import { spotStopRow } from '../spot-rows.ts';
import { wireTradeType } from '../windows.ts';
import type { PastPageCalls, StopState } from './page-calls.ts';
import { numbered, readPage } from './page-requests.ts';

const futuresPageSize = 1000;

/** Untriggered stop orders are listed whenever they were placed, so no window is asked for. */
function spotStops(tradeType: 'spot' | 'cross' | 'isolated') {
  return numbered('stops.list', spotStopRow, {
    toQuery: ({ page, size }) => ({ tradeType: wireTradeType(tradeType), currentPage: page, pageSize: size }),
  });
}

const futuresStops = numbered('futures.stopOrders', futuresStopRow, {
  size: futuresPageSize,
  toQuery: ({ page, size }) => ({ currentPage: page, pageSize: size }),
});

const spotStates = { new: 'active', triggered: 'triggered', unknown: 'ended' } as const;

const spotState = z.pipe(
  spotStopRow,
  z.transform(({ status }): StopState => spotStates[status]),
);

/** A triggered stop order keeps its id and becomes an ordinary order, of which the record says no more that it was a stop. */
const futuresState = z.pipe(
  z.unknown(),
  z.transform((value, context): StopState => {
    const [order, stop] = [z.safeParse(futuresOrderRow, value), z.safeParse(futuresStopRow, value)];
    if (!order.success) {
      context.issues.push({ code: 'custom', message: order.error.message, input: value });
      return z.NEVER;
    }
    if (stop.success && (stop.data === null || stop.data.status === 'triggered')) return 'triggered';
    if (order.data.isCancelled) return 'cancelled';
    // a stop that cannot be read may have triggered or not
    return stop.success && order.data.isActive ? 'active' : 'ended';
  }),
);

function look(endpoint: EndpointName, body: z.ZodMiniType<StopState>, orderId: string) {
  return {
    endpoint,
    path: { orderId },
    query: {},
    body,
    toPage: (state: StopState) => ({ rows: [state], total: 1, next: null }),
  };
}

type StopPages = Pick<PastPageCalls, 'spotStops' | 'spotStopState' | 'futuresStops' | 'futuresStopState'>;

/** Untriggered stop orders page by page, and what became of one: docs/exchange/endpoints.md §4 and §8.1. */
export function stopPages(send: Send): StopPages {
  return {
    spotStops: ({ tradeType, ...query }, options) => readPage(send, spotStops(tradeType)(query), options),
    async futuresStops(query, options) {
      const read = await readPage(send, futuresStops(query), options);
      if (!read.ok) return read;
      // an ordinary order on this list belongs to the list of orders
      const rows = read.value.rows.filter((stop): stop is StopOrder => stop !== null);
      const ordinary = read.value.rows.length - rows.length;
      const total = read.value.total === null ? null : read.value.total - ordinary;
      return { ok: true, value: { ...read.value, rows, total } };
    },
    spotStopState: ({ orderId }, options) => readPage(send, look('stops.order', spotState, orderId), options),
    futuresStopState: ({ orderId }, options) => readPage(send, look('futures.order', futuresState, orderId), options),
  };
}
