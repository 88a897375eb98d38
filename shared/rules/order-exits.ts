import { compare } from '../decimal.ts';
import type { Order } from '../domain/account/order.ts';
import type { StopOrder } from '../domain/account/stop-order.ts';

/** An order and the exits that it brings are laid aside by one request: so far apart at most the exchange writes them down. */
export const exitsApartMs = 1000;

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
  return compare(order.size, stop.size) === 0 && Math.abs(order.createdAtMs - stop.createdAtMs) <= exitsApartMs;
}

/** What an order brought along. */
export interface OrderExits {
  readonly takeProfit: StopOrder | null;
  readonly stopLoss: StopOrder | null;
}

/**
 * The exits that wait with each active futures order, by the order's id (docs/exchange/endpoints.md §8.6). No record names
 * them: they are told by what one request makes of them, and what could belong to more than one order, or would be two of
 * a kind, is left out.
 */
export function exitsByOrder(orders: readonly Order[], stops: readonly StopOrder[]): ReadonlyMap<string, OrderExits> {
  const owned = new Map<string, StopOrder[]>();
  for (const stop of stops) {
    const [owner, ...others] = orders.filter(order => mayBelong(order, stop));
    if (owner === undefined || others.length > 0) continue;
    owned.set(owner.id, [...(owned.get(owner.id) ?? []), stop]);
  }
  const told = new Map<string, OrderExits>();
  for (const order of orders) {
    const exits = owned.get(order.id) ?? [];
    const gains = exits.filter(({ stop }) => (stop === 'up') === (order.side === 'buy'));
    const losses = exits.filter(stop => !gains.includes(stop));
    if (exits.length === 0 || gains.length > 1 || losses.length > 1) continue;
    told.set(order.id, { takeProfit: gains[0] ?? null, stopLoss: losses[0] ?? null });
  }
  return told;
}
