import type { SelfTradePrevention } from '../kernel/kernel.ts';
import { type Appetite, appetiteOf, feed, lesser, mayTradeAt, wantedAt } from './appetite.ts';
import { type Ladder, nextMaker } from './ladder.ts';
import { leave, type Resting, shrink, takable, take } from './level.ts';
import type { IncomingOrder, StpCancellation, Trade } from './types.ts';

/** What the walk needs of the book. */
export interface Desk {
  readonly against: Ladder;
  /** the next sequence number, taken */
  nextSequence(): bigint;
  /** runs a change of one resting order and tidies up behind it: order and level gone when empty, the new size told */
  alter(maker: Resting, change: () => void): void;
}

/** One incoming order on its way through the other side of the book. */
export interface Walk {
  readonly order: IncomingOrder;
  readonly appetite: Appetite;
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

function trade(desk: Desk, walk: Walk, maker: Resting): void {
  const { price } = maker.level;
  const size = lesser(takable(maker), wantedAt(walk.appetite, price));
  walk.trades.push({
    price,
    size,
    makerOrderId: maker.id,
    makerOwner: maker.owner,
    takerOrderId: walk.order.id,
    takerOwner: walk.order.owner,
    takerSide: walk.order.side,
    sequence: desk.nextSequence(),
  });
  feed(walk.appetite, price, size);
  walk.isSatisfied = wantedAt(walk.appetite, price) === 0n;
  desk.alter(maker, () => take(maker, size));
}

function cancelMaker(desk: Desk, walk: Walk, maker: Resting): void {
  walk.cancellations.push({ orderId: maker.id, owner: maker.owner, size: maker.remaining, isFinal: true });
  desk.alter(maker, () => {
    leave(maker);
    maker.remaining = 0n;
  });
}

/** DC: the smaller order goes, the larger one shrinks by it; equal ones both go. */
function decrease(desk: Desk, walk: Walk, maker: Resting): void {
  const { price } = maker.level;
  const common = lesser(maker.remaining, wantedAt(walk.appetite, price));
  feed(walk.appetite, price, common);
  walk.decreased += common;
  if (common === maker.remaining) {
    cancelMaker(desk, walk, maker);
    return;
  }
  walk.cancellations.push({ orderId: maker.id, owner: maker.owner, size: common, isFinal: false });
  desk.alter(maker, () => shrink(maker, common));
}

const preventions: Readonly<Record<SelfTradePrevention, (desk: Desk, walk: Walk, maker: Resting) => void>> = {
  CN: (_desk, walk) => {
    walk.isStopped = true;
  },
  CO: cancelMaker,
  CB: (desk, walk, maker) => {
    walk.isStopped = true;
    cancelMaker(desk, walk, maker);
  },
  DC: decrease,
};

/** Trades the order against the other side until it is satisfied, stopped, or may not go on at the price. */
export function walkThrough(desk: Desk, order: IncomingOrder): Walk {
  const walk: Walk = {
    order,
    appetite: appetiteOf(order),
    trades: [],
    cancellations: [],
    hasMet: false,
    isSatisfied: false,
    isStopped: false,
    decreased: 0n,
  };
  for (let maker = nextMaker(desk.against); maker !== null; maker = nextMaker(desk.against)) {
    const { price } = maker.level;
    if (!mayTradeAt(order, price)) break;
    walk.hasMet = true;
    if (walk.isStopped || wantedAt(walk.appetite, price) === 0n) break;
    if (order.selfTradePrevention !== null && maker.owner === order.owner) {
      preventions[order.selfTradePrevention](desk, walk, maker);
    } else {
      trade(desk, walk, maker);
    }
  }
  return walk;
}
