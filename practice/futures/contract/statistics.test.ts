import { describe, expect, it } from 'vitest';
import { createDayStatistics } from './statistics.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe('24-hour statistics', () => {
  it('knows nothing before the first trade', () => {
    expect(createDayStatistics().view(0)).toBeNull();
  });

  it('sums a day, with open, high and low', () => {
    const day = createDayStatistics();
    day.record({ price: 100n, lots: 2n, worth: 200n, timeMs: 0 });
    day.record({ price: 130n, lots: 1n, worth: 130n, timeMs: 10 });
    day.record({ price: 90n, lots: 1n, worth: 90n, timeMs: 20 });
    day.record({ price: 110n, lots: 4n, worth: 440n, timeMs: 5 * minuteMs });
    day.record({ price: 140n, lots: 1n, worth: 140n, timeMs: 6 * minuteMs });
    day.record({ price: 80n, lots: 1n, worth: 80n, timeMs: 7 * minuteMs });
    expect(day.view(8 * minuteMs)).toEqual({ open: 100n, high: 140n, low: 80n, lots: 10n, worth: 1080n });
  });

  it('forgets what is older than a day', () => {
    const day = createDayStatistics();
    day.record({ price: 500n, lots: 2n, worth: 1000n, timeMs: 0 });
    day.record({ price: 100n, lots: 1n, worth: 100n, timeMs: 30 * minuteMs });
    expect(day.view(dayMs + 10 * minuteMs)).toEqual({ open: 100n, high: 100n, low: 100n, lots: 1n, worth: 100n });
    day.record({ price: 101n, lots: 1n, worth: 101n, timeMs: 2 * dayMs });
    expect(day.view(2 * dayMs)?.lots).toBe(1n);
    expect(day.view(4 * dayMs)).toBeNull();
  });
});
