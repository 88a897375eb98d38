import { fromUnits } from '#shared/decimal.ts';
import type { Liquidity } from '#practice/kernel/kernel.ts';
import type { Trade } from '#practice/matching/types.ts';
import { easeHold, moveMargin, takeFee } from '../state/money.ts';
import { lesser } from '../contract/integers.ts';
import { rateOne, type Terms, valueOf, worthOf, writeMoney, writePrice, writeRate } from '../contract/terms.ts';
import {
  closableLots,
  type Floor,
  type Market,
  positionOf,
  publishPrint,
  recordFill,
  removeResting,
  signOfSide,
} from '../state/state.ts';
import { type OrderState, writeOrder } from '../state/orders.ts';
import { orderMargin } from '../position/order-margin.ts';
import { applyLeg, flatPosition } from '../position/state.ts';
import type { FuturesFill } from '../types.ts';

/** Sets what of an order is still to trade, and what margin that needs. */
export function resizeOrder(order: OrderState, openLots: bigint): void {
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
  readonly order: OrderState;
  readonly liquidity: Liquidity;
}

interface Desk {
  readonly floor: Floor;
  readonly market: Market;
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
function book({ floor, market }: Desk, side: Side, deal: Deal): Leg {
  const { terms } = market;
  const { order } = side;
  const lots = deal.lots * signOfSide(order.side);
  const closedLots = lesser(deal.lots, closableLots(market, order.accountId, order.side));
  const before = positionOf(market, order.accountId);
  const state = before.quantity === 0n ? flatPosition(order.mode) : before;
  const cost = valueOf(terms, lots, deal.price);
  const result = applyLeg(terms, state, { lots, cost, leverage: order.leverage, timeMs: floor.clock.nowMs() });
  market.positions.set(order.accountId, result.state);
  return { side, money: result.deposit - result.payout, closedLots };
}

function chargeFee({ floor, market }: Desk, side: Side, worth: bigint): { fee: bigint; rate: bigint } {
  const { terms } = market;
  const { accountId } = side.order;
  const rate = side.liquidity === 'maker' ? terms.makerFee : terms.takerFee;
  const fee = takeFee(floor, terms, { accountId, fee: (worth * rate) / rateOne });
  const state = positionOf(market, accountId);
  market.positions.set(accountId, { ...state, commission: state.commission + fee });
  return { fee, rate };
}

interface Execution extends Deal {
  readonly order: OrderState;
  readonly liquidity: Liquidity;
  readonly tradeType: FuturesFill['tradeType'];
  readonly fee: bigint;
  readonly rate: bigint;
  readonly closedLots: bigint;
}

/** A fill as the account sees it. */
export function writeFill(floor: Floor, terms: Terms, fill: Execution): FuturesFill {
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
    createdAtMs: floor.clock.nowMs(),
    createdAtNs: floor.clock.nowNs(),
  };
}

function advance(floor: Floor, { order }: Side, deal: Deal): void {
  order.dealLots += deal.lots;
  order.dealWorth += deal.worth;
  order.updatedAtMs = floor.clock.nowMs();
  resizeOrder(order, order.openLots - deal.lots);
}

function announce(floor: Floor, side: Side, fill: FuturesFill): void {
  recordFill(floor, fill);
  floor.emit({ kind: 'order', change: 'match', order: writeOrder(side.order), fill });
}

/** An order has nothing left to trade, or is taken away. */
export function endOrder(floor: Floor, market: Market, order: OrderState): void {
  removeResting(market, order);
  market.stops.delete(order.id);
  order.status = 'done';
  order.endedAtMs = floor.clock.nowMs();
  order.updatedAtMs = order.endedAtMs;
  floor.register.retire(order);
}

/**
 * Settles one trade: both positions, margin in before margin out, fees, holds, fills, the print. The value is computed
 * once for both sides, so PnL is zero-sum to the last unit; the rounding of an inverse value is in it for both alike.
 */
export function settleTrade(
  floor: Floor,
  market: Market,
  { trade, taker, maker }: { readonly trade: Trade; readonly taker: OrderState; readonly maker: OrderState },
): void {
  const { terms } = market;
  const price = trade.price * terms.tick;
  const worth = worthOf(terms, trade.size, price);
  const deal: Deal = { price, lots: trade.size, worth, tradeId: floor.identifiers.tradeId() };
  const sides: readonly Side[] = [
    { order: maker, liquidity: 'maker' },
    { order: taker, liquidity: 'taker' },
  ];
  const legs = sides.map(side => book({ floor, market }, side, deal));
  for (const side of sides) advance(floor, side, deal);
  for (const { order } of sides) easeHold(floor, market, order.accountId);
  for (const { side, money } of legs.toSorted((a, b) => (a.money > b.money ? -1 : 1))) {
    moveMargin(floor, terms, { accountId: side.order.accountId, money });
  }
  publishPrint(floor, market, {
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
    const charged = chargeFee({ floor, market }, side, worth);
    const execution = { ...deal, ...charged, ...side, closedLots, tradeType: 'trade' } as const;
    announce(floor, side, writeFill(floor, terms, execution));
  }
  if (maker.openLots === 0n) {
    endOrder(floor, market, maker);
    floor.emit({ kind: 'order', change: 'filled', order: writeOrder(maker), fill: null });
  }
}
