import { failureOf } from '#practice/http/failures.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { FuturesOrder } from '#practice/futures/order-types.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import { readPlacement } from '../placing.ts';

/** docs/exchange/endpoints.md §8.5: limit, market and stop orders together. */
const mostOrders = 20;

/** POST /api/v1/orders/multi: the body is a list; each order succeeds or fails by itself, in the order of the list. */
export function placeMany(call: SignedCall): Answer {
  const { body } = call;
  if (!Array.isArray(body) || body.length === 0 || body.length > mostOrders) {
    return refuse('parameter', `the body must be a list of 1 to ${mostOrders} orders`, 'body');
  }
  return accept(body.map((entry: unknown) => rowOf(entry, placeOne(call, entry))));
}

function placeOne(call: SignedCall, entry: unknown): Outcome<FuturesOrder> {
  const placement = readPlacement(call, entry);
  return placement.ok ? call.exchange.futures.place(call.accountId, placement.value) : placement;
}

function textOf(entry: unknown, name: 'clientOid' | 'symbol'): string | null {
  if (typeof entry !== 'object' || entry === null || !(name in entry)) return null;
  const value: unknown = Reflect.get(entry, name);
  return typeof value === 'string' ? value : null;
}

/** A failed row has no orderId. */
function rowOf(entry: unknown, placed: Outcome<FuturesOrder>): JsonFields {
  const named = { clientOid: textOf(entry, 'clientOid'), symbol: textOf(entry, 'symbol') };
  if (placed.ok) return { orderId: placed.value.id, ...named, code: '200000', msg: 'success' };
  const { code, message } = failureOf('futures', placed, false);
  return { ...named, code, msg: message };
}
