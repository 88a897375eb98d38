import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Side } from '#shared/domain/scalars.ts';

/** What the topics say of books and best prices. Decimals are exact texts in their shortest writing, times epoch ms. */

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
  /** null where it is missing: on spot level1, and in an older form of the tickers */
  readonly sequence: string | null;
  readonly bid: BookLevel | null;
  readonly ask: BookLevel | null;
  /** null: the frame does not state it */
  readonly timeMs: number | null;
}

/** Spot ticker: best prices and the last trade (null before the first one). */
export interface SpotTickerUpdate extends BestPrices {
  readonly price: Decimal | null;
  readonly size: Decimal | null;
}
