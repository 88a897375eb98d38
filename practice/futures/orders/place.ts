import { fromUnits, toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { IncomingOrder, MatchReport } from '#practice/matching/types.ts';
import { ownerOf } from '../position/holder.ts';
import { addResting } from '../state/market.ts';
import { canAfford, holdNeeded, setHold } from '../state/money.ts';
import { drop, emitOrder, enrol, finish, resizeOrder } from '../state/orders.ts';
import { emitPosition } from '../state/positions.ts';
import type { FuturesMarket, FuturesOrderState, FuturesVenueState } from '../state/state.ts';
import { rebalance, withdraw } from './cancel.ts';
import { cancelUnsafeRestingOrders } from './unsafe-resting-orders.ts';
import { prepareOrder, type PreparedFuturesOrder, prepareStop } from './prepare.ts';
import { settleTrade } from './settle.ts';
import type { FuturesRequest } from './validate.ts';

/** An order as prepared; with `source` it is a stop order that has triggered and keeps its identity. */
export function createOrder(
  venue: FuturesVenueState,
  prepared: PreparedFuturesOrder,
  source: FuturesOrderState | null,
): FuturesOrderState {
  const nowMs = venue.clock.nowMs();
  const order: FuturesOrderState = {
    id: source?.id ?? venue.identifiers.orderId(),
    accountId: prepared.accountId,
    placement: source?.placement ?? placedAs(prepared),
    terms: prepared.market.terms,
    side: prepared.side,
    lots: prepared.lots,
    limit: prepared.limit,
    exit: null,
    leverage: prepared.leverage,
    mode: prepared.mode,
    cushion: prepared.cushion,
    isReducing: prepared.isReducing,
    isLiquidation: prepared.isLiquidation === true,
    createdAtMs: source?.createdAtMs ?? nowMs,
    createdAtNs: source?.createdAtNs ?? venue.clock.nowNs(),
    openLots: 0n,
    dealLots: 0n,
    dealWorth: 0n,
    status: 'open',
    hasCancelled: prepared.activeLots < prepared.lots,
    isTriggered: source === null ? null : true,
    marginPrice: prepared.marginPrice,
    claim: { lots: 0n, margin: 0n, lotMargin: 0n, worth: 0n, isReduceOnly: prepared.isReducing, isForceHold: false },
    claims: null,
    updatedAtMs: nowMs,
    endedAtMs: null,
  };
  resizeOrder(order, prepared.activeLots);
  return order;
}

/** A close order's side and size are the system's to fill in. */
function placedAs({ placement, side, lots }: PreparedFuturesOrder): PreparedFuturesOrder['placement'] {
  return placement.isCloseOrder === true && placement.stop === undefined
    ? { ...placement, side, size: fromUnits(lots, 0) }
    : placement;
}

function incoming(prepared: PreparedFuturesOrder, order: FuturesOrderState): IncomingOrder {
  const { placement } = prepared;
  const { tick } = prepared.market.terms;
  const isLimit = prepared.limit !== null;
  const timeInForce = placement.timeInForce ?? 'GTC';
  return {
    id: order.id,
    owner: ownerOf(prepared.accountId),
    side: prepared.side,
    price: prepared.limit === null ? null : prepared.limit / tick,
    size: prepared.activeLots,
    budget: null,
    worstPrice: prepared.bound / tick,
    timeInForce,
    isPostOnly: isLimit && timeInForce !== 'IOC' && placement.isPostOnly === true,
    isHidden: isLimit && placement.isHidden === true,
    visibleSize:
      isLimit && placement.isIceberg === true && placement.visibleSize !== undefined
        ? toUnits(placement.visibleSize, 0)
        : null,
    selfTradePrevention: placement.selfTradePrevention ?? null,
  };
}

function rest(market: FuturesMarket, order: FuturesOrderState): void {
  order.marginPrice = order.limit ?? order.marginPrice;
  resizeOrder(order, order.openLots);
  addResting(market, order);
}

/** Self-trade prevention has taken resting orders off the book. */
function endPrevented(venue: FuturesVenueState, market: FuturesMarket, report: MatchReport): void {
  for (const { orderId } of report.cancellations) {
    const order = market.resting.get(orderId);
    if (order !== undefined) withdraw(venue, market, order);
  }
}

interface MatchedOrder {
  readonly order: FuturesOrderState;
  readonly report: MatchReport;
}

function conclude(venue: FuturesVenueState, market: FuturesMarket, { order, report }: MatchedOrder): void {
  if (report.cancelled > 0n) order.hasCancelled = true;
  if (report.resting > 0n) {
    rest(market, order);
    emitOrder(venue, order, { change: 'open' });
    return;
  }
  resizeOrder(order, 0n);
  finish(venue, market, order);
  const change = report.cancelled > 0n ? 'canceled' : 'filled';
  emitOrder(venue, order, { change });
}

function rejectionOf(report: MatchReport): Outcome<never> | null {
  if (report.outcome === 'refused-post-only') return refuse('post-only-would-take', 'A post-only order would take.');
  if (report.outcome !== 'no-counterparty' || report.cancellations.length > 0) return null;
  return refuse('no-counterparty', 'There is nothing to trade with at an allowed price.');
}

function takesAtOnce({ market, side, limit, placement }: PreparedFuturesOrder): boolean {
  if (placement.isPostOnly !== true || limit === null || placement.timeInForce === 'IOC') return false;
  return market.book.wouldTake(side, limit / market.terms.tick);
}

function match(
  venue: FuturesVenueState,
  prepared: PreparedFuturesOrder,
  order: FuturesOrderState,
): Outcome<MatchReport> {
  const { market, accountId } = prepared;
  market.incoming = order;
  if (!setHold(venue, market, { accountId, money: holdNeeded(market, accountId) })) {
    market.incoming = null;
    return refuse('balance', 'The available balance does not cover the order margin.');
  }
  cancelUnsafeRestingOrders(venue, prepared);
  const report = market.book.place(incoming(prepared, order));
  const rejection = rejectionOf(report);
  if (rejection === null) return accept(report);
  market.incoming = null;
  rebalance(venue, market, accountId);
  return rejection;
}

function settle(venue: FuturesVenueState, market: FuturesMarket, { order, report }: MatchedOrder): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const trade of report.trades) {
    const maker = market.resting.get(trade.makerOrderId);
    if (maker === undefined) throw new RangeError(`the venue does not know the order ${trade.makerOrderId}`);
    touched.add(order.accountId).add(maker.accountId);
    settleTrade(venue, market, { trade, taker: order, maker });
  }
  return touched;
}

/** What has come of an order that was placed. */
export interface PlacedOrder {
  readonly market: FuturesMarket;
  readonly order: FuturesOrderState;
  /** whose positions have changed */
  readonly touched: ReadonlySet<string>;
}

/**
 * Holds the margin, matches and settles a prepared order. Refuses without a trace when money or counterparty are missing.
 * With `source` it is a stop order that has triggered.
 */
export function executeOrder(
  venue: FuturesVenueState,
  prepared: PreparedFuturesOrder,
  source: FuturesOrderState | null,
): Outcome<PlacedOrder> {
  const { market, accountId } = prepared;
  market.book.makeReady(); // what fills it is placed here as well, and one order comes in at a time
  if (takesAtOnce(prepared)) return refuse('post-only-would-take', 'A post-only order would take.');
  const order = createOrder(venue, prepared, source);
  const report = match(venue, prepared, order);
  if (!report.ok) return report;
  const matched = { order, report: report.value };
  if (source !== null) drop(venue, source);
  enrol(venue, order);
  const touched = settle(venue, market, matched);
  market.incoming = null;
  conclude(venue, market, matched);
  endPrevented(venue, market, matched.report);
  rebalance(venue, market, accountId);
  for (const owner of touched) {
    rebalance(venue, market, owner);
    emitPosition(venue, market, { accountId: owner, reason: 'positionChange' });
  }
  return accept({ market, order, touched });
}

/** Places an order and trades it. A rejection has moved nothing. */
export function placeOrder(venue: FuturesVenueState, request: FuturesRequest): Outcome<PlacedOrder> {
  const prepared = prepareOrder(venue, request);
  return prepared.ok ? executeOrder(venue, prepared.value, null) : prepared;
}

/** Everything that placing checks, the account's money and the book included; moves nothing. */
export function testOrder(venue: FuturesVenueState, request: FuturesRequest): Outcome<null> {
  if (request.placement.stop !== undefined) {
    const stop = prepareStop(venue, request);
    return stop.ok ? accept(null) : stop;
  }
  const prepared = prepareOrder(venue, request);
  if (!prepared.ok) return prepared;
  if (takesAtOnce(prepared.value)) return refuse('post-only-would-take', 'A post-only order would take.');
  if (canAfford(venue, prepared.value.market, createOrder(venue, prepared.value, null))) return accept(null);
  return refuse('balance', 'The available balance does not cover the order margin.');
}
