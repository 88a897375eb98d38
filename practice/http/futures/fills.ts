import * as z from 'zod/mini';
import type { FuturesFill } from '#practice/futures/order-types.ts';
import { accept, type Outcome } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, epochMs, given, readQuery, side, symbol, text } from '../endpoint/fields.ts';
import { pageFields, pageOf, weekWindow } from '../endpoint/pages.ts';
import { displayTypeOf, writeFuturesFill } from './fill-record.ts';

/** Reading futures fills: docs/exchange/endpoints.md §8.2. */

const dayMs = 24 * 60 * 60 * 1000;
const recentLimit = 1000;
/** Fills are kept for three months, docs/exchange/limits.md §6. */
const keptMs = 90 * dayMs;

const RecentQuery = z.object({ symbol: z.exactOptional(symbol) });

/** GET /api/v1/recentFills: the 1000 newest of the last 24 hours. */
export function listRecentFills(call: SignedCall): Answer {
  const query = readQuery(RecentQuery, call.query);
  if (!query.ok) return query;
  const fills = call.exchange.futures
    .fills(call.accountId, call.nowMs - dayMs)
    .filter(fill => (query.value.symbol ?? fill.symbol) === fill.symbol);
  return accept(fills.slice(0, recentLimit).map(writeFuturesFill));
}

const FillsQuery = z.object({
  orderId: z.exactOptional(text(64)),
  symbol: z.exactOptional(symbol),
  side: z.exactOptional(side),
  type: z.exactOptional(choice('limit', 'market', 'limit_stop', 'market_stop')),
  tradeTypes: z.exactOptional(text(64)),
  startAt: z.exactOptional(epochMs),
  endAt: z.exactOptional(epochMs),
  ...pageFields({ minimumPageSize: 1, maximumPageSize: 1000, defaultPageSize: 50 }),
});
type FillsQuery = z.infer<typeof FillsQuery>;

/** GET /api/v1/fills, newest first; with `orderId` the other filters do not count. */
export function listFills(call: SignedCall): Answer {
  const query = readQuery(FillsQuery, call.query);
  if (!query.ok) return query;
  const fills = query.value.orderId === undefined ? fillsWithin(call, query.value) : fillsOf(call, query.value.orderId);
  if (!fills.ok) return fills;
  const taxes = call.dialect.hasExtraFields ? { openFeeTaxPay: '0', closeFeeTaxPay: '0' } : {};
  return accept(pageOf(fills.value, query.value, fill => ({ ...writeFuturesFill(fill), ...taxes })));
}

function fillsOf(call: SignedCall, orderId: string): Outcome<readonly FuturesFill[]> {
  return accept(
    call.exchange.futures.fills(call.accountId, call.nowMs - keptMs).filter(fill => fill.orderId === orderId),
  );
}

function fillsWithin(call: SignedCall, query: FillsQuery): Outcome<readonly FuturesFill[]> {
  const { startAt, endAt } = query;
  const window = weekWindow({ ...given({ startAt, endAt }), nowMs: call.nowMs, what: 'fills' });
  if (!window.ok) return window;
  const { startAtMs, endAtMs } = window.value;
  const fills = call.exchange.futures.fills(call.accountId, Math.max(startAtMs, call.nowMs - keptMs));
  return accept(fills.filter(fill => fill.createdAtMs <= endAtMs && isWanted(fill, query)));
}

function isWanted(fill: FuturesFill, { symbol: contract, side: way, type, tradeTypes }: FillsQuery): boolean {
  if (contract !== undefined && contract !== fill.symbol) return false;
  if (way !== undefined && way !== fill.side) return false;
  if (type !== undefined && type !== displayTypeOf(fill)) return false;
  return tradeTypes === undefined || tradeTypes.split(',').includes(fill.tradeType);
}
