import { accept, type Outcome } from '#practice/kernel/kernel.ts';
import { dampPremium, markOf, premiumOf } from '../contract/mark.ts';
import { markUnits } from '../contract/terms.ts';
import type { Decimal } from '#shared/decimal.ts';
import { settleFunding } from './funding.ts';
import { sweepPositions } from './liquidation.ts';
import { type Floor, type Market, positionOf } from '../state/state.ts';
import { describeState } from '../state/figures.ts';
import { draftOrder, draftStop } from '../orders/sizing.ts';
import type { OrderState } from '../state/orders.ts';
import { nextReached, placeStop, triggerStop } from '../orders/stops.ts';
import { enterOrder } from '../orders/place.ts';
import { tellPositions } from '../state/positions.ts';
import type { FuturesPlacement } from '../types.ts';

/** What follows from a change: liquidations, and stop orders that trigger one another, until the market is quiet. */
function settleMarket(floor: Floor, market: Market, accountIds: Iterable<string>): void {
  if (market.mark === 0n) return;
  sweepPositions(floor, market, accountIds);
  for (let stop = nextReached(market); stop !== null; stop = nextReached(market)) {
    sweepPositions(floor, market, triggerStop(floor, market, stop));
  }
}

/** Places an order or, with `stop` set, a stop order; everything that follows has happened when this returns. */
export function placeOrder(floor: Floor, accountId: string, placement: FuturesPlacement): Outcome<OrderState> {
  if (placement.stop !== undefined) {
    const draft = draftStop(floor, accountId, placement);
    if (!draft.ok) return draft;
    const placed = placeStop(floor, draft.value);
    settleMarket(floor, draft.value.market, []);
    return placed;
  }
  const draft = draftOrder(floor, accountId, placement);
  if (!draft.ok) return draft;
  const entered = enterOrder(floor, draft.value, null);
  if (!entered.ok) return entered;
  settleMarket(floor, draft.value.market, entered.value.touched);
  return accept(entered.value.order);
}

/** The price that the book stands for: its middle, else the last trade, else the index. */
function bookPrice({ book, terms, last, index }: Market): bigint {
  const bid = book.best('buy');
  const ask = book.best('sell');
  if (bid !== null && ask !== null) return ((bid + ask) * terms.tick) / 2n;
  return last > 0n ? last : index;
}

function refreshMark(floor: Floor, market: Market, nowMs: number): void {
  const sample = premiumOf(bookPrice(market), market.index);
  market.premium = dampPremium(market.premium, sample, nowMs - market.premiumAtMs);
  market.premiumAtMs = Math.max(nowMs, market.premiumAtMs);
  const mark = markOf(market.terms, market.index, market.premium);
  const hasMoved = mark !== market.mark;
  market.mark = mark;
  settleMarket(floor, market, market.positions.keys());
  if (!floor.isHeard()) return;
  floor.emit({ kind: 'state', symbol: market.terms.contract.symbol, state: describeState(market, nowMs) });
  if (hasMoved) tellPositions(floor, market, 'markPriceChange');
}

/** The outside price moves the mark; throws when it is not positive. */
export function moveIndex(floor: Floor, market: Market, price: Decimal): void {
  market.index = markUnits(market.terms, price);
  refreshMark(floor, market, floor.clock.nowMs());
}

/** The insurance account closes what it has taken over, as far as the book takes it. */
function unwindInsurance(floor: Floor, market: Market): void {
  const { insuranceAccountId } = floor;
  const { quantity } = positionOf(market, insuranceAccountId);
  if (quantity === 0n) return;
  const side = quantity > 0n ? 'sell' : 'buy';
  const { symbol } = market.terms.contract;
  // a refusal only means that there is nobody to trade with now
  placeOrder(floor, insuranceAccountId, { symbol, side, type: 'market', isCloseOrder: true });
}

/** Time passes: premium, funding, the insurance account's positions. */
export function advanceMarket(floor: Floor, market: Market, nowMs: number): void {
  if (market.index === 0n) {
    settleFunding(floor, market, nowMs);
    return;
  }
  if (settleFunding(floor, market, nowMs)) settleMarket(floor, market, market.positions.keys());
  unwindInsurance(floor, market);
  refreshMark(floor, market, nowMs);
}
