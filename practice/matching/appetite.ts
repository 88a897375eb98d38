import { isWithin } from './ladder.ts';
import type { IncomingOrder } from './types.ts';

/** What an incoming order still wants while it walks through the book. */
export interface Appetite {
  /** lots still wanted, at most */
  lots: bigint;
  /** ticks×lots still to spend; null when only the size limits */
  budget: bigint | null;
}

/** An order without a size is limited by its budget alone; a lot costs at least one tick, so the budget bounds its lots. */
export function appetiteOf(order: IncomingOrder): Appetite {
  return { lots: order.size ?? order.budget ?? 0n, budget: order.budget };
}

/** How many lots it would take at this price: 0 when it is satisfied. */
export function wantedAt({ lots, budget }: Appetite, price: bigint): bigint {
  return budget === null ? lots : lesser(lots, budget / price);
}

export function feed(appetite: Appetite, price: bigint, lots: bigint): void {
  appetite.lots -= lots;
  if (appetite.budget !== null) appetite.budget -= price * lots;
}

/** The order's own limit and the collar both bind. */
export function mayTradeAt(order: IncomingOrder, price: bigint): boolean {
  if (order.price !== null && !isWithin(order.side, price, order.price)) return false;
  return order.worstPrice === null || isWithin(order.side, price, order.worstPrice);
}

export function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
