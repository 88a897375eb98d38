import type { Decimal } from '#shared/decimal.ts';
import { dampPremium, markOf, premiumOf } from '../contract/mark.ts';
import { markUnits } from '../contract/terms.ts';
import { placeOrder } from '../orders/place.ts';
import { contractStateOf } from '../state/contract-state.ts';
import { positionOf } from '../state/market.ts';
import { emitPositions } from '../state/positions.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import { settleFunding } from './funding.ts';
import { settleMarket } from './settle-market.ts';

/** The price of the book: its mid, else the last trade, else the index. */
function bookPrice({ book, terms, last, index }: FuturesMarket): bigint {
  const bid = book.best('buy');
  const ask = book.best('sell');
  if (bid !== null && ask !== null) return ((bid + ask) * terms.tick) / 2n;
  return last > 0n ? last : index;
}

interface MarkMoment {
  readonly nowMs: number;
  /** the market rests: the premium stays where it is, instead of following the book for minutes */
  readonly isStill?: boolean | undefined;
}

function refreshMark(venue: FuturesVenueState, market: FuturesMarket, { nowMs, isStill = false }: MarkMoment): void {
  const sample = premiumOf(bookPrice(market), market.index);
  if (!isStill) market.premium = dampPremium(market.premium, sample, nowMs - market.premiumAtMs);
  market.premiumAtMs = Math.max(nowMs, market.premiumAtMs);
  const mark = markOf(market.terms, market.index, market.premium);
  const hasMoved = mark !== market.mark;
  market.mark = mark;
  settleMarket(venue, market, market.positions.keys());
  venue.events.emit('state', () => ({
    kind: 'state',
    symbol: market.terms.contract.symbol,
    state: contractStateOf(market, nowMs),
  }));
  if (hasMoved) emitPositions(venue, market, 'markPriceChange');
}

/** The outside price moves the mark; throws when it is not positive. */
export function moveIndex(venue: FuturesVenueState, market: FuturesMarket, price: Decimal): void {
  market.index = markUnits(market.terms, price);
  refreshMark(venue, market, { nowMs: venue.clock.nowMs() });
}

/** The insurance account closes what it has taken over, as far as the book takes it. */
function unwindInsurance(venue: FuturesVenueState, market: FuturesMarket): void {
  const { insuranceAccountId } = venue;
  const { quantity } = positionOf(market, insuranceAccountId);
  if (quantity === 0n) return;
  const side = quantity > 0n ? 'sell' : 'buy';
  const { symbol } = market.terms.contract;
  // a rejection only means that there is no counterparty now
  const placement = { symbol, side, type: 'market', isCloseOrder: true, marginMode: 'CROSS' } as const;
  const placed = placeOrder(venue, { accountId: insuranceAccountId, placement });
  if (placed.ok) settleMarket(venue, market, placed.value.touched);
}

/** Time passes: premium, funding, the insurance account's positions. */
export function advanceMarket(venue: FuturesVenueState, market: FuturesMarket, moment: MarkMoment): void {
  const { nowMs } = moment;
  if (market.index === 0n) {
    settleFunding(venue, market, nowMs);
    return;
  }
  if (settleFunding(venue, market, nowMs)) settleMarket(venue, market, market.positions.keys());
  unwindInsurance(venue, market);
  refreshMark(venue, market, moment);
}
