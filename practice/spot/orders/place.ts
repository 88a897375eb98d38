import { accept, type Outcome, type Refusal, refuse, type Side } from '#practice/kernel/kernel.ts';
import type { MatchReport } from '#practice/matching/types.ts';
import { cancelResting, enrol, finish, paying, postOrder, releaseSurplus, touch } from '../state/orders.ts';
import { postLevels } from '../state/outbox.ts';
import { lotsOf, priceText, sizeText } from '../state/scale.ts';
import { settleTrade } from './settle.ts';
import { type Sizing, sizingOf } from './sizing.ts';
import {
  accountOf,
  type SpotAccount,
  type SpotOrderState,
  type SpotMarket,
  type SpotVenueState,
} from '../state/state.ts';
import type { SpotOrder, SpotPlacement } from '../types.ts';
import { checkPlacement } from './validate.ts';

/** Order limits of facts.md §2. */
const activePerPair = 200;
const activePerAccount = 2_000;
/** "When the remaining funds are below the minimum amount 0.00000001 the order is cancelled" (interface.md §3.1). */
const minimumFundsScale = 8;

interface Request {
  readonly accountId: string;
  readonly placement: SpotPlacement;
  /** the stop order that asks, if it is one: its clientOid is taken already, by itself */
  readonly origin: SpotOrder['origin'];
}

interface Prepared extends Request {
  readonly market: SpotMarket;
  readonly sizing: Sizing;
}

export function unknownSymbol(symbol: string): Refusal {
  return refuse('symbol-unknown', `symbol not exists: ${symbol}`, 'symbol');
}

/** The clientOid is unique per account, over orders and stop orders (facts.md §4.7). */
export function checkClientOid(account: SpotAccount, clientOid: string | undefined): Refusal | null {
  if (clientOid === undefined) return null;
  if (!account.orderByClientOid.has(clientOid) && !account.stopByClientOid.has(clientOid)) return null;
  return refuse('client-oid-repeated', `clientOid is used already: ${clientOid}`, 'clientOid');
}

function checkAccount(venue: SpotVenueState, { accountId, placement, origin }: Request): Refusal | null {
  const account = accountOf(venue, accountId);
  const repeated = origin === null ? checkClientOid(account, placement.clientOid) : null;
  if (repeated !== null || account.isExempt) return repeated;
  if ((account.activeBySymbol.get(placement.symbol) ?? 0) >= activePerPair) {
    return refuse('too-many-orders', `at most ${activePerPair} active orders per pair`);
  }
  if (account.active.size < activePerAccount) return null;
  return refuse('too-many-orders', `at most ${activePerAccount} active orders per account`);
}

function isImmediate({ type, timeInForce }: SpotPlacement): boolean {
  return type === 'market' || timeInForce === 'IOC' || timeInForce === 'FOK';
}

/** Post-only means nothing to an order that never rests (interface.md §4.1). */
function isPostOnly(placement: SpotPlacement): boolean {
  return placement.isPostOnly === true && !isImmediate(placement);
}

/** Any price at all, for an order without a collar. */
function furthest(side: Side): bigint {
  return side === 'buy' ? 10n ** 60n : 1n;
}

function checkMeeting({ market, placement, sizing }: Prepared): Refusal | null {
  const { side } = placement;
  if (sizing.ticks !== null) {
    return isPostOnly(placement) && market.book.wouldTake(side, sizing.ticks)
      ? refuse('post-only-would-take', 'a post-only order must not trade at once')
      : null;
  }
  if (market.book.wouldTake(side, sizing.worstTicks ?? furthest(side))) return null;
  return refuse('no-counterparty', 'there is nobody to trade with within the price limit');
}

/** Everything that can be refused, before anything moves. */
export function prepare(venue: SpotVenueState, request: Request): Outcome<Prepared> {
  const { placement } = request;
  const market = venue.markets.get(placement.symbol);
  if (market === undefined) return unknownSymbol(placement.symbol);
  const reference = market.lastTicks === null ? null : priceText(market.scale, market.lastTicks);
  const refusal = checkPlacement({ market, placement, reference, isCollared: true }) ?? checkAccount(venue, request);
  if (refusal !== null) return refusal;
  const sizing = sizingOf(venue, { accountId: request.accountId, market, placement });
  if (!sizing.ok) return sizing;
  const prepared = { ...request, market, sizing: sizing.value };
  return checkMeeting(prepared) ?? accept(prepared);
}

function expiryOf({ type, timeInForce, cancelAfterS }: SpotPlacement, nowMs: number): number | null {
  if (type === 'market' || timeInForce !== 'GTT' || cancelAfterS === undefined || cancelAfterS < 0) return null;
  return nowMs + cancelAfterS * 1_000;
}

function createOrder(
  venue: SpotVenueState,
  { accountId, placement, origin, market, sizing }: Prepared,
): SpotOrderState {
  const { clock, identifiers } = venue.options;
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
  postOrder(venue, order, { change: 'update', decreasedBy: sizeText(order.market.scale, size) });
}

function decrease(venue: SpotVenueState, order: SpotOrderState, lots: bigint): void {
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
  postOrder(venue, order, { change: 'open' });
}

function orderOf(venue: SpotVenueState, owner: string, orderId: string): SpotOrderState {
  const order = venue.accounts.get(owner)?.active.get(orderId);
  if (order === undefined) throw new Error(`the book knows an order that the venue does not: ${orderId}`);
  return order;
}

/** Cancels the rest of each order that this act has touched when that rest is worth nothing. */
function sweepDust(venue: SpotVenueState, touched: Iterable<SpotOrderState>): void {
  for (const order of touched) if (order.isActive && isDust(order)) cancelResting(venue, order);
}

/** Holds, matches and settles a prepared order. */
export function execute(venue: SpotVenueState, prepared: Prepared): SpotOrderState {
  const order = createOrder(venue, prepared);
  if (!venue.options.ledger.hold(paying(order, order.held)))
    throw new Error('the balance changed between check and hold');
  enrol(venue, order);
  postOrder(venue, order, { change: 'received' });
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
  postLevels(venue, order.market, null);
  return order;
}

/** Places an order and trades it. A refusal has moved nothing. */
export function placeOrder(venue: SpotVenueState, request: Request): Outcome<SpotOrderState> {
  const prepared = prepare(venue, request);
  return prepared.ok ? accept(execute(venue, prepared.value)) : prepared;
}
