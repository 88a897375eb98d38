import type { SelfTradePrevention, Side, TimeInForce } from '../kernel/kernel.ts';

/**
 * The matching engine knows prices as whole ticks and sizes as whole lots (bigint), and neither money nor accounts
 * beyond an owner's name. Spot and futures both trade through it.
 */
export interface IncomingOrder {
  readonly id: string;
  readonly owner: string;
  readonly side: Side;
  /** null: market order, takes any price within `worstPrice` */
  readonly price: bigint | null;
  /** lots; for a market buy by funds use `budget` instead and leave this null */
  readonly size: bigint | null;
  /** market buy by funds: the most that Σ price×size (ticks×lots) may reach */
  readonly budget: bigint | null;
  /** the worst price (ticks) it may trade at: the price collar; null = none */
  readonly worstPrice: bigint | null;
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  readonly isHidden: boolean;
  /** iceberg: lots shown at a time; null = all */
  readonly visibleSize: bigint | null;
  readonly selfTradePrevention: SelfTradePrevention | null;
}

export interface Trade {
  /** ticks; always the maker's price */
  readonly price: bigint;
  /** lots */
  readonly size: bigint;
  readonly makerOrderId: string;
  readonly makerOwner: string;
  readonly takerOrderId: string;
  readonly takerOwner: string;
  readonly takerSide: Side;
  /** the book's sequence number of this trade */
  readonly sequence: bigint;
}

/** An order that left the book or shrank without trading: self-trade prevention. */
export interface StpCancellation {
  readonly orderId: string;
  readonly owner: string;
  /** lots taken away */
  readonly size: bigint;
  /** true: nothing of the order is left */
  readonly isFinal: boolean;
}

export interface MatchReport {
  readonly trades: readonly Trade[];
  readonly cancellations: readonly StpCancellation[];
  /** lots now resting on the book for the incoming order */
  readonly resting: bigint;
  /** lots of the incoming order that were cancelled (IOC, FOK, market remainder, self-trade prevention, post-only) */
  readonly cancelled: bigint;
  readonly outcome:
    | 'resting'
    | 'filled'
    | 'cancelled'
    | 'refused-post-only'
    | 'refused-fill-or-kill'
    | 'no-counterparty';
}

/** One visible level changed: what a level2 increment carries. `size` 0 = the level is gone. Price and size in ticks and lots. */
export interface LevelChange {
  readonly sequence: bigint;
  readonly side: Side;
  readonly price: bigint;
  readonly size: bigint;
}

export interface OrderBook {
  /** rises by exactly one with each visible change and each trade */
  sequence(): bigint;
  /** the next sequence number, taken by a trade that was made beside the book */
  takeSequence(): bigint;
  place(order: IncomingOrder): MatchReport;
  /** lots that were still resting, or null when the order is not on the book */
  cancel(orderId: string): bigint | null;
  /** takes lots off a resting order, which keeps its place in the queue; false when it does not have more than these */
  reduce(orderId: string, lots: bigint): boolean;
  /** lots still resting (hidden part included), or null */
  remaining(orderId: string): bigint | null;
  best(side: Side): bigint | null;
  /** visible levels, best first */
  levels(side: Side, depth: number): readonly (readonly [price: bigint, size: bigint])[];
  /** where an order of this side and price would start to trade now */
  wouldTake(side: Side, price: bigint): boolean;
  onLevelChange(listener: (change: LevelChange) => void): () => void;
  /** `fill` runs once, before any first use of the book, so that the book always has its orders */
  fillOnUse(fill: () => void): void;
  /** fills a book that waits for its first use; for code that is about to change more than the book */
  makeReady(): void;
}
