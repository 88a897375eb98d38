import * as z from 'zod/mini';
import type { Decimal } from '#shared/decimal.ts';
import type { Page } from '#shared/domain/page.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { Send } from '#client/rest/transport.ts';
import type { CancelRequested, ClientCall, Collected, PageQuery } from '#client/types.ts';
import { listOf } from '#client/wire/rows.ts';
import { decimal, epochMsOrNull, id, side, text, textOrNull } from '#client/wire/scalars.ts';
import { collectPages, pageOf } from '../pages.ts';
import { bodyText, cancelledBody } from '../placing.ts';

export interface OcoRequest {
  readonly clientOid: string;
  readonly symbol: string;
  readonly side: Side;
  readonly size: Decimal;
  /** of the limit order */
  readonly price: Decimal;
  /** when the other one fires, and the price that it then asks */
  readonly stopPrice: Decimal;
  readonly limitPrice: Decimal;
  readonly remark?: string | undefined;
}

/** Two orders of which one ends the other. docs/exchange/endpoints.md §4.1. */
export interface OcoOrder {
  readonly orderId: string;
  readonly clientOid: string | null;
  readonly symbol: string;
  readonly status: 'new' | 'done' | 'triggered' | 'cancelled' | 'unknown';
  readonly createdAtMs: number | null;
}

export interface OcoLeg {
  readonly id: string;
  readonly side: Side;
  readonly price: Decimal;
  readonly stopPrice: Decimal;
  readonly size: Decimal;
  readonly status: string;
}

interface OcoQuery extends PageQuery {
  readonly symbol?: string | undefined;
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
}

export interface OcoCalls {
  readonly place: ClientCall<OcoRequest, { readonly orderId: string }>;
  readonly cancel: ClientCall<{ readonly orderId: string }, CancelRequested>;
  readonly cancelByClientOid: ClientCall<{ readonly clientOid: string }, CancelRequested>;
  /** all of a pair, or those that are named */
  readonly cancelMany: ClientCall<
    { readonly symbol?: string | undefined; readonly orderIds?: readonly string[] | undefined },
    CancelRequested
  >;
  readonly order: ClientCall<{ readonly orderId: string }, OcoOrder>;
  readonly orderByClientOid: ClientCall<{ readonly clientOid: string }, OcoOrder>;
  readonly details: ClientCall<{ readonly orderId: string }, OcoOrder & { readonly legs: readonly OcoLeg[] }>;
  readonly orders: ClientCall<OcoQuery, Page<OcoOrder>>;
  readonly allOrders: ClientCall<Omit<OcoQuery, keyof PageQuery>, Collected<OcoOrder>>;
}

const states: ReadonlyMap<string | null, OcoOrder['status']> = new Map([
  ['NEW', 'new'],
  ['DONE', 'done'],
  ['TRIGGERED', 'triggered'],
  ['CANCELLED', 'cancelled'],
]);

const orderWire = z.object({
  orderId: id,
  clientOid: textOrNull,
  symbol: id,
  status: textOrNull,
  orderTime: epochMsOrNull,
});

function toOrder({ status, orderTime, ...rest }: z.infer<typeof orderWire>): OcoOrder {
  return { ...rest, status: states.get(status) ?? 'unknown', createdAtMs: orderTime };
}

const orderRow = z.pipe(orderWire, z.transform(toOrder));
const legRow = z.object({ id, side, price: decimal, stopPrice: decimal, size: decimal, status: text });
const detailsBody = z.pipe(
  z.extend(orderWire, { orders: listOf(legRow) }),
  z.transform(({ orders, ...wire }) => ({ ...toOrder(wire), legs: orders })),
);

const pageSize = 500;
const maxPages = 20;

/** One-cancels-other orders, which the service marks as old: docs/exchange/endpoints.md §4.1. */
export function createOcoCalls(send: Send): OcoCalls {
  const orders: OcoCalls['orders'] = ({ symbol, startAtMs, endAtMs, page, pageSize: size }, options) => {
    const query = { symbol, startAt: startAtMs, endAt: endAtMs, pageSize: size, currentPage: page };
    return send({ endpoint: 'oco.orders', query }, pageOf(orderRow), options);
  };
  return {
    place: (order, options) => {
      const body = bodyText({ ...order, tradeType: 'TRADE' });
      return send({ endpoint: 'oco.place', body }, z.object({ orderId: id }), options);
    },
    cancel: ({ orderId }, options) => send({ endpoint: 'oco.cancel', path: { orderId } }, cancelledBody, options),
    cancelByClientOid: ({ clientOid }, options) =>
      send({ endpoint: 'oco.cancelByClientOid', path: { clientOid } }, cancelledBody, options),
    cancelMany: ({ symbol, orderIds }, options) =>
      send({ endpoint: 'oco.cancelMany', query: { orderIds: orderIds?.join(','), symbol } }, cancelledBody, options),
    order: ({ orderId }, options) => send({ endpoint: 'oco.order', path: { orderId } }, orderRow, options),
    orderByClientOid: ({ clientOid }, options) =>
      send({ endpoint: 'oco.orderByClientOid', path: { clientOid } }, orderRow, options),
    details: ({ orderId }, options) => send({ endpoint: 'oco.details', path: { orderId } }, detailsBody, options),
    orders,
    allOrders: (input, options) =>
      collectPages<OcoOrder>({
        fetchPage: page => orders({ ...input, page, pageSize }, options),
        idOf: order => order.orderId,
        pageSize,
        maxPages,
      }),
  };
}
