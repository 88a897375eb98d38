import type { Decimal } from '#shared/decimal.ts';
import type { Candle, CandleInterval } from '#shared/domain/market/candle.ts';
import type { Venue } from '#shared/domain/scalars.ts';

/** What the topics say of prices and the day of a market. */

export interface CandleUpdate {
  readonly venue: Venue;
  readonly symbol: string;
  readonly interval: CandleInterval;
  readonly candle: Candle;
  /** the time of the message, not of the candle */
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
      /** null: the frame does not say it */
      readonly markPrice: Decimal | null;
      readonly indexPrice: Decimal | null;
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
