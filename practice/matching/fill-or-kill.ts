import { lesser } from '../kernel/integers.ts';
import { type BookSide, type PriceLevel, takable } from './book-side.ts';
import { type Demand, demandOf, mayTradeAt, satisfy, wantedAt } from './taking.ts';
import type { IncomingOrder } from './types.ts';

interface Portion {
  /** null: the unseen rest of the level's icebergs, whose owners have been met with their visible slices */
  readonly owner: string | null;
  readonly lots: bigint;
}

/** What a level would give, in the order in which it would give it. */
function portions(level: PriceLevel): readonly Portion[] {
  const given: Portion[] = [];
  let unseen = 0n;
  for (let order = level.visible.head; order !== null; order = order.next) {
    given.push({ owner: order.owner, lots: takable(order) });
    unseen += order.remaining - order.shown;
  }
  given.push({ owner: null, lots: unseen });
  for (let order = level.hidden.head; order !== null; order = order.next) {
    given.push({ owner: order.owner, lots: takable(order) });
  }
  return given;
}

/**
 * Takes from one level: 'emptied' when all of it is wanted, 'satisfied' when something of it is left over, 'own' when it
 * meets an order of the taker's while it still wants more.
 */
function takeLevel(level: PriceLevel, demand: Demand, owner: string): 'emptied' | 'satisfied' | 'own' {
  for (const portion of portions(level)) {
    if (portion.lots === 0n) continue; // no iceberg here has anything unseen
    const wanted = wantedAt(demand, level.price);
    if (wanted === 0n) return 'satisfied';
    if (portion.owner === owner) return 'own';
    satisfy(demand, level.price, lesser(portion.lots, wanted));
    if (wanted < portion.lots) return 'satisfied';
  }
  return 'emptied';
}

/** By size: all of it. By budget: something, to the last lot that the budget pays for at the last price. */
function isWhole(order: IncomingOrder, demand: Demand, lastPrice: bigint): boolean {
  return order.size === null ? wantedAt(demand, lastPrice) === 0n : demand.lots === 0n;
}

/**
 * True when the order would be filled whole now. It looks only: a fill-or-kill order that fails must leave no trace.
 * Fill-or-kill forces the self-trade prevention CN (docs/exchange/matching.md §4): reaching an order of the same owner
 * kills it. A budget that no longer pays for a lot at one price may pay for one at the next, which is lower for a sale,
 * but that one is reached only when nothing is left at the first.
 */
export function canFillWhole(order: IncomingOrder, against: BookSide): boolean {
  const demand = demandOf(order);
  let lastPrice: bigint | null = null;
  for (const level of against.levels) {
    if (!mayTradeAt(order, level.price) || wantedAt(demand, level.price) === 0n) break;
    const taken = takeLevel(level, demand, order.owner);
    if (taken === 'own') return false;
    lastPrice = level.price;
    if (taken === 'satisfied') break;
  }
  return lastPrice !== null && isWhole(order, demand, lastPrice);
}
