import { type Decimal, compare, scaleOf } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { divideCeil, magnitudeOf } from '#practice/kernel/integers.ts';
import { levelOf, rateOne, rateScale, rateUnits, worthOf, writeRate } from '../contract/terms.ts';
import { rebalance } from '../orders/cancel.ts';
import type { PositionState } from '../position/state.ts';
import { positionOf, restingOrders } from '../state/market.ts';
import { availableOf, holdNeeded } from '../state/money.ts';
import { resizeOrder } from '../state/orders.ts';
import { emitPosition } from '../state/positions.ts';
import { choose } from '../state/settings.ts';
import type { FuturesMarket, FuturesOrderState, FuturesVenueState } from '../state/state.ts';
import { missingMargin, relieve, support } from '../state/cross.ts';

interface LeverageRequest {
  readonly accountId: string;
  readonly leverage: Decimal;
}

function crossOrdersOf(market: FuturesMarket, accountId: string): readonly FuturesOrderState[] {
  return [...restingOrders(market, accountId)].filter(order => order.mode === 'CROSS');
}

function crossPositionOf(market: FuturesMarket, accountId: string): PositionState | null {
  const state = positionOf(market, accountId);
  return state.quantity !== 0n && state.mode === 'CROSS' ? state : null;
}

/** The position at another leverage: more or less of the same margin is what it needs, the rest was added to it. */
function atLeverage(state: PositionState, leverage: bigint): PositionState {
  const initial = divideCeil(magnitudeOf(state.cost) * rateOne, leverage);
  return { ...state, initial, added: state.added + state.initial - initial };
}

function checkLeverage(market: FuturesMarket, { accountId, leverage }: LeverageRequest): Outcome<bigint> {
  const { terms } = market;
  if (scaleOf(leverage) > rateScale || compare(leverage, '1') < 0) {
    return refuse('leverage', 'The leverage must be at least 1.', 'leverage');
  }
  const units = rateUnits(leverage);
  let worth = magnitudeOf(crossPositionOf(market, accountId)?.cost ?? 0n);
  for (const order of crossOrdersOf(market, accountId)) worth += worthOf(terms, order.openLots, order.marginPrice);
  const most = worth === 0n ? terms.maxLeverage : levelOf(terms, worth).maxLeverage;
  if (units <= most) return accept(units);
  return refuse('leverage', `The leverage must be at most ${writeRate(most)} now.`, 'leverage');
}

function takeLeverage(market: FuturesMarket, accountId: string, leverage: bigint): void {
  const { terms } = market;
  for (const order of crossOrdersOf(market, accountId)) {
    const { maintain } = levelOf(terms, worthOf(terms, order.openLots, order.marginPrice));
    order.leverage = leverage;
    order.cushion = (rateOne * rateOne) / leverage - maintain;
    resizeOrder(order, order.openLots);
  }
  const position = crossPositionOf(market, accountId);
  if (position !== null) market.positions.set(accountId, atLeverage(position, leverage));
}

/** What the wallet lacks to carry the position and the orders as they stand. */
function isShort(venue: FuturesVenueState, market: FuturesMarket, accountId: string): boolean {
  const position = crossPositionOf(market, accountId);
  const margin = position === null ? 0n : missingMargin(market.terms, position, market.mark);
  const hold = holdNeeded(market, accountId) - (market.holds.get(accountId) ?? 0n);
  return margin + hold > availableOf(venue, market.terms, accountId);
}

/**
 * Changes the leverage of an account's cross orders and position in a contract; refused where the wallet could not
 * carry them then. Orders of the future take it whatever leverage they name.
 */
export function changeCrossLeverage(
  venue: FuturesVenueState,
  market: FuturesMarket,
  request: LeverageRequest,
): Outcome<Decimal> {
  const { accountId, leverage } = request;
  const units = checkLeverage(market, request);
  if (!units.ok) return units;
  const before = {
    position: crossPositionOf(market, accountId),
    orders: crossOrdersOf(market, accountId).map(order => ({
      order,
      leverage: order.leverage,
      cushion: order.cushion,
    })),
  };
  takeLeverage(market, accountId, units.value);
  if (isShort(venue, market, accountId)) {
    for (const { order, ...old } of before.orders) {
      Object.assign(order, old);
      resizeOrder(order, order.openLots);
    }
    if (before.position !== null) market.positions.set(accountId, before.position);
    return refuse('balance', 'The available balance does not carry the position and orders at this leverage.');
  }
  choose(venue, market, { accountId, crossLeverage: units.value });
  rebalance(venue, market, accountId);
  if (before.position !== null) {
    relieve(venue, market, accountId);
    support(venue, market, accountId);
    emitPosition(venue, market, { accountId, reason: 'marginChange' });
  }
  const { symbol } = market.terms.contract;
  venue.events.emit('crossLeverage', () => ({ kind: 'crossLeverage', accountId, symbol, leverage }));
  return accept(leverage);
}
