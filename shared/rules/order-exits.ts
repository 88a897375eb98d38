import { compare } from '../decimal.ts';
import type { Order } from '../domain/account/order.ts';
import type { StopOrder } from '../domain/account/stop-order.ts';
import type { Created } from './newest-first.ts';

/** An order and the exits that it brings are laid aside by one request: so far apart at most the exchange writes them down. */
const exitsApartMs = 1000;

/** Whether one request may have made both; false where the exchange does not state when one of them was made. */
export function isMadeTogether({ createdAtMs: a }: Created, { createdAtMs: b }: Created): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= exitsApartMs;
}

/** What Fathom places by itself carries a mark; the exits that an order brings carry none. */
export function mayBeExit({ venue, clientOid, isReduceOnly, type, stop, size }: StopOrder): boolean {
  const hasSide = stop === 'up' || stop === 'down';
  return venue === 'futures' && clientOid === null && isReduceOnly && type === 'market' && hasSide && size !== null;
}

/** Whether the stop may have come with the order: it leaves the very position that the order opens. */
function mayBelong(order: Order, stop: StopOrder): boolean {
  if (order.venue !== 'futures' || !order.isActive || order.isReduceOnly || !mayBeExit(stop)) return false;
  if (order.size === null || stop.size === null || order.symbol !== stop.symbol || order.side === stop.side)
    return false;
  return compare(order.size, stop.size) === 0 && isMadeTogether(order, stop);
}

/** What an order brought along. */
export interface OrderExits {
  readonly takeProfit: StopOrder | null;
  readonly stopLoss: StopOrder | null;
}

/**
 * The exits that wait with each open futures order, by the order's id (docs/exchange/endpoints.md §8.6). No record
 * names them: they are matched by the pattern of one request, and an exit that could belong to several orders, or would
 * be two of a kind, is omitted.
 */
export function exitsByOrder(orders: readonly Order[], stops: readonly StopOrder[]): ReadonlyMap<string, OrderExits> {
  const owned = new Map<string, StopOrder[]>();
  for (const stop of stops) {
    const [owner, ...others] = orders.filter(order => mayBelong(order, stop));
    if (owner === undefined || others.length > 0) continue;
    owned.set(owner.id, [...(owned.get(owner.id) ?? []), stop]);
  }
  const exitsOf = new Map<string, OrderExits>();
  for (const order of orders) {
    const exits = owned.get(order.id) ?? [];
    const gains = exits.filter(({ stop }) => (stop === 'up') === (order.side === 'buy'));
    const losses = exits.filter(stop => !gains.includes(stop));
    if (exits.length === 0 || gains.length > 1 || losses.length > 1) continue;
    exitsOf.set(order.id, { takeProfit: gains[0] ?? null, stopLoss: losses[0] ?? null });
  }
  return exitsOf;
}
