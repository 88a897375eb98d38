import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from './durations.ts';
import { createRollingDay, type RollingDay } from './rolling-day.ts';

function record(day: RollingDay, timeMs: number, price: bigint, size = 1n): void {
  day.record({ price, size, turnover: price * size, timeMs });
}

describe('the rolling day', () => {
  it('has no values before the first trade', () => {
    expect(createRollingDay().view(0)).toBeNull();
  });

  it('sums a day, with open, close, high and low', () => {
    const day = createRollingDay();
    record(day, 0, 100n, 2n);
    record(day, 10, 130n);
    record(day, 20, 90n);
    record(day, 5 * minuteMs, 110n, 4n);
    record(day, 6 * minuteMs, 140n);
    record(day, 7 * minuteMs, 80n);
    expect(day.view(8 * minuteMs)).toEqual({
      open: 100n,
      close: 80n,
      high: 140n,
      low: 80n,
      volume: 10n,
      turnover: 1080n,
    });
  });

  it('drops trades older than a day, except the price at the start of the window', () => {
    const day = createRollingDay();
    record(day, 0, 500n, 2n);
    record(day, 30 * minuteMs, 100n);
    expect(day.view(dayMs + 10 * minuteMs)).toEqual({
      open: 500n,
      close: 100n,
      high: 100n,
      low: 100n,
      volume: 1n,
      turnover: 100n,
    });
    record(day, 2 * dayMs, 101n);
    expect(day.view(2 * dayMs)).toMatchObject({ open: 100n, volume: 1n });
  });

  it('stays at the last price after a day without trades', () => {
    const day = createRollingDay();
    record(day, 0, 500n, 2n);
    record(day, 1, 480n);
    const flat = { open: 480n, close: 480n, high: 480n, low: 480n, volume: 0n, turnover: 0n };
    expect(day.view(dayMs + minuteMs)).toEqual(flat);
    expect(day.view(4 * dayMs)).toEqual(flat);
  });

  it('counts a minute while any of it is in the window', () => {
    const day = createRollingDay();
    record(day, 0, 500n, 2n);
    expect(day.view(dayMs + minuteMs - 1)).toMatchObject({ volume: 2n });
    expect(day.view(dayMs + minuteMs)).toMatchObject({ volume: 0n });
  });
});
