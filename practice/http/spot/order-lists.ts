import * as z from 'zod/mini';
import { accept, type Outcome } from '#practice/kernel/kernel.ts';
import type { SpotOrder, SpotOrderFilter } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, epochMs, given, orElse, readQuery, side, symbol } from '../endpoint/fields.ts';
import { openWindow, pageFields, pageOf, weekWindow } from '../endpoint/pages.ts';
import { familyOf } from './family.ts';
import { writeFill, writeOrder } from './records.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** "One month" and "six months" of history, docs/exchange/endpoints.md §1.4. */
const cancelledRetentionMs = 30 * dayMs;
const filledRetentionMs = 180 * dayMs;
const recentFillLimit = 1000;

export const tradeType = choice('TRADE', 'MARGIN_TRADE', 'MARGIN_ISOLATED_TRADE');
const orderType = choice('limit', 'market', 'limit_stop', 'market_stop');

/** The parameters that order lists and stop lists share. */
export const filterFields = {
  symbol: z.exactOptional(symbol),
  side: z.exactOptional(side),
  type: z.exactOptional(orderType),
  tradeType: orElse(tradeType, 'TRADE'),
  startAt: z.exactOptional(epochMs),
  endAt: z.exactOptional(epochMs),
};

/** GET /api/v1/orders, docs/exchange/endpoints.md §3.1: newest first, done by default. Empty, the page of a high-frequency account has no array. */
export function listOrders(call: SignedCall): Answer {
  const query = readQuery(ordersQuery(call.dialect.minimumPageSize), call.query);
  if (!query.ok) return query;
  const { status, startAt, endAt } = query.value;
  const { symbol: pair, side: way, type, tradeType: kind } = query.value;
  const filter = { ...given({ symbol: pair, side: way, type }), tradeType: kind };
  const window: Outcome<SpotOrderFilter> =
    status === 'active'
      ? openWindow(query.value)
      : weekWindow({ ...given({ startAt, endAt }), nowMs: call.nowMs, what: 'done orders' });
  if (!window.ok) return window;
  const found = call.exchange.spot.orders(call.accountId, status, { ...filter, ...window.value });
  const kept = status === 'active' ? found : found.filter(order => isKept(order, call.nowMs));
  const page = pageOf(kept, query.value, order => writeOrder(order, call.dialect));
  return accept(familyOf(call) === 'hf' && kept.length === 0 ? { ...page, items: null } : page);
}

function ordersQuery(minimumPageSize: number) {
  return z.object({
    ...filterFields,
    status: orElse(choice('active', 'done'), 'done'),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  });
}

/** Cancelled orders are kept for a month, filled ones for six. */
export function isKept(order: SpotOrder, nowMs: number): boolean {
  const ageMs = nowMs - (order.endedAtMs ?? order.updatedAtMs);
  return ageMs <= (order.cancelExist ? cancelledRetentionMs : filledRetentionMs);
}

/**
 * GET /api/v1/limit/fills, docs/exchange/endpoints.md §3.4: the 1000 newest of the last 24 hours. Its record knows no
 * isolated margin.
 */
export function listRecentFills(call: SignedCall): Answer {
  const fills = call.exchange.spot
    .fills(call.accountId, call.nowMs - dayMs)
    .filter(fill => fill.tradeType !== 'MARGIN_ISOLATED_TRADE');
  return accept(fills.slice(0, recentFillLimit).map(fill => writeFill(fill, call.dialect)));
}
