import type { SpotStopRequest, StopOrder } from '#shared/domain/account/stop-order.ts';
import { catalogue, endpointLabel } from '../catalogue.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Send } from '../rest/transport.ts';
import type { Collected, SpotStopsQuery, StopCalls } from '../types.ts';
import { listOf } from '../wire/rows.ts';
import { collectPages, pageOf } from './pages.ts';
import { atLeastOne, bodyText, cancelledBody, firstOf, placedBody } from './placing.ts';
import { spotStopRow } from './spot-rows.ts';
import { checkWindow, wireTradeType } from './windows.ts';

const pageSize = 500;
const maxPages = 20;

/** docs/exchange/endpoints.md §4 and §5.4. */
function stopText(order: SpotStopRequest): string {
  const onMargin =
    order.tradeType === undefined ? {} : { isIsolated: order.tradeType === 'isolated', autoRepay: order.isAutoRepay };
  return bodyText({
    clientOid: order.clientOid,
    symbol: order.symbol,
    type: order.type,
    side: order.side,
    stop: order.stop,
    stopPrice: order.stopPrice,
    price: order.price,
    size: order.size,
    funds: order.funds,
    timeInForce: order.timeInForce,
    remark: order.remark,
    ...onMargin,
  });
}

function queryOf(input: SpotStopsQuery) {
  return {
    symbol: input.symbol,
    side: input.side,
    type: input.type,
    tradeType: wireTradeType(input.tradeType),
    startAt: input.startAtMs,
    endAt: input.endAtMs,
    currentPage: input.page,
    orderIds: input.orderIds?.join(','),
    pageSize: input.pageSize,
    stop: input.stop,
  };
}

/** Each of them, or why one of them is unknown. */
function together(reads: readonly Result<Collected<StopOrder>>[]): Result<Collected<StopOrder>> {
  const items: StopOrder[] = [];
  let isComplete = true;
  for (const read of reads) {
    if (!read.ok) return read;
    items.push(...read.value.items);
    isComplete &&= read.value.isComplete;
  }
  return succeed({ items, isComplete });
}

/** Spot stop orders: docs/exchange/endpoints.md §4; those on margin §5.4. */
export function createStopCalls(send: Send): StopCalls {
  const list: StopCalls['list'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    return await send({ endpoint: 'stops.list', query: queryOf(input) }, pageOf(spotStopRow), options);
  };

  const all: StopCalls['all'] = (input, options) =>
    collectPages<StopOrder>({
      fetchPage: page => list({ ...input, page, pageSize }, options),
      idOf: order => order.id,
      pageSize,
      maxPages,
    });

  return {
    list,
    all,
    async ofAllTypes({ symbol }, options) {
      const types = [undefined, 'cross', 'isolated'] as const;
      return together(await Promise.all(types.map(tradeType => all({ symbol, tradeType }, options))));
    },
    async order({ orderId }, options) {
      return await send({ endpoint: 'stops.order', path: { orderId } }, spotStopRow, options);
    },
    async orderByClientOid({ clientOid, symbol, tradeType }, options) {
      const onSpot = { endpoint: 'stops.orderByClientOid', query: { clientOid, symbol } } as const;
      const onMargin = { endpoint: 'margin.stopByClientOid', query: { clientOid } } as const;
      const call = tradeType === undefined ? onSpot : onMargin;
      return firstOf(await send(call, listOf(spotStopRow), options), endpointLabel(catalogue[call.endpoint]));
    },
    place: (order, options) => {
      const endpoint = order.tradeType === undefined ? 'stops.place' : 'margin.placeStop';
      return send({ endpoint, body: stopText(order) }, placedBody, options);
    },
    async cancel({ orderId, tradeType }, options) {
      const onSpot = { endpoint: 'stops.cancel', path: { orderId } } as const;
      const onMargin = { endpoint: 'margin.cancelStop', query: { orderId } } as const;
      const call = tradeType === undefined ? onSpot : onMargin;
      return atLeastOne(await send(call, cancelledBody, options), endpointLabel(catalogue[call.endpoint]));
    },
    cancelByClientOid: ({ clientOid, symbol }, options) =>
      send({ endpoint: 'stops.cancelByClientOid', query: { clientOid, symbol } }, cancelledBody, options),
  };
}
