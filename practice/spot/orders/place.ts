import { accept, type Outcome } from '#practice/kernel/kernel.ts';
import type { MatchReport } from '#practice/matching/types.ts';
import { emitLevels } from '../state/levels.ts';
import { emitOrder, enrol, finish, paying, releaseSurplus, touch } from '../state/orders.ts';
import { lotsOf, sizeText } from '../state/scale.ts';
import type { SpotOrderState, SpotVenueState } from '../state/state.ts';
import type { SpotPlacement } from '../types.ts';
import { cancelResting } from './cancel.ts';
import { isPostOnly, type PlaceRequest, prepareOrder, type PreparedOrder } from './prepare.ts';
import { settleTrade } from './settle.ts';
import type { Sizing } from './sizing.ts';

/**
 * "When the remaining funds are below the minimum amount 0.00000001 the order is cancelled"
 * (docs/exchange/states.md §1).
 */
const minimumFundsScale = 8;

function expiryOf({ type, timeInForce, cancelAfterS }: SpotPlacement, nowMs: number): number | null {
  if (type === 'market' || timeInForce !== 'GTT' || cancelAfterS === undefined || cancelAfterS < 0) return null;
  return nowMs + cancelAfterS * 1_000;
}

function createOrder(
  venue: SpotVenueState,
  { accountId, placement, origin, market, sizing }: PreparedOrder,
): SpotOrderState {
  const { clock, identifiers } = venue;
  const nowMs = clock.nowMs();
  const lots = placement.size === undefined ? null : lotsOf(market.scale, placement.size);
  return {
    id: identifiers.orderId(),
    accountId,
    placement,
    origin,
    market,
    side: placement.side,
    ticks: sizing.ticks,
    lots,
    expiresAtMs: expiryOf(placement, nowMs),
    createdAtMs: nowMs,
    createdAtNs: clock.nowNs(),
    remaining: lots ?? 0n,
    cancelled: 0n,
    dealLots: 0n,
    dealProduct: 0n,
    fee: 0n,
    held: sizing.hold,
    isActive: true,
    isInOrderBook: false,
    cancelExist: false,
    updatedAtMs: nowMs,
    endedAtMs: null,
    shown: null,
  };
}

function match(order: SpotOrderState, sizing: Sizing): MatchReport {
  const { placement, market } = order;
  const isMarket = placement.type === 'market';
  const visibleSize = !isMarket && placement.isIceberg === true ? placement.visibleSize : undefined;
  return market.book.place({
    id: order.id,
    owner: order.accountId,
    side: order.side,
    price: sizing.ticks,
    size: sizing.lots,
    budget: sizing.budget,
    worstPrice: sizing.worstTicks,
    timeInForce: isMarket ? 'IOC' : (placement.timeInForce ?? 'GTC'),
    isPostOnly: isPostOnly(placement),
    isHidden: !isMarket && placement.isHidden === true,
    visibleSize: visibleSize === undefined ? null : lotsOf(market.scale, visibleSize),
    selfTradePrevention: placement.selfTradePrevention ?? null,
  });
}

/** An order of the same account that self-trade prevention took off the book, whole or in part. */
function applyPrevention(
  venue: SpotVenueState,
  order: SpotOrderState,
  { size, isFinal }: { size: bigint; isFinal: boolean },
) {
  if (isFinal) {
    finish(venue, order, 'canceled');
    return;
  }
  decrease(venue, order, size);
  emitOrder(venue, order, { change: 'update', decreasedBy: sizeText(order.market.scale, size) });
}

/** Lots that the order will not trade any more: what was held for them is given back. */
export function decrease(venue: SpotVenueState, order: SpotOrderState, lots: bigint): void {
  order.remaining -= lots;
  order.cancelled += lots;
  order.cancelExist = true;
  touch(venue, order);
  releaseSurplus(venue, order);
}

function isDust({ ticks, remaining, market: { scale } }: SpotOrderState): boolean {
  if (ticks === null || remaining === 0n) return false;
  const funds = ticks * remaining * scale.productUnits;
  return funds * 10n ** BigInt(minimumFundsScale) < 10n ** BigInt(scale.fundsScale);
}

/** By size: the book says it. By funds: when what is left does not pay for one more lot at the last price. */
function isFilled({ lots, dealProduct }: SpotOrderState, { budget }: Sizing, report: MatchReport): boolean {
  const last = report.trades.at(-1);
  if (lots !== null || budget === null || last === undefined) return report.outcome === 'filled';
  return budget - dealProduct < last.price;
}

function conclude(
  venue: SpotVenueState,
  order: SpotOrderState,
  { sizing, report }: { sizing: Sizing; report: MatchReport },
) {
  if (report.outcome !== 'resting') {
    finish(venue, order, isFilled(order, sizing, report) ? 'filled' : 'canceled');
    return;
  }
  if (report.cancelled > 0n) decrease(venue, order, report.cancelled);
  order.isInOrderBook = true;
  touch(venue, order);
  emitOrder(venue, order, { change: 'open' });
}

function orderOf(venue: SpotVenueState, owner: string, orderId: string): SpotOrderState {
  const order = venue.accounts.get(owner)?.active.get(orderId);
  if (order === undefined) throw new Error(`the book knows an order that the venue does not: ${orderId}`);
  return order;
}

/** Cancels the rest of each order that this order has touched when that rest is worth nothing. */
function sweepDust(venue: SpotVenueState, touched: Iterable<SpotOrderState>): void {
  for (const order of touched) if (order.isActive && isDust(order)) cancelResting(venue, order);
}

/** Holds, matches and settles a prepared order. */
export function executeOrder(venue: SpotVenueState, prepared: PreparedOrder): SpotOrderState {
  prepared.market.book.makeReady(); // what fills it comes before this order
  const order = createOrder(venue, prepared);
  if (!venue.ledger.hold(paying(order, order.held))) throw new Error('the balance changed between check and hold');
  enrol(venue, order);
  emitOrder(venue, order, { change: 'received' });
  const report = match(order, prepared.sizing);
  const touched = new Set<SpotOrderState>([order]);
  for (const trade of report.trades) {
    const maker = orderOf(venue, trade.makerOwner, trade.makerOrderId);
    touched.add(maker);
    settleTrade(venue, trade, { maker, taker: order });
  }
  for (const cancellation of report.cancellations) {
    const own = orderOf(venue, cancellation.owner, cancellation.orderId);
    touched.add(own);
    applyPrevention(venue, own, cancellation);
  }
  conclude(venue, order, { sizing: prepared.sizing, report });
  sweepDust(venue, touched);
  emitLevels(venue, order.market, null);
  return order;
}

/** Places an order and trades it. A rejection has moved nothing. */
export function placeOrder(venue: SpotVenueState, request: PlaceRequest): Outcome<SpotOrderState> {
  const prepared = prepareOrder(venue, request);
  return prepared.ok ? accept(executeOrder(venue, prepared.value)) : prepared;
}

/** Everything that placing checks; moves nothing. */
export function testOrder(venue: SpotVenueState, request: PlaceRequest): Outcome<null> {
  const prepared = prepareOrder(venue, request);
  return prepared.ok ? accept(null) : prepared;
}
