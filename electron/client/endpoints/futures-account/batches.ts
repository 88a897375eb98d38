import * as z from 'zod/mini';
import type { FuturesOrderRequest, PlacedOrder } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import type { CancelRequested, ClientCall } from '#client/types.ts';
import { cleanExchangeText } from '#client/wire/exchange-text.ts';
import { rowsInPlace } from '#client/wire/rows.ts';
import { textOrNull } from '#client/wire/scalars.ts';
import { cancelledBody, placedBody } from '../placing.ts';
import { futuresOrderText } from './order-body.ts';

/** One row's fate, by the mark or the id that was sent. `null`: the exchange did not report it. */
export interface FuturesRowOutcome {
  readonly orderId: string | null;
  readonly clientOid: string | null;
  readonly outcome: 'done' | 'rejected' | 'unknown';
  readonly code: string | null;
  readonly message: string | null;
}

export interface TakeProfitRequest extends Omit<FuturesOrderRequest, 'stop' | 'stopPrice'> {
  readonly triggerUpPrice?: FuturesOrderRequest['stopPrice'];
  readonly triggerDownPrice?: FuturesOrderRequest['stopPrice'];
}

/** docs/exchange/endpoints.md §8.5. */
export interface FuturesBatchCalls {
  readonly placeTest: ClientCall<FuturesOrderRequest, PlacedOrder>;
  /** an order with its two exits; the one that fires ends the other */
  readonly placeTakeProfit: ClientCall<TakeProfitRequest, PlacedOrder>;
  readonly placeBatch: ClientCall<{ readonly orders: readonly FuturesOrderRequest[] }, readonly FuturesRowOutcome[]>;
  readonly cancelMany: ClientCall<{ readonly orderIds: readonly string[] }, readonly FuturesRowOutcome[]>;
  readonly cancelAll: ClientCall<{ readonly symbol: string }, CancelRequested>;
  readonly cancelAllStops: ClientCall<{ readonly symbol?: string | undefined }, CancelRequested>;
}

const most = 20;
/** docs/exchange/records.md §12: a row of a batch is done with either. */
const success = new Set<string | null>(['200000', '200']);

const row = z.object({ orderId: textOrNull, clientOid: textOrNull, code: textOrNull, msg: textOrNull });

function outcomeOf({ orderId, clientOid, code, msg }: z.infer<typeof row>): FuturesRowOutcome {
  const message = msg === null ? null : cleanExchangeText(msg);
  return { orderId, clientOid, code, message, outcome: success.has(code) ? 'done' : 'rejected' };
}

/** Rows are matched by what was sent; what the answer does not name is `unknown`, not failed. */
function matchRows(
  sent: readonly string[],
  rows: readonly (z.infer<typeof row> | null)[],
  by: 'orderId' | 'clientOid',
): readonly FuturesRowOutcome[] {
  const named = new Map(rows.flatMap(each => (each === null || each[by] === null ? [] : [[each[by], each] as const])));
  return sent.map(name => {
    const found = named.get(name);
    if (found !== undefined) return outcomeOf(found);
    const nothing = { orderId: null, clientOid: null, code: null, message: null };
    return { ...nothing, [by]: name, outcome: 'unknown' };
  });
}

/** Many at once, and all of a contract: docs/exchange/endpoints.md §8.5. */
export function createFuturesBatchCalls(send: Send): FuturesBatchCalls {
  return {
    placeTest: (order, options) =>
      send({ endpoint: 'futures.placeTest', body: futuresOrderText(order) }, placedBody, options),
    placeTakeProfit: ({ triggerUpPrice, triggerDownPrice, ...order }, options) => {
      const triggers = { triggerStopUpPrice: triggerUpPrice, triggerStopDownPrice: triggerDownPrice };
      return send(
        { endpoint: 'futures.placeTakeProfit', body: futuresOrderText(order, triggers) },
        placedBody,
        options,
      );
    },
    async placeBatch({ orders }, options) {
      const marks = orders.map(({ clientOid }) => clientOid);
      if (orders.length < 1 || orders.length > most || new Set(marks).size !== marks.length) {
        return fail('invalid-request', `A batch takes 1 to ${most} orders, each with a mark of its own.`, {
          field: 'orders',
        });
      }
      const body = `[${orders.map(order => futuresOrderText(order)).join(',')}]`;
      const answer = await send({ endpoint: 'futures.placeBatch', body }, rowsInPlace(row), options);
      return answer.ok ? succeed(matchRows(marks, answer.value, 'clientOid')) : answer;
    },
    async cancelMany({ orderIds }, options) {
      if (orderIds.length < 1 || orderIds.length > most) {
        return fail('invalid-request', `Name 1 to ${most} orders.`, { field: 'orderIds' });
      }
      const body = `{"orderIdsList":${JSON.stringify(orderIds)}}`;
      const answer = await send({ endpoint: 'futures.cancelMany', body }, rowsInPlace(row), options);
      return answer.ok ? succeed(matchRows(orderIds, answer.value, 'orderId')) : answer;
    },
    cancelAll: ({ symbol }, options) =>
      send({ endpoint: 'futures.cancelAll', query: { symbol } }, cancelledBody, options),
    cancelAllStops: ({ symbol }, options) =>
      send({ endpoint: 'futures.cancelAllStops', query: { symbol } }, cancelledBody, options),
  };
}
