import type { Random, Side } from '../kernel/kernel.ts';
import { type QuoteSide, createQuoteSide, type FairValue, type QuoteSideOptions } from './quote-side.ts';
import { quotaOf } from './depth-profile.ts';
import type { TraderOrder } from './market-port.ts';
import type { MarketShape } from './listing/market-shape.ts';

/** Those who keep the book filled. */
export interface MarketMaker {
  /** fills both sides of the book to their full depth */
  populate(fair: FairValue): void;
  /** moves the touch to the fair value and refills thin zones */
  reprice(fair: FairValue): void;
  /** replaces one of the orders by another one: the restlessness of a real book */
  churn(fair: FairValue): void;
  /** a single order on each side, `lots` big: the coarse book of the past day */
  quoteCoarsely(fair: FairValue, lots: number): void;
  /** one order for a taker */
  offer(order: TraderOrder): void;
  withdraw(): void;
  /** the makers' best price on that side, in ticks */
  touch(side: Side): number | null;
}

/** Orders added to one zone per repricing: a book refills over a second. */
const mostOrdersPerTurn = 4;
/** Ticks left free on each side of the fair value in the past day, so that others can be first in the queue. */
const coarseHalfSpread = 2;

/** The best prices for a spread drawn at random; narrow ones are more frequent. */
function drawTouch(fair: FairValue, shape: MarketShape, random: Random): Readonly<Record<Side, number>> {
  const spread = 1 + Math.floor(random.next() ** 2 * shape.widestSpreadTicks);
  const buy = Math.floor(fair.ticks - (spread - 1) / 2);
  return { buy, sell: buy + spread };
}

export function createMarketMaker(options: QuoteSideOptions): MarketMaker {
  const { port, shape, random } = options;
  const sides: Readonly<Record<Side, QuoteSide>> = {
    buy: createQuoteSide('buy', options),
    sell: createQuoteSide('sell', options),
  };
  const both = [sides.buy, sides.sell] as const;
  port.onDone(orderId => {
    if (!sides.buy.forget(orderId)) sides.sell.forget(orderId);
  });
  const withdraw = (): void => {
    for (const side of both) side.withdraw();
  };
  const moveTouch = (fair: FairValue, most: number): void => {
    const touch = drawTouch(fair, shape, random);
    // both sides first leave the way, or a new order would trade with a stale one
    for (const side of ['buy', 'sell'] as const) sides[side].cull(touch[side]);
    for (const side of ['buy', 'sell'] as const) sides[side].refill(touch[side], { fair, most });
  };
  return {
    populate: fair => moveTouch(fair, quotaOf(shape)),
    reprice: fair => moveTouch(fair, mostOrdersPerTurn),
    churn: fair => sides[random.next() < 0.5 ? 'buy' : 'sell'].churn(fair),
    quoteCoarsely(fair, lots) {
      withdraw();
      sides.buy.rest(Math.floor(fair.ticks) - coarseHalfSpread, lots);
      sides.sell.rest(Math.ceil(fair.ticks) + coarseHalfSpread, lots);
    },
    offer: ({ side, ticks, lots }) => sides[side].rest(ticks, lots),
    withdraw,
    touch: side => sides[side].best(),
  };
}
