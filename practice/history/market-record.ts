import { dayMs } from '../kernel/durations.ts';
import { createRollingDay } from '../kernel/rolling-day.ts';
import { type CandleRange, type CandleSeries, createCandleSeries, type RawTrade } from './candle-series.ts';
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

/** Prints that wait at most: a market of the past day has fewer. */
const mostWaiting = 2048;

/** Takes trades in, in their order. */
type TradeRecord = Pick<CandleSeries, 'record'>;

interface Reader {
  readonly of: TradeRecord;
  /** so many of the waiting trades it has */
  taken: number;
}

/**
 * Prints wait until their candles are read: most markets and intervals are never read, and a start waits for all that
 * is done in the past day.
 */
function createBacklog(measure: Measure) {
  const readers: Reader[] = [];
  const prints: Print[] = [];
  const trades: RawTrade[] = [];
  const catchUp = (reader: Reader): void => {
    for (const print of prints.splice(0)) trades.push(measure.read(print));
    for (const trade of trades.slice(reader.taken)) reader.of.record(trade);
    reader.taken = trades.length;
  };
  const empty = (): void => {
    for (const reader of readers) catchUp(reader);
    for (const reader of readers) reader.taken = 0;
    trades.length = 0;
  };
  return {
    add: (print: Print): void => {
      prints.push(print);
      if (prints.length + trades.length >= mostWaiting) empty();
    },
    /** Answers what must be called before the reader is asked for anything. */
    readBy: (of: TradeRecord): (() => void) => {
      const reader: Reader = { of, taken: 0 };
      readers.push(reader);
      return () => catchUp(reader);
    },
  };
}

export function createMarketRecord(measure: Measure, intervals: readonly Interval[]): MarketRecord {
  const backlog = createBacklog(measure);
  const read = (series: CandleSeries) => ({ series, catchUp: backlog.readBy(series) });
  const all = new Map(intervals.map(interval => [interval, read(createCandleSeries(interval))] as const));
  const seriesOf = (interval: Interval): CandleSeries | null => {
    const known = all.get(interval);
    known?.catchUp();
    return known?.series ?? null;
  };
  const day = createRollingDay();
  const catchUpDay = backlog.readBy(day);
  return {
    record: backlog.add,
    candles: (interval, range) =>
      seriesOf(interval)
        ?.select(range)
        .map(candle => measure.write(candle)) ?? [],
    openCandle(interval, nowMs) {
      const last = seriesOf(interval)?.last() ?? null;
      return last === null || last.startMs !== candleStartMs(interval, nowMs) ? null : measure.write(last);
    },
    day(nowMs) {
      catchUpDay();
      const figures = day.view(nowMs);
      return figures === null ? null : measure.write({ ...figures, startMs: nowMs - dayMs });
    },
  };
}
