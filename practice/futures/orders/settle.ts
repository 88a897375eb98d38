import { fromUnits } from '#shared/decimal.ts';
import type { Liquidity } from '#practice/kernel/kernel.ts';
import type { Trade } from '#practice/matching/types.ts';
import { easeHold, moveMargin, takeFee } from '../state/money.ts';
import { lesser } from '../contract/integers.ts';
import { rateOne, type Terms, valueOf, worthOf, writeMoney, writePrice, writeRate } from '../contract/terms.ts';
import {
  closableLots,
  type FuturesVenueState,
  type FuturesMarket,
  positionOf,
  publishPrint,
  recordFill,
  removeResting,
  signOfSide,
} from '../state/state.ts';
import { type FuturesOrderState, recordOf } from '../state/orders.ts';
import { orderMargin } from '../position/order-margin.ts';
import { applyLeg, flatPosition } from '../position/state.ts';
import type { FuturesFill } from '../types.ts';

/** Sets what of an order is still to trade, and what margin that needs. */
export function resizeOrder(order: FuturesOrderState, openLots: bigint): void {
  const { terms, leverage, marginPrice: price, isReducing } = order;
  const margin = (lots: bigint): bigint => (isReducing ? 0n : orderMargin(terms, { lots, price, leverage }));
  order.openLots = openLots;
  order.claim = {
    lots: openLots,
    margin: margin(openLots),
    lotMargin: margin(1n),
    isReduceOnly: isReducing,
    isForceHold: order.placement.isForceHold === true,
  };
}

interface Side {
  readonly order: FuturesOrderState;
  readonly liquidity: Liquidity;
}

interface Desk {
  readonly venue: FuturesVenueState;
  readonly market: FuturesMarket;
}

interface Deal {
  readonly price: bigint;
  readonly lots: bigint;
  readonly worth: bigint;
  readonly tradeId: bigint;
}

interface Leg {
  readonly side: Side;
  /** margin that goes in (or, negative, comes out) */
  readonly money: bigint;
  /** lots that reduced the position; the others opened or enlarged it */
  readonly closedLots: bigint;
}

/** Puts one side's leg on its position. */
function book({ venue, market }: Desk, side: Side, deal: Deal): Leg {
  const { terms } = market;
  const { order } = side;
  const lots = deal.lots * signOfSide(order.side);
  const closedLots = lesser(deal.lots, closableLots(market, order.accountId, order.side));
  const before = positionOf(market, order.accountId);
  const state = before.quantity === 0n ? flatPosition(order.mode) : before;
  const cost = valueOf(terms, lots, deal.price);
  const result = applyLeg(terms, state, { lots, cost, leverage: order.leverage, timeMs: venue.clock.nowMs() });
  market.positions.set(order.accountId, result.state);
  return { side, money: result.deposit - result.payout, closedLots };
}

function chargeFee({ venue, market }: Desk, side: Side, worth: bigint): { fee: bigint; rate: bigint } {
  const { terms } = market;
  const { accountId } = side.order;
  const rate = side.liquidity === 'maker' ? terms.makerFee : terms.takerFee;
  const fee = takeFee(venue, terms, { accountId, fee: (worth * rate) / rateOne });
  const state = positionOf(market, accountId);
  market.positions.set(accountId, { ...state, commission: state.commission + fee });
  return { fee, rate };
}

interface Execution extends Deal {
  readonly order: FuturesOrderState;
  readonly liquidity: Liquidity;
  readonly tradeType: FuturesFill['tradeType'];
  readonly fee: bigint;
  readonly rate: bigint;
  readonly closedLots: bigint;
}

/** A fill as the account sees it. */
export function writeFill(venue: FuturesVenueState, terms: Terms, fill: Execution): FuturesFill {
  const { order, liquidity, tradeType, tradeId, fee } = fill;
  const { placement } = order;
  const closeFee = (fee * fill.closedLots) / fill.lots;
  return {
    accountId: order.accountId,
    symbol: terms.contract.symbol,
    tradeId,
    orderId: order.id,
    side: order.side,
    liquidity,
    price: writePrice(terms, fill.price),
    size: fromUnits(fill.lots, 0),
    value: writeMoney(terms, fill.worth),
    fee: writeMoney(terms, fee),
    openFee: writeMoney(terms, fee - closeFee),
    closeFee: writeMoney(terms, closeFee),
    feeRate: writeRate(fill.rate),
    feeCurrency: terms.contract.settleCurrency,
    marginMode: order.mode,
    orderType: placement.type,
    stop: placement.stop ?? null,
    tradeType,
    createdAtMs: venue.clock.nowMs(),
    createdAtNs: venue.clock.nowNs(),
  };
}

function advance(venue: FuturesVenueState, { order }: Side, deal: Deal): void {
  order.dealLots += deal.lots;
  order.dealWorth += deal.worth;
  order.updatedAtMs = venue.clock.nowMs();
  resizeOrder(order, order.openLots - deal.lots);
}

function announce(venue: FuturesVenueState, side: Side, fill: FuturesFill): void {
  recordFill(venue, fill);
  venue.emit({ kind: 'order', change: 'match', order: recordOf(side.order), fill });
}

/** An order has nothing left to trade, or is taken away. */
export function endOrder(venue: FuturesVenueState, market: FuturesMarket, order: FuturesOrderState): void {
  removeResting(market, order);
  market.stops.delete(order.id);
  order.status = 'done';
  order.endedAtMs = venue.clock.nowMs();
  order.updatedAtMs = order.endedAtMs;
  venue.register.retire(order);
}

/**
 * Settles one trade: both positions, margin in before margin out, fees, holds, fills, the print. The value is computed
 * once for both sides, so PnL is zero-sum to the last unit; the rounding of an inverse value is in it for both alike.
 */
export function settleTrade(
  venue: FuturesVenueState,
  market: FuturesMarket,
  {
    trade,
    taker,
    maker,
  }: { readonly trade: Trade; readonly taker: FuturesOrderState; readonly maker: FuturesOrderState },
): void {
  const { terms } = market;
  const price = trade.price * terms.tick;
  const worth = worthOf(terms, trade.size, price);
  const deal: Deal = { price, lots: trade.size, worth, tradeId: venue.identifiers.tradeId() };
  const sides: readonly Side[] = [
    { order: maker, liquidity: 'maker' },
    { order: taker, liquidity: 'taker' },
  ];
  const legs = sides.map(side => book({ venue, market }, side, deal));
  for (const side of sides) advance(venue, side, deal);
  for (const { order } of sides) easeHold(venue, market, order.accountId);
  for (const { side, money } of legs.toSorted((a, b) => (a.money > b.money ? -1 : 1))) {
    moveMargin(venue, terms, { accountId: side.order.accountId, money });
  }
  publishPrint(venue, market, {
    sequence: trade.sequence,
    tradeId: deal.tradeId,
    takerSide: trade.takerSide,
    takerOrderId: taker.id,
    makerOrderId: maker.id,
    unitPrice: price,
    lots: deal.lots,
    worth,
  });
  for (const { side, closedLots } of legs) {
    const charged = chargeFee({ venue, market }, side, worth);
    const execution = { ...deal, ...charged, ...side, closedLots, tradeType: 'trade' } as const;
    announce(venue, side, writeFill(venue, terms, execution));
  }
  if (maker.openLots === 0n) {
    endOrder(venue, market, maker);
    venue.emit({ kind: 'order', change: 'filled', order: recordOf(maker), fill: null });
  }
}
