import { describe, expect, it } from 'vitest';
import { candleStartMs, futuresIntervals, type Interval, intervalOfGranularity, spotIntervals } from './intervals.ts';

const moment = Date.UTC(2024, 10, 20, 17, 47, 31, 250); // a Wednesday

describe('candle starts', () => {
  it.each<[Interval, number]>([
    ['1min', Date.UTC(2024, 10, 20, 17, 47)],
    ['3min', Date.UTC(2024, 10, 20, 17, 45)],
    ['5min', Date.UTC(2024, 10, 20, 17, 45)],
    ['15min', Date.UTC(2024, 10, 20, 17, 45)],
    ['30min', Date.UTC(2024, 10, 20, 17, 30)],
    ['1hour', Date.UTC(2024, 10, 20, 17)],
    ['2hour', Date.UTC(2024, 10, 20, 16)],
    ['4hour', Date.UTC(2024, 10, 20, 16)],
    ['6hour', Date.UTC(2024, 10, 20, 12)],
    ['8hour', Date.UTC(2024, 10, 20, 16)],
    ['12hour', Date.UTC(2024, 10, 20, 12)],
    ['1day', Date.UTC(2024, 10, 20)],
    ['1week', Date.UTC(2024, 10, 18)],
    ['1month', Date.UTC(2024, 10, 1)],
  ])('%s', (interval, startMs) => {
    expect(candleStartMs(interval, moment)).toBe(startMs);
    expect(candleStartMs(interval, startMs)).toBe(startMs);
    expect(candleStartMs(interval, startMs - 1)).toBeLessThan(startMs);
  });
});

describe('candle intervals', () => {
  it('differ per service', () => {
    expect(spotIntervals).toHaveLength(14);
    expect(futuresIntervals).toEqual([
      '1min',
      '5min',
      '15min',
      '30min',
      '1hour',
      '2hour',
      '4hour',
      '8hour',
      '12hour',
      '1day',
      '1week',
    ]);
  });

  it('have names in minutes on futures', () => {
    expect(intervalOfGranularity(480)).toBe('8hour');
    expect(intervalOfGranularity(10_080)).toBe('1week');
    expect(intervalOfGranularity(3)).toBeNull();
  });
});
