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
import { choose, holdersIn } from '../state/settings.ts';
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
function isShort(venue: FuturesVenueState, market: FuturesMarket, holders: readonly string[]): boolean {
  const needed = holders.map(holder => {
    const position = crossPositionOf(market, holder);
    const margin = position === null ? 0n : missingMargin(market.terms, position, market.mark);
    return margin + holdNeeded(market, holder) - (market.holds.get(holder) ?? 0n);
  });
  const [first = ''] = holders;
  return needed.reduce((total, each) => total + each, 0n) > availableOf(venue, market.terms, first);
}

function stateBefore(market: FuturesMarket, holder: string) {
  const orders = crossOrdersOf(market, holder).map(order => ({
    order,
    leverage: order.leverage,
    cushion: order.cushion,
  }));
  return { holder, position: crossPositionOf(market, holder), orders };
}

function restore(market: FuturesMarket, { holder, position, orders }: ReturnType<typeof stateBefore>): void {
  for (const { order, ...old } of orders) {
    Object.assign(order, old);
    resizeOrder(order, order.openLots);
  }
  if (position !== null) market.positions.set(holder, position);
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
  const holders = holdersIn(venue, accountId);
  const checked = holders.map(holder => checkLeverage(market, { accountId: holder, leverage }));
  const refused = checked.find(each => !each.ok);
  if (refused !== undefined) return refused;
  const units = rateUnits(leverage);
  const before = holders.map(holder => stateBefore(market, holder));
  for (const holder of holders) takeLeverage(market, holder, units);
  if (isShort(venue, market, holders)) {
    for (const state of before) restore(market, state);
    return refuse('balance', 'The available balance does not carry the position and orders at this leverage.');
  }
  choose(venue, market, { accountId, crossLeverage: units });
  for (const { holder, position } of before) {
    rebalance(venue, market, holder);
    if (position === null) continue;
    relieve(venue, market, holder);
    support(venue, market, holder);
    emitPosition(venue, market, { accountId: holder, reason: 'marginChange' });
  }
  const { symbol } = market.terms.contract;
  venue.events.emit('crossLeverage', () => ({ kind: 'crossLeverage', accountId, symbol, leverage }));
  return accept(leverage);
}
