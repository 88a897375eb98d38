import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCandleSeries, type RawCandle, type RawTrade } from './candle-series.ts';
import { candleStartMs, spotIntervals } from './intervals.ts';

const minuteMs = 60_000;
const all = { fromMs: 0, toMs: Infinity, most: Infinity, keep: 'newest' } as const;

function trade(timeMs: number, price: number, size = 1): RawTrade {
  return { timeMs, price: BigInt(price), size: BigInt(size), turnover: BigInt(price * size) };
}

describe('a candle series', () => {
  it('makes one candle of the trades of an interval and none of an empty one', () => {
    const series = createCandleSeries('1min');
    expect(series.last()).toBeNull();
    for (const each of [trade(0, 10, 2), trade(1, 13), trade(59_999, 9), trade(59_999, 11), trade(180_000, 12)]) {
      series.record(each);
    }
    expect(series.select(all)).toEqual([
      { startMs: 0, open: 10n, close: 11n, high: 13n, low: 9n, volume: 5n, turnover: 53n },
      { startMs: 180_000, open: 12n, close: 12n, high: 12n, low: 12n, volume: 1n, turnover: 12n },
    ]);
    expect(series.last()?.startMs).toBe(180_000);
  });

  it('cuts a range out, start included and end excluded, and keeps the requested end', () => {
    const series = createCandleSeries('1min');
    for (let minute = 0; minute < 10; minute += 1) series.record(trade(minute * minuteMs, 1));
    const minutes = (candles: readonly RawCandle[]) => candles.map(candle => candle.startMs / minuteMs);
    const range = { fromMs: 2 * minuteMs, toMs: 7 * minuteMs };
    expect(minutes(series.select({ ...range, most: 100, keep: 'newest' }))).toEqual([2, 3, 4, 5, 6]);
    expect(minutes(series.select({ ...range, most: 2, keep: 'newest' }))).toEqual([5, 6]);
    expect(minutes(series.select({ ...range, most: 2, keep: 'oldest' }))).toEqual([2, 3]);
    expect(minutes(series.select({ fromMs: 1, toMs: 2 * minuteMs + 1, most: 9, keep: 'oldest' }))).toEqual([1, 2]);
    expect(minutes(series.select({ fromMs: 7 * minuteMs, toMs: 2 * minuteMs, most: 9, keep: 'newest' }))).toEqual([]);
    expect(minutes(series.select({ fromMs: 1e12, toMs: Infinity, most: 9, keep: 'newest' }))).toEqual([]);
  });

  it('drops the oldest and always keeps more than a request or a day needs', () => {
    const series = createCandleSeries('1min');
    for (let minute = 0; minute < 20_000; minute += 1) {
      series.record(trade(minute * minuteMs, 1));
      const kept = series.select(all);
      if (minute % 97 !== 0) continue;
      expect(kept.length).toBeLessThan(2500);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(minute + 1, 2000));
      expect(kept.at(-1)?.startMs).toBe(minute * minuteMs);
    }
  });

  it('has the same values in every interval', () => {
    const trades = fc.array(
      fc.record({ wait: fc.nat(4_000_000), price: fc.integer({ min: 1, max: 99 }), size: fc.nat(9) }),
      {
        minLength: 1,
        maxLength: 400,
        size: 'max',
      },
    );
    fc.assert(
      fc.property(trades, fc.constantFrom(...spotIntervals), (steps, interval) => {
        const minutes = createCandleSeries('1min');
        const series = createCandleSeries(interval);
        let timeMs = Date.UTC(2024, 0, 1);
        for (const { wait, price, size } of steps) {
          timeMs += wait;
          for (const each of [minutes, series]) each.record(trade(timeMs, price, size));
        }
        const groups = Map.groupBy(minutes.select(all), candle => candleStartMs(interval, candle.startMs));
        const folded = [...groups].map(([startMs, candles]) => ({
          startMs,
          open: candles[0]?.open,
          close: candles.at(-1)?.close,
          high: candles.map(candle => candle.high).reduce((a, b) => (a > b ? a : b)),
          low: candles.map(candle => candle.low).reduce((a, b) => (a < b ? a : b)),
          volume: candles.reduce((total, candle) => total + candle.volume, 0n),
          turnover: candles.reduce((total, candle) => total + candle.turnover, 0n),
        }));
        expect(series.select(all)).toEqual(folded);
      }),
      { numRuns: 60 },
    );
  });
});
