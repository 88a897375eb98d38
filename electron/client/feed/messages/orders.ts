import type { Decimal } from '#shared/decimal.ts';
import type { OrderType, Side, TradeType, Venue } from '#shared/domain/scalars.ts';
import type { PositionSide } from '#shared/domain/market/position-side.ts';

/** What the private topics say of own orders. */

/** One match of an own order. A fill seen twice (feed and REST, or after a reconnect) has the same `tradeId`. */
export interface OrderMatch {
  readonly tradeId: string;
  readonly price: Decimal;
  readonly size: Decimal;
  readonly liquidity: 'taker' | 'maker' | 'unknown';
}

/**
 * Something happened to an own order. A typed patch: `null` means that this frame does not say, never that it is
 * nothing; key by `orderId`, complete from REST (docs/exchange/feeds.md §6.1), and never leave `done`.
 */
export interface OrderChange {
  readonly venue: Venue;
  readonly orderId: string;
  readonly clientOid: string | null;
  readonly symbol: string;
  readonly event: 'received' | 'open' | 'match' | 'update' | 'filled' | 'cancelled' | 'unknown';
  readonly status: 'new' | 'open' | 'match' | 'done' | 'unknown';
  readonly side: Side;
  readonly type: OrderType | null;
  /** as it was placed or last altered; null for market orders by funds */
  readonly price: Decimal | null;
  readonly size: Decimal | null;
  readonly funds: Decimal | null;
  readonly filledSize: Decimal | null;
  readonly remainingSize: Decimal | null;
  readonly cancelledSize: Decimal | null;
  readonly remainingFunds: Decimal | null;
  readonly cancelledFunds: Decimal | null;
  /** size before an `update` */
  readonly oldSize: Decimal | null;
  readonly match: OrderMatch | null;
  readonly marginMode: 'isolated' | 'cross' | null;
  readonly isLiquidation: boolean;
  /** futures in hedge mode; absent: one-way mode, or the frame does not say */
  readonly positionSide?: PositionSide;
  /** null: the frame does not state it */
  readonly createdAtMs: number | null;
  readonly timeMs: number;
}

/** Something happened to an own stop order. */
export interface StopChange {
  readonly venue: Venue;
  readonly orderId: string;
  readonly symbol: string;
  readonly event: 'open' | 'triggered' | 'cancelled' | 'unknown';
  readonly side: Side;
  readonly price: Decimal | null;
  readonly size: Decimal | null;
  readonly stop: 'entry' | 'loss' | 'up' | 'down' | 'unknown';
  readonly stopPrice: Decimal;
  readonly stopPriceType: 'TP' | 'MP' | 'IP' | null;
  readonly tradeType: TradeType;
  /** as of OrderChange */
  readonly positionSide?: PositionSide;
  /** false when the trigger fired and the order could not be placed; null before */
  readonly hasTriggered: boolean | null;
  /** the exchange's words for why it could not */
  readonly failMessage: string | null;
  /** null: the frame does not state it */
  readonly createdAtMs: number | null;
  readonly timeMs: number;
}
