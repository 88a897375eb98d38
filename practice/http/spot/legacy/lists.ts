import * as z from 'zod/mini';
import { dayMs } from '#practice/kernel/durations.ts';
import { accept } from '#practice/kernel/kernel.ts';
import type { SpotFill } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { given, readQuery, text } from '#practice/http/endpoint/fields.ts';
import { pageFields, pageOf, weekWindow } from '#practice/http/endpoint/pages.ts';
import { filterFields } from '../order-lists.ts';
import { writeFill, writeOrder } from '../records.ts';

/** The old lists beside GET /api/v1/orders: docs/exchange/endpoints.md §3.9. */

const recentLimit = 1000;

/** GET /api/v1/limit/orders: the newest 1000 orders of the last 24 hours, active and done. */
export function listRecentOrders(call: SignedCall): Answer {
  const { spot } = call.exchange;
  const filter = { startAtMs: call.nowMs - dayMs };
  const orders = [...spot.orders(call.accountId, 'active', filter), ...spot.orders(call.accountId, 'done', filter)];
  const newestFirst = orders.toSorted((a, b) => (a.createdAtNs < b.createdAtNs ? 1 : -1));
  return accept(newestFirst.slice(0, recentLimit).map(order => writeOrder(order, call.dialect)));
}

function fillsQuery(minimumPageSize: number) {
  return z.object({
    ...filterFields,
    orderId: z.exactOptional(text(64)),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  });
}

/** A stop's order trades as `limit_stop` or `market_stop`, as it is listed (docs/exchange/states.md §1). */
function typeOf({ type, stop }: SpotFill): string {
  return stop === '' ? type : `${type}_stop`;
}

/** GET /api/v1/fills: a week at most, page by page; with an `orderId` nothing else selects. */
export function listFills(call: SignedCall): Answer {
  const query = readQuery(fillsQuery(call.dialect.minimumPageSize), call.query);
  if (!query.ok) return query;
  const { orderId, symbol, side, type, tradeType, startAt, endAt } = query.value;
  const { spot } = call.exchange;
  const write = (fill: SpotFill) => writeFill(fill, call.dialect);
  if (orderId !== undefined)
    return accept(
      pageOf(
        spot.fills(call.accountId, 0).filter(fill => fill.orderId === orderId),
        query.value,
        write,
      ),
    );
  const window = weekWindow({ ...given({ startAt, endAt }), nowMs: call.nowMs, what: 'fills' });
  if (!window.ok) return window;
  const { startAtMs, endAtMs } = window.value;
  const found = spot
    .fills(call.accountId, startAtMs)
    .filter(fill => fill.createdAtMs <= endAtMs && fill.tradeType === tradeType)
    .filter(fill => (symbol ?? fill.symbol) === fill.symbol && (side ?? fill.side) === fill.side)
    .filter(fill => type === undefined || type === typeOf(fill));
  return accept(pageOf(found, query.value, write));
}
