import { accept, type Outcome } from '#practice/kernel/kernel.ts';
import { dampPremium, markOf, premiumOf } from '../contract/mark.ts';
import { markUnits } from '../contract/terms.ts';
import type { Decimal } from '#shared/decimal.ts';
import { settleFunding } from './funding.ts';
import { sweepPositions } from './liquidation.ts';
import { type FuturesVenueState, type FuturesMarket, positionOf } from '../state/state.ts';
import { contractStateOf } from '../state/figures.ts';
import { prepareOrder, prepareStop } from '../orders/sizing.ts';
import type { FuturesOrderState } from '../state/orders.ts';
import { nextReached, placeStop, triggerStop } from '../orders/stops.ts';
import { enterOrder } from '../orders/place.ts';
import { emitPositions } from '../state/positions.ts';
import type { FuturesPlacement } from '../types.ts';

/** What follows from a change: liquidations, and stop orders that trigger one another, until the market is quiet. */
function settleMarket(venue: FuturesVenueState, market: FuturesMarket, accountIds: Iterable<string>): void {
  if (market.mark === 0n) return;
  sweepPositions(venue, market, accountIds);
  for (let stop = nextReached(market); stop !== null; stop = nextReached(market)) {
    sweepPositions(venue, market, triggerStop(venue, market, stop));
  }
}

/** Places an order or, with `stop` set, a stop order; everything that follows has happened when this returns. */
export function placeOrder(
  venue: FuturesVenueState,
  accountId: string,
  placement: FuturesPlacement,
): Outcome<FuturesOrderState> {
  if (placement.stop !== undefined) {
    const draft = prepareStop(venue, accountId, placement);
    if (!draft.ok) return draft;
    const placed = placeStop(venue, draft.value);
    settleMarket(venue, draft.value.market, []);
    return placed;
  }
  const draft = prepareOrder(venue, accountId, placement);
  if (!draft.ok) return draft;
  const entered = enterOrder(venue, draft.value, null);
  if (!entered.ok) return entered;
  settleMarket(venue, draft.value.market, entered.value.touched);
  return accept(entered.value.order);
}

/** The price that the book stands for: its middle, else the last trade, else the index. */
function bookPrice({ book, terms, last, index }: FuturesMarket): bigint {
  const bid = book.best('buy');
  const ask = book.best('sell');
  if (bid !== null && ask !== null) return ((bid + ask) * terms.tick) / 2n;
  return last > 0n ? last : index;
}

function refreshMark(venue: FuturesVenueState, market: FuturesMarket, nowMs: number): void {
  const sample = premiumOf(bookPrice(market), market.index);
  market.premium = dampPremium(market.premium, sample, nowMs - market.premiumAtMs);
  market.premiumAtMs = Math.max(nowMs, market.premiumAtMs);
  const mark = markOf(market.terms, market.index, market.premium);
  const hasMoved = mark !== market.mark;
  market.mark = mark;
  settleMarket(venue, market, market.positions.keys());
  if (!venue.isHeard()) return;
  venue.emit({ kind: 'state', symbol: market.terms.contract.symbol, state: contractStateOf(market, nowMs) });
  if (hasMoved) emitPositions(venue, market, 'markPriceChange');
}

/** The outside price moves the mark; throws when it is not positive. */
export function moveIndex(venue: FuturesVenueState, market: FuturesMarket, price: Decimal): void {
  market.index = markUnits(market.terms, price);
  refreshMark(venue, market, venue.clock.nowMs());
}

/** The insurance account closes what it has taken over, as far as the book takes it. */
function unwindInsurance(venue: FuturesVenueState, market: FuturesMarket): void {
  const { insuranceAccountId } = venue;
  const { quantity } = positionOf(market, insuranceAccountId);
  if (quantity === 0n) return;
  const side = quantity > 0n ? 'sell' : 'buy';
  const { symbol } = market.terms.contract;
  // a refusal only means that there is nobody to trade with now
  placeOrder(venue, insuranceAccountId, { symbol, side, type: 'market', isCloseOrder: true });
}

/** Time passes: premium, funding, the insurance account's positions. */
export function advanceMarket(venue: FuturesVenueState, market: FuturesMarket, nowMs: number): void {
  if (market.index === 0n) {
    settleFunding(venue, market, nowMs);
    return;
  }
  if (settleFunding(venue, market, nowMs)) settleMarket(venue, market, market.positions.keys());
  unwindInsurance(venue, market);
  refreshMark(venue, market, nowMs);
}
