import * as z from 'zod/mini';
import { accept } from '#practice/kernel/kernel.ts';
import type { SpotOrder } from '#practice/spot/types.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { orElse, readQuery, symbol, wholeText } from '#practice/http/endpoint/fields.ts';
import { pageOf } from '#practice/http/endpoint/pages.ts';
import { writeHfOrder } from '../records.ts';

/** Active orders as the high-frequency endpoints list them: docs/exchange/endpoints.md §3.6. */

const SymbolQuery = z.object({ symbol });

/** The account's active spot orders, newest first; of one pair, or of all. */
export function activeOrders(call: SignedCall, pair?: string): readonly SpotOrder[] {
  const filter = { tradeType: 'TRADE' as const, ...(pair === undefined ? {} : { symbol: pair }) };
  return call.exchange.spot.orders(call.accountId, 'active', filter);
}

/** GET /api/v1/hf/orders/active?symbol: all at once, an array. */
export function listActive(call: SignedCall): Answer {
  const query = readQuery(SymbolQuery, call.query);
  return query.ok ? accept(activeOrders(call, query.value.symbol).map(writeHfOrder)) : query;
}

const PageQuery = z.object({
  symbol,
  pageNum: orElse(wholeText({ minimum: 1, maximum: 1_000_000 }), 1),
  pageSize: orElse(wholeText({ minimum: 1, maximum: 50 }), 20),
});

/** GET /api/v1/hf/orders/active/page?symbol&pageNum&pageSize. */
export function listActivePage(call: SignedCall): Answer {
  const query = readQuery(PageQuery, call.query);
  if (!query.ok) return query;
  const { symbol: pair, pageNum: currentPage, pageSize } = query.value;
  return accept(pageOf(activeOrders(call, pair), { currentPage, pageSize }, writeHfOrder));
}

/** GET /api/v1/hf/orders/active/symbols: the pairs that have an active order, the newest first. */
export function listActiveSymbols(call: SignedCall): Answer {
  return accept({ symbols: [...new Set(activeOrders(call).map(order => order.placement.symbol))] });
}
