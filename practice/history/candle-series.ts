import { candleStartMs, type Interval } from './intervals.ts';

/** One candle in whole units: price, size and turnover each in the smallest step of its market. */
export interface RawCandle {
  readonly startMs: number;
  readonly open: bigint;
  close: bigint;
  high: bigint;
  low: bigint;
  volume: bigint;
  turnover: bigint;
}

export interface RawTrade {
  readonly timeMs: number;
  readonly price: bigint;
  readonly size: bigint;
  readonly turnover: bigint;
}

/** Which candles of a series are wanted: those that begin in `[fromMs, toMs)`, at most `most`. */
export interface CandleRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly most: number;
  /** which ones when there are more */
  readonly keep: 'newest' | 'oldest';
}

/** The candles of one market and interval. A bucket without a trade is missing, as on the service. */
export interface CandleSeries {
  /** trades come in the order of their time */
  record(trade: RawTrade): void;
  /** oldest first */
  select(range: CandleRange): readonly RawCandle[];
  last(): RawCandle | null;
}

/** The most that one request answers is 1500 (docs/exchange/records.md §6.4); a day of minutes must fit as well. */
const keptCandles = 2000;
const trimAt = 2500;

export function createCandleSeries(interval: Interval): CandleSeries {
  const candles: RawCandle[] = [];
  return {
    record({ timeMs, price, size, turnover }) {
      const startMs = candleStartMs(interval, timeMs);
      const last = candles.at(-1);
      if (last === undefined || last.startMs < startMs) {
        candles.push({ startMs, open: price, close: price, high: price, low: price, volume: size, turnover });
        if (candles.length >= trimAt) candles.splice(0, candles.length - keptCandles);
        return;
      }
      last.close = price;
      if (price > last.high) last.high = price;
      if (price < last.low) last.low = price;
      last.volume += size;
      last.turnover += turnover;
    },
    select({ fromMs, toMs, most, keep }) {
      const first = lowerBound(candles, fromMs);
      const end = lowerBound(candles, toMs);
      if (keep === 'newest') return candles.slice(Math.max(first, end - most), end);
      return candles.slice(first, Math.min(end, first + most));
    },
    last: () => candles.at(-1) ?? null,
  };
}

/** Index of the first candle that begins at or after the moment. */
function lowerBound(candles: readonly RawCandle[], startMs: number): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((candles[middle]?.startMs ?? 0) < startMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
