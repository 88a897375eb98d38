import { fromUnits } from '#shared/decimal.ts';
import { availableOf, moveMargin, pay } from './clearing.ts';
import { greater, lesser, magnitudeOf, signOf } from './contract/integers.ts';
import { levelOf, rateOne, type Terms } from './contract/terms.ts';
import { type Floor, type Market, positionOf, recordFill, restingOrders } from './market.ts';
import { cancelOrder, rebalance } from './orders/cancelling.ts';
import { writeOrder } from './orders/register.ts';
import { endOrder, writeFill } from './orders/settlement.ts';
import { createOrder } from './orders/trading.ts';
import { bankruptPriceOf, equityAt, isLiquidatable, shownPrice } from './position/figures.ts';
import { deleveragingQueue } from './position/ranking.ts';
import { applyLeg, flatPosition, marginOf, type PositionState } from './position/state.ts';
import { tellPosition } from './views/position-view.ts';

/** The insurance account carries what it takes over at no more than this leverage. */
const insuranceLeverage = 10n * rateOne;

/** A trade that the system makes between two accounts, off the book. */
interface SystemTrade {
  readonly price: bigint;
  readonly worth: bigint;
  readonly tradeId: bigint;
}

interface SystemLeg extends SystemTrade {
  readonly accountId: string;
  /** signed: a sale below zero */
  readonly lots: bigint;
  readonly tradeType: 'liquid' | 'adl';
}

function recordSystemTrade(floor: Floor, market: Market, leg: SystemLeg): void {
  const { accountId, lots: signed, tradeType, ...deal } = leg;
  const lots = magnitudeOf(signed);
  const side = signed > 0n ? 'buy' : 'sell';
  const { symbol } = market.terms.contract;
  const order = createOrder(
    floor,
    {
      market,
      accountId,
      placement: { symbol, side, type: 'market', size: fromUnits(lots, 0) },
      side,
      lots,
      activeLots: lots,
      limit: null,
      leverage: rateOne,
      mode: positionOf(market, accountId).mode,
      cushion: 0n,
      isReducing: true,
      bound: deal.price,
      marginPrice: deal.price,
    },
    null,
  );
  floor.register.add(order);
  order.dealLots = lots;
  order.dealWorth = deal.worth;
  order.openLots = 0n;
  endOrder(floor, market, order);
  const free = { fee: 0n, rate: 0n, closedLots: 0n };
  const fill = writeFill(floor, market.terms, { ...deal, ...free, order, lots, liquidity: 'taker', tradeType });
  recordFill(floor, fill);
  floor.emit({ kind: 'order', change: 'match', order: writeOrder(order), fill });
  floor.emit({ kind: 'order', change: 'filled', order: writeOrder(order), fill: null });
}

interface Loser {
  readonly accountId: string;
  readonly state: PositionState;
  /** signed value at which the position is taken over: all margin but the reserve is lost */
  readonly cost: bigint;
  readonly price: bigint;
}

/** The insurance account's position after a take-over, and what it must add to carry it; null when it cannot. */
function insure(floor: Floor, market: Market, loser: Loser): { state: PositionState; money: bigint } | null {
  const { terms, mark } = market;
  const { insuranceAccountId: accountId } = floor;
  const before = positionOf(market, accountId);
  const own = before.quantity === 0n ? flatPosition('CROSS') : before;
  const level = levelOf(terms, magnitudeOf(own.cost) + magnitudeOf(loser.cost));
  const leverage = lesser(level.maxLeverage, insuranceLeverage);
  const leg = { lots: loser.state.quantity, cost: loser.cost, leverage, timeMs: floor.clock.nowMs() };
  const { state, deposit, payout } = applyLeg(terms, own, leg);
  const missing = missingMargin(terms, state, mark);
  const money = deposit - payout + missing;
  if (money > availableOf(floor, terms, accountId) + loser.state.reserve) return null;
  return { state: { ...state, added: state.added + missing }, money };
}

/** What a cross position lacks of its initial margin at the mark. */
function missingMargin(terms: Terms, state: PositionState, mark: bigint): bigint {
  return greater(state.initial + state.reserve - equityAt(terms, state, mark), 0n);
}

/** The loser's position ends at its bankruptcy price; what was reserved for closing goes to the insurance account. */
function bury(floor: Floor, market: Market, { accountId, state, cost }: Loser): void {
  const { terms } = market;
  const leg = { lots: -state.quantity, cost: -cost, leverage: rateOne, timeMs: floor.clock.nowMs() };
  const result = applyLeg(terms, state, leg);
  market.positions.set(accountId, { ...result.state, commission: state.commission + result.payout });
  pay(floor, terms, { from: floor.clearingAccountId, to: floor.insuranceAccountId, money: result.payout });
}

function takeOver(floor: Floor, market: Market, loser: Loser): boolean {
  const { insuranceAccountId } = floor;
  if (loser.accountId === insuranceAccountId) return false;
  const insured = insure(floor, market, loser);
  if (insured === null) return false;
  bury(floor, market, loser);
  market.positions.set(insuranceAccountId, insured.state);
  moveMargin(floor, market.terms, { accountId: insuranceAccountId, money: insured.money });
  const deal = { price: loser.price, worth: magnitudeOf(loser.cost), tradeId: floor.identifiers.tradeId() };
  const tradeType = 'liquid';
  recordSystemTrade(floor, market, { ...deal, tradeType, accountId: loser.accountId, lots: -loser.state.quantity });
  recordSystemTrade(floor, market, { ...deal, tradeType, accountId: insuranceAccountId, lots: loser.state.quantity });
  tellPosition(floor, market, { accountId: insuranceAccountId, reason: 'positionChange' });
  return true;
}

/**
 * Auto-deleveraging: the loser's position is closed at its bankruptcy price against those who gain most. They can pay:
 * before the mark moved all positions were sound, and the bankruptcy price lies between the two marks or beyond the new
 * one on their side.
 */
function deleverage(floor: Floor, market: Market, loser: Loser): void {
  const { terms, mark, positions } = market;
  const { quantity } = loser.state;
  const queue = deleveragingQueue(terms, positions, { quantity, mark });
  bury(floor, market, loser);
  let left = magnitudeOf(quantity);
  let costLeft = loser.cost;
  for (const accountId of queue) {
    if (left === 0n) break;
    const state = positionOf(market, accountId);
    const lots = lesser(left, magnitudeOf(state.quantity));
    const cost = (costLeft * lots) / left;
    left -= lots;
    costLeft -= cost;
    const leg = { lots: signOf(quantity) * lots, cost, leverage: rateOne, timeMs: floor.clock.nowMs() };
    const result = applyLeg(terms, state, leg);
    positions.set(accountId, result.state);
    moveMargin(floor, terms, { accountId, money: -result.payout });
    const deal = { price: loser.price, worth: magnitudeOf(cost), tradeId: floor.identifiers.tradeId() };
    recordSystemTrade(floor, market, { ...deal, tradeType: 'adl', accountId, lots: leg.lots });
    recordSystemTrade(floor, market, { ...deal, tradeType: 'liquid', accountId: loser.accountId, lots: -leg.lots });
    rebalance(floor, market, accountId);
    tellPosition(floor, market, { accountId, reason: 'positionChange' });
  }
  if (left !== 0n) throw new RangeError(`${terms.contract.symbol}: ${left} lots have no counterparty`);
}

function liquidate(floor: Floor, market: Market, accountId: string): void {
  for (const order of restingOrders(market, accountId)) cancelOrder(floor, market, order);
  const { terms } = market;
  const state = positionOf(market, accountId);
  const loser: Loser = {
    accountId,
    state,
    cost: state.cost - marginOf(state) + state.reserve,
    price: shownPrice(terms, state, bankruptPriceOf(terms, state)),
  };
  if (!takeOver(floor, market, loser)) deleverage(floor, market, loser);
  rebalance(floor, market, accountId);
  tellPosition(floor, market, { accountId, reason: 'liquidation' });
}

/** A cross position lives on its account's available money: it takes what it lacks, as far as that goes. */
function support(floor: Floor, market: Market, accountId: string): void {
  const { terms, mark } = market;
  const state = positionOf(market, accountId);
  const money = lesser(missingMargin(terms, state, mark), availableOf(floor, terms, accountId));
  if (money === 0n) return;
  moveMargin(floor, terms, { accountId, money });
  market.positions.set(accountId, { ...state, added: state.added + money });
}

/** And gives back what it no longer needs of it. */
function relieve(floor: Floor, market: Market, accountId: string): void {
  const { terms, mark } = market;
  const state = positionOf(market, accountId);
  const surplus = equityAt(terms, state, mark) - state.initial - state.reserve;
  const money = lesser(surplus, state.added);
  if (money <= 0n) return;
  moveMargin(floor, terms, { accountId, money: -money });
  market.positions.set(accountId, { ...state, added: state.added - money });
}

/**
 * Looks after positions at the mark: cross ones are topped up, those that have reached their liquidation price go to
 * the insurance account at their bankruptcy price, or, where it cannot carry them, to the counterparties. Afterwards no
 * position is bankrupt at the mark.
 */
export function sweepPositions(floor: Floor, market: Market, accountIds: Iterable<string>): void {
  const { insuranceAccountId } = floor;
  const accounts = [...accountIds].filter(accountId => accountId !== insuranceAccountId);
  const crossed: string[] = [];
  for (const accountId of [insuranceAccountId, ...accounts]) {
    const { quantity, mode } = positionOf(market, accountId);
    if (quantity === 0n) continue;
    if (mode === 'CROSS') {
      support(floor, market, accountId);
      crossed.push(accountId);
    }
    if (isLiquidatable(market.terms, positionOf(market, accountId), market.mark)) liquidate(floor, market, accountId);
  }
  for (const accountId of crossed) {
    if (positionOf(market, accountId).quantity !== 0n) relieve(floor, market, accountId);
  }
}
