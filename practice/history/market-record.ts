import { type CandleRange, type CandleSeries, createCandleSeries } from './candle-series.ts';
import { candleStartMs, type Interval } from './intervals.ts';
import type { Candle, Measure } from './measure.ts';

/** What one market remembers of its trades. */
export interface MarketRecord {
  record(print: Parameters<Measure['read']>[0]): void;
  /** oldest first; empty for an interval that is not kept */
  candles(interval: Interval, range: CandleRange): readonly Candle[];
  /** the candle that is open at that moment; null when nothing has traded in it yet */
  openCandle(interval: Interval, nowMs: number): Candle | null;
  /** the 24 hours before that moment as one candle; null when nothing was ever traded */
  day(nowMs: number): Candle | null;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

export function createMarketRecord(measure: Measure, intervals: readonly Interval[]): MarketRecord {
  const series = new Map<Interval, CandleSeries>(intervals.map(interval => [interval, createCandleSeries(interval)]));
  const minutes = createCandleSeries('1min');
  series.set('1min', minutes);
  return {
    record(print) {
      const trade = measure.read(print);
      for (const each of series.values()) each.record(trade);
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
    day: nowMs => dayOf(minutes, measure, nowMs),
  };
}

/** A minute counts as long as any of it lies in the window. */
function dayOf(minutes: CandleSeries, measure: Measure, nowMs: number): Candle | null {
  const fromMs = nowMs - dayMs - minuteMs + 1;
  const before = minutes.select({ fromMs: 0, toMs: fromMs, most: 1, keep: 'newest' })[0];
  const inside = minutes.select({ fromMs, toMs: Infinity, most: Infinity, keep: 'newest' });
  const first = inside[0];
  if (first === undefined && before === undefined) return null;
  const open = before?.close ?? first?.open ?? 0n;
  const last = inside.at(-1)?.close ?? open;
  const day = { startMs: fromMs, open, close: last, high: last, low: last, volume: 0n, turnover: 0n };
  for (const minute of inside) {
    if (minute.high > day.high) day.high = minute.high;
    if (minute.low < day.low) day.low = minute.low;
    day.volume += minute.volume;
    day.turnover += minute.turnover;
  }
  return measure.write(day);
}
