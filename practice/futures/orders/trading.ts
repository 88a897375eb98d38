import { fromUnits, toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel.ts';
import type { IncomingOrder, MatchReport } from '#practice/matching/types.ts';
import { canAfford, holdNeeded, setHold } from '../clearing.ts';
import { cancelOrder, rebalance } from './cancelling.ts';
import { clearTheWay } from './clear-the-way.ts';
import { addResting, type Floor, type Market } from '../market.ts';
import { type OrderState, writeOrder } from './register.ts';
import type { Draft } from './draft.ts';
import { tellPosition } from '../views/position-view.ts';
import { endOrder, resizeOrder, settleTrade } from './settlement.ts';

/** An order as drafted; with `source` it is a stop order that has triggered and keeps its identity. */
export function createOrder(floor: Floor, draft: Draft, source: OrderState | null): OrderState {
  const nowMs = floor.clock.nowMs();
  const order: OrderState = {
    id: source?.id ?? floor.identifiers.orderId(),
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
    createdAtNs: source?.createdAtNs ?? floor.clock.nowNs(),
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
function placedAs({ placement, side, lots }: Draft): Draft['placement'] {
  return placement.isCloseOrder === true && placement.stop === undefined
    ? { ...placement, side, size: fromUnits(lots, 0) }
    : placement;
}

function incoming(draft: Draft, order: OrderState): IncomingOrder {
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

function rest(market: Market, order: OrderState): void {
  order.marginPrice = order.limit ?? order.marginPrice;
  resizeOrder(order, order.openLots);
  addResting(market, order);
}

/** Self-trade prevention has taken resting orders off the book. */
function endPrevented(floor: Floor, market: Market, report: MatchReport): void {
  for (const { orderId } of report.cancellations) {
    const order = market.resting.get(orderId);
    if (order !== undefined) cancelOrder(floor, market, order);
  }
}

interface Entry {
  readonly order: OrderState;
  readonly report: MatchReport;
}

function finish(floor: Floor, market: Market, { order, report }: Entry): void {
  if (report.cancelled > 0n) order.hasCancelled = true;
  if (report.resting > 0n) {
    rest(market, order);
    floor.emit({ kind: 'order', change: 'open', order: writeOrder(order), fill: null });
    return;
  }
  resizeOrder(order, 0n);
  endOrder(floor, market, order);
  const change = report.cancelled > 0n ? 'canceled' : 'filled';
  floor.emit({ kind: 'order', change, order: writeOrder(order), fill: null });
}

function refusalOf(report: MatchReport): Outcome<never> | null {
  if (report.outcome === 'refused-post-only') return refuse('post-only-would-take', 'A post-only order would take.');
  if (report.outcome !== 'no-counterparty' || report.cancellations.length > 0) return null;
  return refuse('no-counterparty', 'There is nothing to trade with at an allowed price.');
}

function takesAtOnce({ market, side, limit, placement }: Draft): boolean {
  if (placement.isPostOnly !== true || limit === null || placement.timeInForce === 'IOC') return false;
  return market.book.wouldTake(side, limit / market.terms.tick);
}

/** Checks that need the account's money and the book; moves nothing. */
export function checkEntry(floor: Floor, draft: Draft): Outcome<null> {
  if (takesAtOnce(draft)) return refuse('post-only-would-take', 'A post-only order would take.');
  if (canAfford(floor, draft.market, createOrder(floor, draft, null))) return accept(null);
  return refuse('balance', 'The available balance does not cover the order margin.');
}

function match(floor: Floor, draft: Draft, order: OrderState): Outcome<MatchReport> {
  const { market, accountId } = draft;
  market.incoming = order;
  if (!setHold(floor, market, { accountId, money: holdNeeded(market, accountId) })) {
    market.incoming = null;
    return refuse('balance', 'The available balance does not cover the order margin.');
  }
  clearTheWay(floor, draft);
  const report = market.book.place(incoming(draft, order));
  const refusal = refusalOf(report);
  if (refusal === null) return accept(report);
  market.incoming = null;
  rebalance(floor, market, accountId);
  return refusal;
}

function settle(floor: Floor, market: Market, { order, report }: Entry): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const trade of report.trades) {
    const maker = market.resting.get(trade.makerOrderId);
    if (maker === undefined) throw new RangeError(`the venue does not know the order ${trade.makerOrderId}`);
    touched.add(order.accountId).add(maker.accountId);
    settleTrade(floor, market, { trade, taker: order, maker });
  }
  return touched;
}

/**
 * Holds the margin, matches, settles. Refuses without a trace when money or counterparty are missing. With `source` it
 * is a stop order that has triggered. Answers the order and whose positions have changed.
 */
export function enterOrder(
  floor: Floor,
  draft: Draft,
  source: OrderState | null,
): Outcome<{ readonly order: OrderState; readonly touched: ReadonlySet<string> }> {
  const { market, accountId } = draft;
  if (takesAtOnce(draft)) return refuse('post-only-would-take', 'A post-only order would take.');
  const order = createOrder(floor, draft, source);
  const matched = match(floor, draft, order);
  if (!matched.ok) return matched;
  const entry = { order, report: matched.value };
  if (source !== null) floor.register.drop(source);
  floor.register.add(order);
  const touched = settle(floor, market, entry);
  market.incoming = null;
  finish(floor, market, entry);
  endPrevented(floor, market, entry.report);
  rebalance(floor, market, accountId);
  for (const owner of touched) {
    rebalance(floor, market, owner);
    tellPosition(floor, market, { accountId: owner, reason: 'positionChange' });
  }
  return accept({ order, touched });
}
