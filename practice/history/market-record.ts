import { dayMs } from '../kernel/durations.ts';
import { createRollingDay } from '../kernel/rolling-day.ts';
import { type CandleRange, type CandleSeries, createCandleSeries } from './candle-series.ts';
import { candleStartMs, type Interval } from './intervals.ts';
import type { Candle, Measure, Print } from './measure.ts';

/** What one market remembers of its trades. */
export interface MarketRecord {
  record(print: Print): void;
  /** oldest first; empty for an interval that is not kept */
  candles(interval: Interval, range: CandleRange): readonly Candle[];
  /** the candle that is open at that moment; null when nothing has traded in it yet */
  openCandle(interval: Interval, nowMs: number): Candle | null;
  /** the 24 hours before that moment as one candle; null when nothing was ever traded */
  day(nowMs: number): Candle | null;
}

export function createMarketRecord(measure: Measure, intervals: readonly Interval[]): MarketRecord {
  const series = new Map<Interval, CandleSeries>(intervals.map(interval => [interval, createCandleSeries(interval)]));
  const day = createRollingDay();
  return {
    record(print) {
      const trade = measure.read(print);
      for (const each of series.values()) each.record(trade);
      day.record(trade);
    },
    candles: (interval, range) =>
      series
        .get(interval)
        ?.select(range)
        .map(candle => measure.write(candle)) ?? [],
    openCandle(interval, nowMs) {
      const last = series.get(interval)?.last() ?? null;
      return last === null || last.startMs !== candleStartMs(interval, nowMs) ? null : measure.write(last);
    },
    day(nowMs) {
      const figures = day.view(nowMs);
      return figures === null ? null : measure.write({ ...figures, startMs: nowMs - dayMs });
    },
  };
}
