import { signOf } from '#practice/kernel/integers.ts';
import { closingLimitOf } from '../position/figures.ts';
import { openingLimitOf } from '../position/order-margin.ts';
import { bestPrice, closableLots, oppositeOf, positionOf, restingOrders } from '../state/market.ts';
import type { FuturesMarket, FuturesOrderState, FuturesVenueState } from '../state/state.ts';
import { withdraw } from './cancel.ts';
import type { PreparedFuturesOrder } from './prepare.ts';

/** Levels looked at to see how far an order can reach. */
const depth = 100;

function isWithin(side: 'buy' | 'sell', price: bigint, bound: bigint): boolean {
  return side === 'buy' ? price <= bound : price >= bound;
}

/** The worst price that the incoming order can come to trade at: hidden liquidity only makes it better. */
function reachOf({ market, side, activeLots, bound, limit, placement }: PreparedFuturesOrder): bigint {
  const worst = limit ?? bound;
  // self-trade prevention may remove what it would have met
  if (placement.selfTradePrevention !== undefined) return worst;
  let missing = activeLots;
  for (const [ticks, lots] of market.book.levels(oppositeOf(side), depth)) {
    const price = ticks * market.terms.tick;
    if (!isWithin(side, price, worst)) return worst;
    missing -= lots;
    if (missing <= 0n) return price;
  }
  return worst;
}

interface Reach {
  readonly side: 'buy' | 'sell';
  readonly reach: bigint;
}

/** Orders that only reduce and would find that others of their account have closed the position before them. */
function excessOf(market: FuturesMarket, { side, reach }: Reach): readonly FuturesOrderState[] {
  const makerSide = oppositeOf(side);
  const inReach = (order: FuturesOrderState): boolean =>
    order.side === makerSide && isWithin(side, order.limit ?? 0n, reach);
  const accounts = new Set([...market.reducing].filter(inReach).map(order => order.accountId));
  const found: FuturesOrderState[] = [];
  for (const accountId of accounts) {
    const own = [...restingOrders(market, accountId)].filter(inReach);
    let excess = own.reduce((lots, order) => lots + order.openLots, 0n) - closableLots(market, accountId, makerSide);
    for (const order of own.filter(each => each.isReducing).toReversed()) {
      if (excess <= 0n) break;
      excess -= order.openLots;
      found.push(order);
    }
  }
  return found;
}

/** A resting order whose trade would at once be liquidated, or close a position below its bankruptcy. */
function isUnsafe(market: FuturesMarket, order: FuturesOrderState): boolean {
  const { terms, mark } = market;
  const price = order.limit ?? 0n;
  const breaks = (limit: bigint | null): boolean => limit !== null && !isWithin(order.side, price, limit);
  if (!order.isReducing && breaks(openingLimitOf(terms, order, mark))) return true;
  const position = positionOf(market, order.accountId);
  const isClosing = signOf(position.quantity) === (order.side === 'buy' ? -1n : 1n);
  return isClosing && breaks(closingLimitOf(terms, position));
}

/** What the order could match in the present book, and must not. */
function unsafeRestingOrders(prepared: PreparedFuturesOrder): readonly FuturesOrderState[] {
  const { market, side } = prepared;
  const best = bestPrice(market, oppositeOf(side));
  if (best === 0n || !isWithin(side, best, prepared.limit ?? prepared.bound)) return [];
  const reach = reachOf(prepared);
  const excess = market.reducing.size > 0 ? excessOf(market, { side, reach }) : [];
  if (!isWithin(side, best, market.mark) || best === market.mark) return excess;
  const isMet = (order: FuturesOrderState): boolean => order.side !== side && isWithin(side, order.limit ?? 0n, reach);
  return [...excess, ...[...market.resting.values()].filter(order => isMet(order) && isUnsafe(market, order))];
}

/**
 * Before an order takes: resting orders on the wrong side of the mark, left there by its jump, may no longer be safe to
 * trade, and orders that only reduce may be more than the position. The risk engine cancels them first, so that no
 * trade ever makes a position that is bankrupt at the mark. What is cancelled lets the order reach further, where more
 * of them may stand.
 */
export function cancelUnsafeRestingOrders(venue: FuturesVenueState, prepared: PreparedFuturesOrder): void {
  const { market } = prepared;
  for (let obstacles = unsafeRestingOrders(prepared); obstacles.length > 0; obstacles = unsafeRestingOrders(prepared)) {
    for (const order of new Set(obstacles)) withdraw(venue, market, order);
  }
}
