import type { Decimal } from '#shared/decimal.ts';
import type { PositionSide } from '#shared/domain/market/position-side.ts';
import type { Position } from '#shared/domain/market/futures.ts';

/** What the private topics say of futures positions and what the account chose for them. */

/** A whole position in the feed, which has no position id. */
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
  | {
      readonly kind: 'sparse';
      readonly symbol: string;
      /** absent: one-way mode, or the frame does not name it */
      readonly positionSide?: PositionSide;
      readonly patch: PositionPatch;
      /** null: the exchange does not state it */
      readonly asOfMs: number | null;
    }
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
