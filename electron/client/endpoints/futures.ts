import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { isDecimal, isPositive, normalise } from '#shared/decimal.ts';
import { fail, succeed } from '#shared/errors.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import { catalogue, endpointLabel } from '../catalogue.ts';
import type { Send } from '../rest/transport.ts';
import type { FuturesCalls, FuturesStopsQuery } from '../types.ts';
import { listOf } from '../wire/rows.ts';
import { wirePositionSide } from './futures-account/account-rows.ts';
import { futuresOrderText } from './futures-account/order-body.ts';
import { overviewBody, overviewsBody, positionRow } from './futures-account/position-rows.ts';
import { futuresFillRow, futuresOrderRow, futuresStopRow, listedFuturesOrderRow } from './futures-rows.ts';
import { collectPages, pageOf } from './pages.ts';
import { atLeastOne, bodyText, cancelledBody, placedBody } from './placing.ts';
import { checkWeekWindow, checkWindow } from './windows.ts';

const pageSize = 1000;
const orderPageSize = 200;
const maxPages = 20;

function queryOf(input: FuturesStopsQuery) {
  return {
    symbol: input.symbol,
    side: input.side,
    type: input.type,
    startAt: input.startAtMs,
    endAt: input.endAtMs,
    currentPage: input.page,
    pageSize: input.pageSize,
  };
}

/** Lists and look-ups of futures orders: docs/exchange/endpoints.md §8.1. */
function createOrderReads(send: Send) {
  const orders: FuturesCalls['orders'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    const query = { status: input.status, ...queryOf(input) };
    return await send({ endpoint: 'futures.orders', query }, pageOf(listedFuturesOrderRow[input.status]), options);
  };
  const stops: FuturesCalls['stops'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    const read = await send({ endpoint: 'futures.stopOrders', query: queryOf(input) }, pageOf(futuresStopRow), options);
    if (!read.ok) return read;
    return succeed({ ...read.value, items: read.value.items.filter(stop => stop !== null) });
  };
  return {
    orders,
    stops,
    allOrders: (input, options) =>
      collectPages<Order>({
        fetchPage: page => orders({ ...input, page, pageSize: orderPageSize }, options),
        idOf: order => order.id,
        pageSize: orderPageSize,
        maxPages,
      }),
    allStops: (input, options) =>
      collectPages<StopOrder>({
        fetchPage: page => stops({ ...input, page, pageSize }, options),
        idOf: order => order.id,
        pageSize,
        maxPages,
      }),
    recentDoneOrders: ({ symbol }, options) =>
      send({ endpoint: 'futures.recentDoneOrders', query: { symbol } }, listOf(listedFuturesOrderRow.done), options),
    async order({ orderId }, options) {
      return await send({ endpoint: 'futures.order', path: { orderId } }, futuresOrderRow, options);
    },
    async orderByClientOid({ clientOid }, options) {
      return await send({ endpoint: 'futures.orderByClientOid', query: { clientOid } }, futuresOrderRow, options);
    },
  } satisfies Partial<FuturesCalls>;
}

/**
 * docs/exchange/endpoints.md §8.2: the last 1000 of 24 hours at once, or pages of a week. With an order id all else
 * counts for nothing.
 */
function createFillReads(send: Send) {
  return {
    recentFills: ({ symbol }, options) =>
      send({ endpoint: 'futures.recentFills', query: { symbol } }, listOf(futuresFillRow), options),
    async fills(input, options) {
      const checked = checkWeekWindow(input, 'Fills');
      if (!checked.ok) return checked;
      const { orderId, ...filter } = input;
      const query = { orderId, ...queryOf(filter) };
      return await send({ endpoint: 'futures.fills', query }, pageOf(futuresFillRow), options);
    },
  } satisfies Partial<FuturesCalls>;
}

/** Futures: docs/exchange/endpoints.md §7 to §9. */
export function createFuturesCalls(send: Send): FuturesCalls {
  return {
    ...createOrderReads(send),
    ...createFillReads(send),
    place: (order, options) => send({ endpoint: 'futures.place', body: futuresOrderText(order) }, placedBody, options),
    async cancel({ orderId }, options) {
      const answer = await send({ endpoint: 'futures.cancel', path: { orderId } }, cancelledBody, options);
      return atLeastOne(answer, endpointLabel(catalogue['futures.cancel']));
    },
    cancelByClientOid: ({ clientOid, symbol }, options) =>
      send({ endpoint: 'futures.cancelByClientOid', path: { clientOid }, query: { symbol } }, cancelledBody, options),
    async positions({ currency }, options) {
      const answer = await send({ endpoint: 'futures.positions', query: { currency } }, listOf(positionRow), options);
      // an account without positions may get "Position does not exist" (docs/exchange/errors.md §1.3)
      if (!answer.ok) return answer.error.kind === 'not-found' && answer.error.code === '200000' ? succeed([]) : answer;
      return succeed(answer.value.filter(position => position.isOpen));
    },
    async depositMargin({ symbol, positionSide, amount, bizNo }, options) {
      if (!isDecimal(amount) || !isPositive(amount)) {
        return fail('invalid-request', 'The margin to add must be more than zero.', { field: 'amount' });
      }
      if (bizNo.length < 1 || bizNo.length > 36) {
        return fail('invalid-request', 'The unique number of the operation takes 1 to 36 characters.', {
          field: 'bizNo',
        });
      }
      // The one place where an amount becomes a number on the wire: its digits are written, no double is made.
      const body = bodyText({
        symbol,
        margin: { digits: normalise(amount) },
        bizNo,
        positionSide: wirePositionSide(positionSide),
      });
      const answer = await send({ endpoint: 'futures.depositMargin', body }, positionRow, options);
      // the record of this answer has no side (docs/exchange/records.md §9.1)
      return answer.ok ? succeed({ ...answer.value, ...sideField(positionSide) }) : answer;
    },
    overview: ({ currency }, options) =>
      send({ endpoint: 'futures.overview', query: { currency } }, overviewBody, options),
    overviews: ({ currency }, options) =>
      send({ endpoint: 'futures.overviews', query: { currency } }, overviewsBody, options),
  };
}
