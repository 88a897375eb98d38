import * as z from 'zod/mini';
import type { SpotOrderRequest } from '#shared/domain/account/order.ts';
import { succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import { listOf } from '#client/wire/rows.ts';
import { textOrNull } from '#client/wire/scalars.ts';
import { type BatchRow, checkBatch, matchOutcomes } from '../batch.ts';
import { atLeastOne, cancelledBody, checkLabels, placedBody, spotOrderText } from '../placing.ts';
import { spotOrderRow } from '../spot-rows.ts';
import type { SpotClassicCalls } from './classic-calls.ts';

/** docs/exchange/endpoints.md §3.9: at most so many orders in one batch. */
const mostInBatch = 5;

/** docs/exchange/endpoints.md §3.9: one row of the classic batch. */
const batchRow = z.pipe(
  z.object({ id: textOrNull, clientOid: textOrNull, status: textOrNull, failMsg: textOrNull }),
  z.transform(
    ({ id, ...row }): BatchRow => ({
      ...row,
      orderId: id,
      success: null,
      dealSize: null,
      remainSize: null,
      canceledSize: null,
    }),
  ),
);

const batchBody = z.pipe(
  z.object({ data: listOf(batchRow) }),
  z.transform(({ data }) => data),
);

/** A classic order has no tags. */
function classicText(order: SpotOrderRequest): string {
  return spotOrderText({ ...order, tags: undefined }, { tradeType: 'TRADE' });
}

/** Spot orders by the classic endpoints: docs/exchange/endpoints.md §3.9. */
export function createSpotClassicCalls(send: Send): SpotClassicCalls {
  return {
    order: ({ orderId }, options) => send({ endpoint: 'classic.order', path: { orderId } }, spotOrderRow, options),
    orderByClientOid: ({ clientOid }, options) =>
      send({ endpoint: 'classic.orderByClientOid', path: { clientOid } }, spotOrderRow, options),
    async place(order, options) {
      const labels = checkLabels([order]);
      if (!labels.ok) return labels;
      return await send({ endpoint: 'classic.place', body: classicText(order) }, placedBody, options);
    },
    async placeBatch({ orders }, options) {
      const checked = checkBatch(orders, mostInBatch);
      if (!checked.ok) return checked;
      const labels = checkLabels(orders);
      if (!labels.ok) return labels;
      const symbol = JSON.stringify(orders[0]?.symbol);
      const body = `{"symbol":${symbol},"orderList":[${orders.map(classicText).join(',')}]}`;
      const answer = await send({ endpoint: 'classic.batch', body }, batchBody, options);
      return answer.ok ? succeed(matchOutcomes(orders, answer.value)) : answer;
    },
    async cancel({ orderId }, options) {
      const answer = await send({ endpoint: 'classic.cancel', path: { orderId } }, cancelledBody, options);
      return atLeastOne(answer, 'classic.cancel');
    },
    cancelByClientOid: ({ clientOid }, options) =>
      send({ endpoint: 'classic.cancelByClientOid', path: { clientOid } }, cancelledBody, options),
    cancelAll: ({ symbol }, options) =>
      send({ endpoint: 'classic.cancelAll', query: { symbol, tradeType: 'TRADE' } }, cancelledBody, options),
  };
}
