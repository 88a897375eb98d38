import * as z from 'zod/mini';
import { dayMs } from '#practice/kernel/durations.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { SpotFill, SpotOrder } from '#practice/spot/types.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import {
  choice,
  epochMs,
  given,
  largeWholeText,
  orElse,
  readQuery,
  side,
  symbol,
  text,
  wholeText,
} from '../endpoint/fields.ts';
import { openWindow, weekWindow } from '../endpoint/pages.ts';
import { fillIdOf, writeMarginFill, writeMarginOrder } from './records.ts';
import { marginTradeType } from './orders.ts';

/** Fills and done orders of margin, batch by batch: docs/exchange/endpoints.md §5.1. */

const fillWindowMs = 3 * dayMs;
const mostFills = 200;
const mostDone = 100;
const any = wholeText({ minimum: 1, maximum: 1_000_000 });

const batchFields = {
  symbol,
  tradeType: marginTradeType,
  side: z.exactOptional(side),
  type: z.exactOptional(choice('limit', 'market')),
  lastId: z.exactOptional(largeWholeText),
  startAt: z.exactOptional(epochMs),
  endAt: z.exactOptional(epochMs),
};

const FillQuery = z.object({ ...batchFields, limit: orElse(any, 100) });
const DoneQuery = z.object({ ...batchFields, limit: orElse(any, 20) });
const OrderQuery = z.object({ orderId: text(64) });

interface Selection {
  readonly symbol: string;
  readonly tradeType: string;
  readonly side?: string;
  readonly type?: string;
}

/** GET /api/v3/hf/margin/fills: newest first. With an orderId everything else is ignored. */
export function listFills(call: SignedCall): Answer {
  const fills = marginFills(call);
  const byOrder = readQuery(OrderQuery, call.query);
  if (byOrder.ok)
    return batchOf(fills.filter(fill => fill.orderId === byOrder.value.orderId).slice(0, mostFills), call);
  const query = readQuery(FillQuery, call.query);
  if (!query.ok) return query;
  const known = knownPair(call, query.value.symbol);
  if (!known.ok) return known;
  const asked = openWindow(query.value);
  if (!asked.ok) return asked;
  const { limit, lastId } = query.value;
  const { startAtMs, endAtMs } = fillWindow(query.value, call.nowMs);
  const found = fills
    .filter(fill => isWanted(fill, query.value))
    .filter(fill => fill.createdAtMs >= startAtMs && fill.createdAtMs <= endAtMs)
    .filter(fill => lastId === undefined || fillIdOf(fill) < lastId);
  return batchOf(found.slice(0, Math.min(limit, mostFills)), call);
}

function knownPair({ exchange }: SignedCall, name: string): Outcome<null> {
  return exchange.spot.pair(name) === null ? refuse('symbol-unknown', 'symbol not exists', 'symbol') : accept(null);
}

/** Of this account, on margin, within the last 3 * 24 hours; newest first. */
function marginFills(call: SignedCall): readonly SpotFill[] {
  return call.exchange.spot
    .fills(call.accountId, call.nowMs - fillWindowMs)
    .filter(fill => fill.tradeType !== 'TRADE')
    .toSorted((a, b) => (fillIdOf(a) < fillIdOf(b) ? 1 : -1));
}

/** A window wider than the last 3 * 24 hours is replaced by them. */
function fillWindow({ startAt, endAt }: { startAt?: number; endAt?: number }, nowMs: number) {
  const whole = { startAtMs: nowMs - fillWindowMs, endAtMs: nowMs };
  const [startAtMs, endAtMs] = [startAt ?? whole.startAtMs, endAt ?? nowMs];
  return endAtMs - startAtMs > fillWindowMs ? whole : { startAtMs, endAtMs };
}

function batchOf(fills: readonly SpotFill[], { dialect }: SignedCall): Answer {
  const last = fills.at(-1);
  return accept({
    items: fills.map(fill => writeMarginFill(fill, dialect)),
    lastId: last === undefined ? 0 : fillIdOf(last),
  });
}

/** GET /api/v3/hf/margin/orders/done: newest first, at most a week at a time. */
export function listDoneOrders(call: SignedCall): Answer {
  const query = readQuery(DoneQuery, call.query);
  if (!query.ok) return query;
  const known = knownPair(call, query.value.symbol);
  if (!known.ok) return known;
  const { startAt, endAt, limit, lastId } = query.value;
  const window = weekWindow({ ...given({ startAt, endAt }), nowMs: call.nowMs, what: 'done orders' });
  if (!window.ok) return window;
  const found = doneOrders(call, query.value, window).filter(
    order => lastId === undefined || order.createdAtNs < lastId,
  );
  const items = found.slice(0, Math.min(limit, mostDone));
  return accept({
    lastId: items.at(-1)?.createdAtNs ?? 0,
    items: items.map((order): JsonValue => writeMarginOrder(order, call.dialect)),
  });
}

function doneOrders(
  call: SignedCall,
  selection: z.infer<typeof DoneQuery>,
  window: Extract<Outcome<{ startAtMs: number; endAtMs: number }>, { ok: true }>,
): readonly SpotOrder[] {
  const { symbol: pair, tradeType, side: way, type } = selection;
  return call.exchange.spot
    .orders(call.accountId, 'done', { symbol: pair, tradeType, ...given({ side: way }), ...window.value })
    .filter(({ placement }) => type === undefined || placement.type === type);
}

function isWanted(fill: SpotFill, wanted: Selection): boolean {
  return (
    fill.symbol === wanted.symbol &&
    fill.tradeType === wanted.tradeType &&
    (wanted.side ?? fill.side) === fill.side &&
    (wanted.type ?? fill.type) === fill.type
  );
}
