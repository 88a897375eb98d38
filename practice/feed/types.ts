import type { Decimal } from '#shared/decimal.ts';

/** One candle; amounts are decimal strings, `volume` in base and `turnover` in quote currency. */
export interface SpotCandle {
  /** epoch seconds at which the candle opens */
  readonly startS: number;
  readonly open: Decimal;
  readonly close: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly volume: Decimal;
  readonly turnover: Decimal;
}

/** The rolling 24 hours of one pair. */
export interface SpotDay {
  readonly symbol: string;
  /** the price 24 hours ago, or the first one known */
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly last: Decimal;
  readonly volume: Decimal;
  readonly turnover: Decimal;
}

/** What the spot topics need of the market's memory (practice/history). */
export interface SpotHistory {
  /** `1min` … `1month`, facts.md §4.1 */
  isInterval(interval: string): boolean;
  /** the candle that is open now, or null before the first trade in it */
  candle(symbol: string, interval: string): SpotCandle | null;
  /** after each trade, when the candles and the day have already taken it in */
  onTrade(listener: (symbol: string) => void): () => void;
  day(symbol: string): SpotDay | null;
}
