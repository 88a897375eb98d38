import type { Side } from '#practice/kernel/kernel.ts';
import { holdersOf, ownerOf } from '../position/holder.ts';
import { flatPosition, type PositionState } from '../position/state.ts';
import { createClaimSum } from '../position/claim-sum.ts';
import type { FuturesMarket, FuturesOrderState, FuturesVenueState, RestingClaims } from './state.ts';

export function oppositeOf(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** 1 for a buy, −1 for a sell. */
export function signOfSide(side: Side): 1n | -1n {
  return side === 'buy' ? 1n : -1n;
}

export function positionOf(market: FuturesMarket, accountId: string): PositionState {
  return market.positions.get(accountId) ?? flatPosition('ISOLATED');
}

/** Lots of the account's position that an order of this side would close. */
export function closableLots(market: FuturesMarket, accountId: string, side: Side): bigint {
  const closable = -positionOf(market, accountId).quantity * signOfSide(side);
  return closable > 0n ? closable : 0n;
}

export function restingOrders(market: FuturesMarket, accountId: string): Iterable<FuturesOrderState> {
  return market.restingOf.get(accountId)?.orders ?? [];
}

/** Value of what the account's resting orders of a side may open, money units. */
export function restingValue(market: FuturesMarket, accountId: string, side: Side): bigint {
  return market.restingOf.get(accountId)?.claims[side].worth() ?? 0n;
}

function createRestingClaims(): RestingClaims {
  return { orders: new Set(), claims: { buy: createClaimSum(), sell: createClaimSum() } };
}

export function addResting(market: FuturesMarket, order: FuturesOrderState): void {
  market.resting.set(order.id, order);
  if (order.placement.isHidden === true) market.hidden.add(order);
  if (order.isReducing) market.reducing.add(order);
  const own = market.restingOf.get(order.accountId) ?? createRestingClaims();
  market.restingOf.set(order.accountId, own);
  own.orders.add(order);
  order.claims = own.claims[order.side];
  order.claims.add(order.claim);
}

export function removeResting(market: FuturesMarket, order: FuturesOrderState): void {
  market.resting.delete(order.id);
  market.hidden.delete(order);
  market.reducing.delete(order);
  market.restingOf.get(order.accountId)?.orders.delete(order);
  order.claims?.remove(order.claim);
  order.claims = null;
}

/** The account's resting cross orders that settle in the currency, each with its market. */
export function crossOrders(
  venue: FuturesVenueState,
  accountId: string,
  currency: string,
): readonly { readonly market: FuturesMarket; readonly order: FuturesOrderState }[] {
  return [...venue.markets.values()]
    .filter(({ terms }) => terms.contract.settleCurrency === currency)
    .flatMap(market =>
      holdersOf(ownerOf(accountId), venue.accounts.get(ownerOf(accountId))?.isHedged ?? false).flatMap(holder =>
        Array.from(restingOrders(market, holder), order => ({ market, order })),
      ),
    )
    .filter(({ order }) => order.mode === 'CROSS');
}

/** An account has one margin mode a contract, so its first resting order has the mode of the whole hold. */
export function isCrossHold(market: FuturesMarket, accountId: string): boolean {
  for (const order of restingOrders(market, accountId)) return order.mode === 'CROSS';
  return false;
}

/** The best price of a side, hidden orders included; 0 when the side is empty. */
export function bestPrice(market: FuturesMarket, side: Side): bigint {
  let best = (market.book.best(side) ?? 0n) * market.terms.tick;
  for (const order of market.hidden) {
    const price = order.limit ?? 0n;
    if (order.side === side && (best === 0n || (side === 'buy' ? price > best : price < best))) best = price;
  }
  return best;
}
