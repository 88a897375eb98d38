import type { Fill } from '#shared/domain/account/fill.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { CallOptions, ClientCall, Collected, FuturesCalls, SpotCalls } from '#client/types.ts';
import { collectPages } from '../pages.ts';
import { forgottenCancels, ordersKept } from './retention.ts';
import { collectSpan, type Spanned, type TimeSpan, weekMs } from './spans.ts';

interface HistoryQuery extends TimeSpan {
  readonly symbol?: string | undefined;
}

/** Longer spans of the lists that are answered for a week at a time. docs/exchange/endpoints.md §1.4. */
export interface HistoryCalls {
  /** done orders, newest first */
  readonly spotOrders: ClientCall<HistoryQuery, Spanned<Order>>;
  readonly futuresOrders: ClientCall<HistoryQuery, Spanned<Order>>;
  readonly futuresFills: ClientCall<HistoryQuery, Spanned<Fill>>;
}

interface HistoryOptions {
  readonly spot: Pick<SpotCalls, 'allOrders'>;
  readonly futures: Pick<FuturesCalls, 'allOrders' | 'fills'>;
  /** the wall clock, epoch ms: what is kept is counted from now */
  readonly nowMs: () => number;
}

const mostWeeks = 30;
const fillPageSize = 1000;
const mostFillPages = 20;

interface DoneQuery {
  readonly status: 'done';
  readonly symbol?: string | undefined;
  readonly startAtMs: number;
  readonly endAtMs: number;
}

type AllOrders = (query: DoneQuery, options: CallOptions) => Promise<Result<Collected<Order>>>;

function walkOrders(allOrders: AllOrders, nowMs: () => number): HistoryCalls['spotOrders'] {
  return async ({ symbol, ...span }, options) => {
    const now = nowMs();
    const read = await collectSpan<Order>({
      ...span,
      what: 'done orders',
      windowMs: weekMs,
      mostWindows: mostWeeks,
      kept: ordersKept(now),
      fetchWindow: ({ fromMs, toMs }) =>
        allOrders({ status: 'done', symbol, startAtMs: fromMs, endAtMs: toMs }, options),
      idOf: order => order.id,
    });
    if (!read.ok) return read;
    return succeed({ ...read.value, missing: [...forgottenCancels(span, now), ...read.value.missing] });
  };
}

export function createHistoryCalls({ spot, futures, nowMs }: HistoryOptions): HistoryCalls {
  return {
    spotOrders: walkOrders(spot.allOrders, nowMs),
    futuresOrders: walkOrders(futures.allOrders, nowMs),
    futuresFills: ({ symbol, ...span }, options) =>
      collectSpan<Fill>({
        ...span,
        what: 'fills',
        windowMs: weekMs,
        mostWindows: mostWeeks,
        kept: ordersKept(nowMs()),
        fetchWindow: ({ fromMs, toMs }) =>
          collectPages<Fill>({
            fetchPage: page =>
              futures.fills({ symbol, startAtMs: fromMs, endAtMs: toMs, page, pageSize: fillPageSize }, options),
            idOf: fillKey,
            pageSize: fillPageSize,
            maxPages: mostFillPages,
          }),
        idOf: fillKey,
      }),
  };
}
