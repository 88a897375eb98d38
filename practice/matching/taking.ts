import { lesser } from '../kernel/integers.ts';
import type { SelfTradePrevention } from '../kernel/kernel.ts';
import { type BookSide, isWithin, leave, nextMaker, type RestingOrder, shrink, takable, take } from './book-side.ts';
import type { IncomingOrder, StpCancellation, Trade } from './types.ts';

/** What an incoming order still wants while it is matched. */
export interface Demand {
  /** lots still wanted, at most */
  lots: bigint;
  /** ticks×lots still to spend; null when only the size limits */
  budget: bigint | null;
}

/**
 * An order without a size is limited by its budget alone; a lot costs at least one tick, so the budget bounds its lots.
 */
export function demandOf(order: IncomingOrder): Demand {
  return { lots: order.size ?? order.budget ?? 0n, budget: order.budget };
}

/** How many lots it would take at this price: 0 when it is satisfied. */
export function wantedAt({ lots, budget }: Demand, price: bigint): bigint {
  return budget === null ? lots : lesser(lots, budget / price);
}

export function satisfy(demand: Demand, price: bigint, lots: bigint): void {
  demand.lots -= lots;
  if (demand.budget !== null) demand.budget -= price * lots;
}

/** The order's own limit and the collar both bind. */
export function mayTradeAt(order: IncomingOrder, price: bigint): boolean {
  if (order.price !== null && !isWithin(order.side, price, order.price)) return false;
  return order.worstPrice === null || isWithin(order.side, price, order.worstPrice);
}

/** The side of the book that an incoming order meets. */
export interface OppositeSide {
  readonly side: BookSide;
  /** the next sequence number, taken */
  nextSequence(): bigint;
  /**
   * runs a change of one resting order and updates the book: empty orders and levels are removed, the new size is
   * published
   */
  alter(maker: RestingOrder, change: () => void): void;
}

/** One incoming order on its way through the other side of the book. */
export interface Taking {
  readonly order: IncomingOrder;
  readonly demand: Demand;
  readonly trades: Trade[];
  readonly cancellations: StpCancellation[];
  /** there was something on the other side that it was allowed to reach */
  hasMet: boolean;
  /** after its last trade it wanted nothing more at that price */
  isSatisfied: boolean;
  /** self-trade prevention took the incoming order away */
  isStopped: boolean;
  /** lots that self-trade prevention took off the incoming order */
  decreased: bigint;
}

function trade(opposite: OppositeSide, taking: Taking, maker: RestingOrder): void {
  const { price } = maker.level;
  const size = lesser(takable(maker), wantedAt(taking.demand, price));
  taking.trades.push({
    price,
    size,
    makerOrderId: maker.id,
    makerOwner: maker.owner,
    takerOrderId: taking.order.id,
    takerOwner: taking.order.owner,
    takerSide: taking.order.side,
    sequence: opposite.nextSequence(),
  });
  satisfy(taking.demand, price, size);
  taking.isSatisfied = wantedAt(taking.demand, price) === 0n;
  opposite.alter(maker, () => take(maker, size));
}

function cancelMaker(opposite: OppositeSide, taking: Taking, maker: RestingOrder): void {
  taking.cancellations.push({ orderId: maker.id, owner: maker.owner, size: maker.remaining, isFinal: true });
  opposite.alter(maker, () => {
    leave(maker);
    maker.remaining = 0n;
  });
}

/** DC: the smaller order is cancelled, the larger one shrinks by it; equal ones are both cancelled. */
function decrease(opposite: OppositeSide, taking: Taking, maker: RestingOrder): void {
  const { price } = maker.level;
  const common = lesser(maker.remaining, wantedAt(taking.demand, price));
  satisfy(taking.demand, price, common);
  taking.decreased += common;
  if (common === maker.remaining) {
    cancelMaker(opposite, taking, maker);
    return;
  }
  taking.cancellations.push({ orderId: maker.id, owner: maker.owner, size: common, isFinal: false });
  opposite.alter(maker, () => shrink(maker, common));
}

const preventions: Readonly<
  Record<SelfTradePrevention, (opposite: OppositeSide, taking: Taking, maker: RestingOrder) => void>
> = {
  CN: (_opposite, taking) => {
    taking.isStopped = true;
  },
  CO: cancelMaker,
  CB: (opposite, taking, maker) => {
    taking.isStopped = true;
    cancelMaker(opposite, taking, maker);
  },
  DC: decrease,
};

/** Trades the order against the other side until it is filled, stopped, or the price does not match. */
export function matchOrder(opposite: OppositeSide, order: IncomingOrder): Taking {
  const taking: Taking = {
    order,
    demand: demandOf(order),
    trades: [],
    cancellations: [],
    hasMet: false,
    isSatisfied: false,
    isStopped: false,
    decreased: 0n,
  };
  for (let maker = nextMaker(opposite.side); maker !== null; maker = nextMaker(opposite.side)) {
    const { price } = maker.level;
    if (!mayTradeAt(order, price)) break;
    taking.hasMet = true;
    if (taking.isStopped || wantedAt(taking.demand, price) === 0n) break;
    if (order.selfTradePrevention !== null && maker.owner === order.owner) {
      preventions[order.selfTradePrevention](opposite, taking, maker);
    } else {
      trade(opposite, taking, maker);
    }
  }
  return taking;
}
