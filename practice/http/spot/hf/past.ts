import * as z from 'zod/mini';
import { fillNumber, orderNumber } from '#practice/kernel/identifiers.ts';
import { accept, type Outcome } from '#practice/kernel/kernel.ts';
import type { SpotFill, SpotOrder } from '#practice/spot/types.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import {
  choice,
  epochMs,
  given,
  orElse,
  readQuery,
  side,
  symbol,
  text,
  wholeText,
} from '#practice/http/endpoint/fields.ts';
import { weekWindow } from '#practice/http/endpoint/pages.ts';
import { isKept } from '../order-lists.ts';
import { writeHfFill, writeHfOrder } from '../records.ts';

/** Done orders and fills as the high-frequency endpoints list them: docs/exchange/endpoints.md §3.6. */

const batchFields = {
  side: z.exactOptional(side),
  type: z.exactOptional(choice('limit', 'market')),
  lastId: z.exactOptional(wholeText({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  limit: orElse(wholeText({ minimum: 1, maximum: 100 }), 20),
  startAt: z.exactOptional(epochMs),
  endAt: z.exactOptional(epochMs),
};

interface Batch<T> {
  readonly rows: readonly T[];
  readonly numberOf: (row: T) => bigint;
  readonly write: (row: T) => JsonValue;
}

/**
 * The next rows after the one that `lastId` names. The numbers belong to the rows, so a batch begins where the last one
 * ended, whatever has come in at the top meanwhile.
 */
function batchOf<T>({ rows, numberOf, write }: Batch<T>, wanted: { lastId?: number; limit: number }): JsonValue {
  const { lastId = 0, limit } = wanted;
  const items = rows.filter(row => lastId === 0 || numberOf(row) < BigInt(lastId)).slice(0, limit);
  const last = items.at(-1);
  return { lastId: last === undefined ? lastId : numberOf(last), items: items.map(write) };
}

const DoneQuery = z.object({ symbol, ...batchFields });

/** GET /api/v1/hf/orders/done: newest first, a week at most. */
export function listDone(call: SignedCall): Answer {
  const query = readQuery(DoneQuery, call.query);
  if (!query.ok) return query;
  const { symbol: pair, side: way, type, startAt, endAt } = query.value;
  const window = weekWindow({ ...given({ startAt, endAt }), nowMs: call.nowMs, what: 'done orders' });
  if (!window.ok) return window;
  const filter = { symbol: pair, tradeType: 'TRADE' as const, ...given({ side: way }), ...window.value };
  const rows = call.exchange.spot
    .orders(call.accountId, 'done', filter)
    .filter(order => isKept(order, call.nowMs) && (type === undefined || type === order.placement.type));
  return accept(batchOf({ rows, numberOf: numberOfOrder, write: writeHfOrder }, query.value));
}

function numberOfOrder({ id }: SpotOrder): bigint {
  return orderNumber(id) ?? 0n;
}

const FillsQuery = z.object({ symbol, ...batchFields });
const OrderFillsQuery = z.object({ orderId: text(64), lastId: batchFields.lastId, limit: batchFields.limit });
const OrderIdQuery = z.object({ orderId: z.exactOptional(text(64)) });

/** GET /api/v1/hf/fills: newest first, a week at most; with an `orderId` nothing else selects. */
export function listHfFills(call: SignedCall): Answer {
  const one = readQuery(OrderIdQuery, call.query);
  if (!one.ok) return one;
  if (one.value.orderId === undefined) return listSelectedFills(call);
  const query = readQuery(OrderFillsQuery, call.query);
  if (!query.ok) return query;
  const rows = spotFills(call, 0).filter(fill => fill.orderId === query.value.orderId);
  return accept(fillBatch(rows, query.value));
}

function listSelectedFills(call: SignedCall): Answer {
  const query = readQuery(FillsQuery, call.query);
  if (!query.ok) return query;
  const { symbol: pair, side: way, type, startAt, endAt } = query.value;
  const window: Outcome<{ startAtMs: number; endAtMs: number }> = weekWindow({
    ...given({ startAt, endAt }),
    nowMs: call.nowMs,
    what: 'fills',
  });
  if (!window.ok) return window;
  const rows = spotFills(call, window.value.startAtMs).filter(
    fill =>
      fill.symbol === pair &&
      fill.createdAtMs <= window.value.endAtMs &&
      (way === undefined || way === fill.side) &&
      (type === undefined || type === fill.type),
  );
  return accept(fillBatch(rows, query.value));
}

function spotFills(call: SignedCall, sinceMs: number): readonly SpotFill[] {
  return call.exchange.spot.fills(call.accountId, sinceMs).filter(fill => fill.tradeType === 'TRADE');
}

function fillBatch(rows: readonly SpotFill[], wanted: { lastId?: number; limit: number }): JsonValue {
  return batchOf({ rows, numberOf: fillNumber, write: writeHfFill }, wanted);
}
