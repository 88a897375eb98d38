import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Candle, CandleInterval } from '#shared/domain/market/candle.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { OrderType, Side, TradeType, Venue } from '#shared/domain/scalars.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';

/**
 * What the topics of the feed say, in the house's own forms. Decimals are exact texts in their shortest writing; times
 * are epoch ms whatever the wire's unit was. docs/exchange/feeds.md §4.
 */

/** One row of an increment: the level's new whole size (`0` deletes it). Price `0` only moves the sequence. */
export interface LevelChange {
  readonly side: Side;
  readonly price: Decimal;
  readonly size: Decimal;
  readonly sequence: number;
}

/** An increment of a book that covers the sequence numbers start..end. Futures: start = end, one change. */
export interface BookIncrement {
  readonly symbol: string;
  readonly sequenceStart: number;
  readonly sequenceEnd: number;
  readonly timeMs: number;
  readonly changes: readonly LevelChange[];
}

/** The top of a book, whole each time, best first on both sides. Spot does not say at which sequence. */
export interface DepthSnapshot {
  readonly symbol: string;
  readonly sequence: number | null;
  readonly timeMs: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Best prices of one market; a side without orders is null. */
export interface BestPrices {
  readonly symbol: string;
  /** null where it is not said: on spot level1, and in an older form of the tickers */
  readonly sequence: string | null;
  readonly bid: BookLevel | null;
  readonly ask: BookLevel | null;
  readonly timeMs: number;
}

/** Spot ticker: best prices and the last trade (null before the first one). */
export interface SpotTickerUpdate extends BestPrices {
  readonly price: Decimal | null;
  readonly size: Decimal | null;
}

export interface CandleUpdate {
  readonly venue: Venue;
  readonly symbol: string;
  readonly interval: CandleInterval;
  readonly candle: Candle;
  /** when the exchange said so, not the candle's own time */
  readonly timeMs: number;
}

/** The last 24 hours of one market. Volume: base currency on spot, contracts as the wire counts them on futures. */
export interface DayStats {
  readonly venue: Venue;
  readonly symbol: string;
  readonly lastPrice: Decimal | null;
  readonly open: Decimal | null;
  readonly high: Decimal | null;
  readonly low: Decimal | null;
  readonly change: Decimal | null;
  /** a fraction: 0.05 is 5 % */
  readonly changeRate: Decimal | null;
  readonly volume: Decimal | null;
  /** quote currency */
  readonly turnover: Decimal | null;
  readonly timeMs: number;
}

/** A margin market's mark or index price. */
export interface IndicatorPrice {
  readonly symbol: string;
  readonly price: Decimal;
  readonly timeMs: number;
}

export type InstrumentUpdate =
  | {
      readonly kind: 'prices';
      readonly symbol: string;
      readonly markPrice: Decimal;
      readonly indexPrice: Decimal;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'funding';
      readonly symbol: string;
      readonly rate: Decimal;
      /** false: the rate predicted for the next settlement, pushed each minute */
      readonly isSettled: boolean;
      readonly timeMs: number;
    };

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
  readonly createdAtMs: number;
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
  /** false when the trigger fired and the order could not be placed; null before */
  readonly hasTriggered: boolean | null;
  /** the exchange's words for why it could not */
  readonly failMessage: string | null;
  readonly createdAtMs: number;
  readonly timeMs: number;
}

/** A spot-side wallet's balance as it now is. */
export interface BalanceChange {
  /** null in an older form: which wallet it is, a read tells */
  readonly accountId: string | null;
  readonly currency: string;
  readonly total: Decimal;
  readonly available: Decimal;
  readonly held: Decimal;
  /** `trade.hold`, `main.transfer`, …: the part before the point names the wallet or business */
  readonly event: string;
  readonly eventId: string | null;
  readonly symbol: string | null;
  readonly orderId: string | null;
  readonly timeMs: number;
}

/** The futures wallet of one settlement currency. Older subjects say only some of it: what is null was not said. */
export interface WalletChange {
  readonly currency: string;
  readonly walletBalance: Decimal | null;
  readonly availableBalance: Decimal | null;
  readonly holdBalance: Decimal | null;
  readonly equity: Decimal | null;
  readonly isolatedOrderMargin: Decimal | null;
  readonly isolatedPositionMargin: Decimal | null;
  readonly isolatedUnrealisedPnl: Decimal | null;
  readonly isolatedFundingFeeMargin: Decimal | null;
  readonly crossOrderMargin: Decimal | null;
  readonly crossPositionMargin: Decimal | null;
  readonly crossUnrealisedPnl: Decimal | null;
  readonly totalCrossMargin: Decimal | null;
  /** rises with each change; null where not said */
  readonly version: string | null;
  readonly timeMs: number;
}

export interface MarginAsset {
  readonly currency: string;
  readonly total: Decimal;
  readonly available: Decimal;
  readonly held: Decimal;
}

export type MarginPositionUpdate =
  | {
      readonly kind: 'debt';
      readonly debtRatio: Decimal;
      readonly totalAsset: Decimal;
      readonly totalDebt: Decimal;
      readonly assets: readonly MarginAsset[];
      readonly debts: readonly { readonly currency: string; readonly amount: Decimal }[];
      readonly timeMs: number;
    }
  | { readonly kind: 'status'; readonly status: string; readonly timeMs: number };

/** An isolated-margin pair's status changed; ask REST for the figures. */
export interface IsolatedPositionUpdate {
  readonly symbol: string;
  readonly status: string;
  readonly reason: string;
  readonly timeMs: number;
}

/** A whole position as the feed tells it; it does not tell the position's id. */
export type FeedPosition = Omit<Position, 'id'>;

/**
 * The few figures that move with the mark price. Merge them into the position, never replace it; a cross position has no
 * `marginWithPnl` and `maintenanceMargin` of its own and keeps its null.
 */
export type PositionPatch = Partial<
  Pick<
    Position,
    | 'markPrice'
    | 'markValue'
    | 'marginWithPnl'
    | 'realLeverage'
    | 'unrealisedPnl'
    | 'unrealisedPnlRatio'
    | 'returnOnEquity'
    | 'adlPercentile'
    | 'settleCurrency'
    | 'liquidationPrice'
    | 'maintenanceMargin'
  >
>;

export type PositionUpdate =
  | { readonly kind: 'full'; readonly symbol: string; readonly reason: string; readonly position: FeedPosition }
  | { readonly kind: 'sparse'; readonly symbol: string; readonly patch: PositionPatch; readonly asOfMs: number }
  /** funding was settled: balance and position have changed, reload them */
  | {
      readonly kind: 'funding-settled';
      readonly symbol: string;
      readonly fundingFee: Decimal | null;
      readonly fundingRate: Decimal | null;
      readonly timeMs: number;
    }
  | {
      readonly kind: 'risk-limit';
      readonly symbol: string;
      readonly isDone: boolean;
      readonly level: number | null;
      readonly message: string | null;
    };

/** The margin mode of contracts, as it is now. docs/exchange/feeds.md §8.5. */
export type MarginModeChange = readonly { readonly symbol: string; readonly marginMode: 'isolated' | 'cross' }[];

/** The leverage that cross orders of contracts have, as it is now. */
export type CrossLeverageChange = readonly { readonly symbol: string; readonly leverage: Decimal }[];

/** Every kind of topic, `venue.kind`, and what it says. */
export interface FeedMessages {
  'spot.level2': BookIncrement;
  'spot.depth5': DepthSnapshot;
  'spot.depth50': DepthSnapshot;
  'spot.level1': BestPrices;
  'spot.ticker': SpotTickerUpdate;
  'spot.tickers': SpotTickerUpdate;
  'spot.trades': PublicTrade;
  'spot.candles': CandleUpdate;
  'spot.snapshot': DayStats;
  'spot.markPrice': IndicatorPrice;
  'spot.indexPrice': IndicatorPrice;
  'spot.orders': OrderChange;
  'spot.ordersV1': OrderChange;
  'spot.stopOrders': StopChange;
  'spot.balances': BalanceChange;
  'spot.marginPosition': MarginPositionUpdate;
  'spot.isolatedPosition': IsolatedPositionUpdate;
  'futures.level2': BookIncrement;
  'futures.depth5': DepthSnapshot;
  'futures.depth50': DepthSnapshot;
  'futures.ticker': BestPrices;
  'futures.trades': PublicTrade;
  'futures.instrument': InstrumentUpdate;
  'futures.candles': CandleUpdate;
  'futures.snapshot': DayStats;
  'futures.orders': OrderChange;
  'futures.stopOrders': StopChange;
  'futures.balances': WalletChange;
  'futures.position': PositionUpdate;
  'futures.positions': PositionUpdate;
  'futures.marginMode': MarginModeChange;
  'futures.crossLeverage': CrossLeverageChange;
}

export type FeedKind = keyof FeedMessages;
