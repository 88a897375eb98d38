import type { SpotStopRequest, StopOrder } from '#shared/domain/account/stop-order.ts';
import { catalogue, endpointLabel } from '../catalogue.ts';
import type { Send } from '../rest/transport.ts';
import type { SpotStopsQuery, StopCalls } from '../types.ts';
import { listOf } from '../wire/scalars.ts';
import { collectPages, pageOf } from './pages.ts';
import { atLeastOne, bodyText, cancelledBody, firstOf, noneOrOne, placedBody } from './placing.ts';
import { spotStopRow } from './spot-rows.ts';
import { checkWindow, wireTradeType } from './windows.ts';

const pageSize = 500;
const maxPages = 20;

/** docs/exchange/endpoints.md §4. */
function stopText(order: SpotStopRequest): string {
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

/** Spot stop orders: docs/exchange/endpoints.md §4. */
export function createStopCalls(send: Send): StopCalls {
  const list: StopCalls['list'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    return await send({ endpoint: 'stops.list', query: queryOf(input) }, pageOf(spotStopRow), options);
  };

  return {
    list,
    all: (input, options) =>
      collectPages<StopOrder>({
        fetchPage: page => list({ ...input, page, pageSize }, options),
        idOf: order => order.id,
        pageSize,
        maxPages,
      }),
    async order({ orderId }, options) {
      const answer = await send({ endpoint: 'stops.order', path: { orderId } }, noneOrOne(spotStopRow), options);
      return firstOf(answer, endpointLabel(catalogue['stops.order']));
    },
    async orderByClientOid({ clientOid, symbol }, options) {
      const call = { endpoint: 'stops.orderByClientOid', query: { clientOid, symbol } } as const;
      return firstOf(
        await send(call, listOf(spotStopRow), options),
        endpointLabel(catalogue['stops.orderByClientOid']),
      );
    },
    place: (order, options) => send({ endpoint: 'stops.place', body: stopText(order) }, placedBody, options),
    async cancel({ orderId }, options) {
      const answer = await send({ endpoint: 'stops.cancel', path: { orderId } }, cancelledBody, options);
      return atLeastOne(answer, endpointLabel(catalogue['stops.cancel']));
    },
    cancelByClientOid: ({ clientOid, symbol }, options) =>
      send({ endpoint: 'stops.cancelByClientOid', query: { clientOid, symbol } }, cancelledBody, options),
  };
}
