import { fromUnits } from '#shared/decimal.ts';
import { lesser, magnitudeOf, signOf } from '#practice/kernel/integers.ts';
import { levelOf, rateOne } from '../contract/terms.ts';
import { rebalance, withdraw } from '../orders/cancel.ts';
import { createOrder } from '../orders/place.ts';
import { bankruptPriceOf, shownPrice } from '../position/figures.ts';
import { deleveragingQueue } from '../position/ranking.ts';
import { applyLeg, flatPosition, marginOf, type PositionState, realisedBy } from '../position/state.ts';
import { sideFields } from '../position/holder.ts';
import { positionOf, restingOrders } from '../state/market.ts';
import { availableOf, moveMargin, pay } from '../state/money.ts';
import { recordClosed } from '../state/closed-positions.ts';
import { emitOrder, enrol, finish } from '../state/orders.ts';
import { emitPosition } from '../state/positions.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import { recordRealised } from '../state/transactions.ts';
import { recordFill } from '../state/trades.ts';
import { missingMargin } from '../state/cross.ts';

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

function recordSystemTrade(venue: FuturesVenueState, market: FuturesMarket, leg: SystemLeg): void {
  const { accountId, lots: signed, tradeType, ...trade } = leg;
  const lots = magnitudeOf(signed);
  const side = signed > 0n ? 'buy' : 'sell';
  const { symbol } = market.terms.contract;
  const { mode } = positionOf(market, accountId);
  const order = createOrder(
    venue,
    {
      market,
      accountId,
      placement: { symbol, side, type: 'market', size: fromUnits(lots, 0), marginMode: mode, ...sideFields(accountId) },
      side,
      lots,
      activeLots: lots,
      limit: null,
      leverage: rateOne,
      mode,
      cushion: 0n,
      isReducing: true,
      bound: trade.price,
      marginPrice: trade.price,
    },
    null,
  );
  enrol(venue, order);
  order.dealLots = lots;
  order.dealWorth = trade.worth;
  order.openLots = 0n;
  finish(venue, market, order);
  const free = { fee: 0n, rate: 0n, closedLots: 0n };
  const fill = recordFill(venue, { ...trade, ...free, order, lots, liquidity: 'taker', tradeType });
  emitOrder(venue, order, { change: 'match', fill });
  emitOrder(venue, order, { change: 'filled' });
}

interface Loser {
  readonly accountId: string;
  readonly state: PositionState;
  /** signed value at which the position is taken over: all margin but the reserve is lost */
  readonly cost: bigint;
  readonly price: bigint;
}

/** The insurance account's position after a take-over, and what it must add to carry it; null when it cannot. */
function insure(
  venue: FuturesVenueState,
  market: FuturesMarket,
  loser: Loser,
): { state: PositionState; money: bigint } | null {
  const { terms, mark } = market;
  const { insuranceAccountId: accountId } = venue;
  const before = positionOf(market, accountId);
  const own = before.quantity === 0n ? flatPosition('CROSS') : before;
  const level = levelOf(terms, magnitudeOf(own.cost) + magnitudeOf(loser.cost));
  const leverage = lesser(level.maxLeverage, insuranceLeverage);
  const leg = { lots: loser.state.quantity, cost: loser.cost, leverage, timeMs: venue.clock.nowMs() };
  const { state, deposit, payout } = applyLeg(terms, own, leg);
  const missing = missingMargin(terms, state, mark);
  const money = deposit - payout + missing;
  if (money > availableOf(venue, terms, accountId) + loser.state.reserve) return null;
  return { state: { ...state, added: state.added + missing }, money };
}

/** The position of the loser ends at its bankruptcy price; its reserve for closing is credited to the insurance account. */
function closeBankrupt(venue: FuturesVenueState, market: FuturesMarket, { accountId, state, cost }: Loser): void {
  const { terms } = market;
  const leg = { lots: -state.quantity, cost: -cost, leverage: rateOne, timeMs: venue.clock.nowMs() };
  const result = applyLeg(terms, state, leg);
  const ended = { ...result.state, commission: state.commission + result.payout };
  market.positions.set(accountId, ended);
  recordClosed(venue, market, { accountId, before: state, ended, how: 'LIQUID' });
  recordRealised(venue, market, { accountId, pnl: realisedBy(state, result) - result.payout, fee: 0n });
  pay(venue, terms, { from: venue.clearingAccountId, to: venue.insuranceAccountId, money: result.payout });
}

function takeOver(venue: FuturesVenueState, market: FuturesMarket, loser: Loser): boolean {
  const { insuranceAccountId } = venue;
  if (loser.accountId === insuranceAccountId) return false;
  const insured = insure(venue, market, loser);
  if (insured === null) return false;
  closeBankrupt(venue, market, loser);
  market.positions.set(insuranceAccountId, insured.state);
  moveMargin(venue, market.terms, { accountId: insuranceAccountId, money: insured.money });
  const trade = { price: loser.price, worth: magnitudeOf(loser.cost), tradeId: venue.identifiers.tradeId() };
  const tradeType = 'liquid';
  recordSystemTrade(venue, market, { ...trade, tradeType, accountId: loser.accountId, lots: -loser.state.quantity });
  recordSystemTrade(venue, market, { ...trade, tradeType, accountId: insuranceAccountId, lots: loser.state.quantity });
  emitPosition(venue, market, { accountId: insuranceAccountId, reason: 'positionChange' });
  return true;
}

/**
 * Auto-deleveraging: the loser's position is closed at its bankruptcy price against those who gain most. They can pay:
 * before the mark moved all positions were sound, and the bankruptcy price lies between the two marks or beyond the new
 * one on their side.
 */
function deleverage(venue: FuturesVenueState, market: FuturesMarket, loser: Loser): void {
  const { terms, mark, positions } = market;
  const { quantity } = loser.state;
  const queue = deleveragingQueue(terms, positions, { quantity, mark });
  closeBankrupt(venue, market, loser);
  let left = magnitudeOf(quantity);
  let costLeft = loser.cost;
  for (const accountId of queue) {
    if (left === 0n) break;
    const state = positionOf(market, accountId);
    const lots = lesser(left, magnitudeOf(state.quantity));
    const cost = (costLeft * lots) / left;
    left -= lots;
    costLeft -= cost;
    const leg = { lots: signOf(quantity) * lots, cost, leverage: rateOne, timeMs: venue.clock.nowMs() };
    const result = applyLeg(terms, state, leg);
    positions.set(accountId, result.state);
    if (result.ended !== null)
      recordClosed(venue, market, { accountId, before: state, ended: result.ended, how: 'ADL' });
    moveMargin(venue, terms, { accountId, money: -result.payout });
    recordRealised(venue, market, { accountId, pnl: realisedBy(state, result), fee: 0n });
    const trade = { price: loser.price, worth: magnitudeOf(cost), tradeId: venue.identifiers.tradeId() };
    recordSystemTrade(venue, market, { ...trade, tradeType: 'adl', accountId, lots: leg.lots });
    recordSystemTrade(venue, market, { ...trade, tradeType: 'liquid', accountId: loser.accountId, lots: -leg.lots });
    rebalance(venue, market, accountId);
    emitPosition(venue, market, { accountId, reason: 'positionChange' });
  }
  if (left !== 0n) throw new RangeError(`${terms.contract.symbol}: ${left} lots have no counterparty`);
}

/**
 * Ends a position that has reached its liquidation price: it goes to the insurance account at its bankruptcy price, or,
 * where that account cannot carry it, to those who gain most.
 */
export function seize(venue: FuturesVenueState, market: FuturesMarket, accountId: string): void {
  for (const order of restingOrders(market, accountId)) withdraw(venue, market, order);
  const { terms } = market;
  const state = positionOf(market, accountId);
  const loser: Loser = {
    accountId,
    state,
    cost: state.cost - marginOf(state) + state.reserve,
    price: shownPrice(terms, state, bankruptPriceOf(terms, state)),
  };
  if (!takeOver(venue, market, loser)) deleverage(venue, market, loser);
  rebalance(venue, market, accountId);
  emitPosition(venue, market, { accountId, reason: 'liquidation' });
}
