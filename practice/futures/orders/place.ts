import { toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { IncomingOrder, MatchReport } from '#practice/matching/types.ts';
import { canAfford, holdNeeded, setHold } from '../state/money.ts';
import { cancelOrder, rebalance } from './cancel.ts';
import { clearTheWay } from './clear-the-way.ts';
import { addResting, type FuturesVenueState, type FuturesMarket } from '../state/state.ts';
import { type FuturesOrderState, recordOf } from '../state/orders.ts';
import type { FuturesDraft } from './sizing.ts';
import { emitPosition } from '../state/positions.ts';
import { endOrder, resizeOrder, settleTrade } from './settle.ts';

/** An order as drafted; with `source` it is a stop order that has triggered and keeps its identity. */
export function createOrder(
  venue: FuturesVenueState,
  draft: FuturesDraft,
  source: FuturesOrderState | null,
): FuturesOrderState {
  const nowMs = venue.clock.nowMs();
  const order: FuturesOrderState = {
    id: source?.id ?? venue.identifiers.orderId(),
    accountId: draft.accountId,
    placement: source?.placement ?? placedAs(draft),
    terms: draft.market.terms,
    side: draft.side,
    lots: draft.lots,
    limit: draft.limit,
    leverage: draft.leverage,
    mode: draft.mode,
    cushion: draft.cushion,
    isReducing: draft.isReducing,
    createdAtMs: source?.createdAtMs ?? nowMs,
    createdAtNs: source?.createdAtNs ?? venue.clock.nowNs(),
    openLots: 0n,
    dealLots: 0n,
    dealWorth: 0n,
    status: 'open',
    hasCancelled: draft.activeLots < draft.lots,
    isTriggered: source === null ? null : true,
    marginPrice: draft.marginPrice,
    claim: { lots: 0n, margin: 0n, lotMargin: 0n, isReduceOnly: draft.isReducing, isForceHold: false },
    updatedAtMs: nowMs,
    endedAtMs: null,
  };
  resizeOrder(order, draft.activeLots);
  return order;
}

/** A close order's side and size are the system's to fill in. */
function placedAs({ placement, side, lots }: FuturesDraft): FuturesDraft['placement'] {
  return placement.isCloseOrder === true && placement.stop === undefined
    ? { ...placement, side, size: lots.toString() }
    : placement;
}

function incoming(draft: FuturesDraft, order: FuturesOrderState): IncomingOrder {
  const { placement } = draft;
  const { tick } = draft.market.terms;
  const isLimit = draft.limit !== null;
  const timeInForce = placement.timeInForce ?? 'GTC';
  return {
    id: order.id,
    owner: draft.accountId,
    side: draft.side,
    price: draft.limit === null ? null : draft.limit / tick,
    size: draft.activeLots,
    budget: null,
    worstPrice: draft.bound / tick,
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
    if (order !== undefined) cancelOrder(venue, market, order);
  }
}

interface MatchedOrder {
  readonly order: FuturesOrderState;
  readonly report: MatchReport;
}

function finish(venue: FuturesVenueState, market: FuturesMarket, { order, report }: MatchedOrder): void {
  if (report.cancelled > 0n) order.hasCancelled = true;
  if (report.resting > 0n) {
    rest(market, order);
    venue.emit({ kind: 'order', change: 'open', order: recordOf(order), fill: null });
    return;
  }
  resizeOrder(order, 0n);
  endOrder(venue, market, order);
  const change = report.cancelled > 0n ? 'canceled' : 'filled';
  venue.emit({ kind: 'order', change, order: recordOf(order), fill: null });
}

function refusalOf(report: MatchReport): Outcome<never> | null {
  if (report.outcome === 'refused-post-only') return refuse('post-only-would-take', 'A post-only order would take.');
  if (report.outcome !== 'no-counterparty' || report.cancellations.length > 0) return null;
  return refuse('no-counterparty', 'There is nothing to trade with at an allowed price.');
}

function takesAtOnce({ market, side, limit, placement }: FuturesDraft): boolean {
  if (placement.isPostOnly !== true || limit === null || placement.timeInForce === 'IOC') return false;
  return market.book.wouldTake(side, limit / market.terms.tick);
}

/** Checks that need the account's money and the book; moves nothing. */
export function checkEntry(venue: FuturesVenueState, draft: FuturesDraft): Outcome<null> {
  if (takesAtOnce(draft)) return refuse('post-only-would-take', 'A post-only order would take.');
  if (canAfford(venue, draft.market, createOrder(venue, draft, null))) return accept(null);
  return refuse('balance', 'The available balance does not cover the order margin.');
}

function match(venue: FuturesVenueState, draft: FuturesDraft, order: FuturesOrderState): Outcome<MatchReport> {
  const { market, accountId } = draft;
  market.incoming = order;
  if (!setHold(venue, market, { accountId, money: holdNeeded(market, accountId) })) {
    market.incoming = null;
    return refuse('balance', 'The available balance does not cover the order margin.');
  }
  clearTheWay(venue, draft);
  const report = market.book.place(incoming(draft, order));
  const refusal = refusalOf(report);
  if (refusal === null) return accept(report);
  market.incoming = null;
  rebalance(venue, market, accountId);
  return refusal;
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

/**
 * Holds the margin, matches, settles. Refuses without a trace when money or counterparty are missing. With `source` it
 * is a stop order that has triggered. Answers the order and whose positions have changed.
 */
export function enterOrder(
  venue: FuturesVenueState,
  draft: FuturesDraft,
  source: FuturesOrderState | null,
): Outcome<{ readonly order: FuturesOrderState; readonly touched: ReadonlySet<string> }> {
  const { market, accountId } = draft;
  if (takesAtOnce(draft)) return refuse('post-only-would-take', 'A post-only order would take.');
  const order = createOrder(venue, draft, source);
  const matched = match(venue, draft, order);
  if (!matched.ok) return matched;
  const entry = { order, report: matched.value };
  if (source !== null) venue.register.drop(source);
  venue.register.add(order);
  const touched = settle(venue, market, entry);
  market.incoming = null;
  finish(venue, market, entry);
  endPrevented(venue, market, entry.report);
  rebalance(venue, market, accountId);
  for (const owner of touched) {
    rebalance(venue, market, owner);
    emitPosition(venue, market, { accountId: owner, reason: 'positionChange' });
  }
  return accept({ order, touched });
}
