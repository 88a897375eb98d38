import { afterEach, beforeEach, expect, it } from 'vitest';
import { setTimeView } from '#lib/time.ts';
import { nearestIndex, placeOn, timeTicks, valueAxis } from './plot-axis.ts';

beforeEach(() => setTimeView(() => 0, false));
afterEach(() => setTimeView(null, false));

it('plot axis maps a value to percent of the axis', () => {
  expect(placeOn({ from: 10, to: 20 }, 12.5)).toBe(25);
  expect(placeOn({ from: 5, to: 5 }, 5)).toBe(50);
});

it('plot axis has round values that enclose all values', () => {
  expect(valueAxis([66_361.8, 75_000], 4)).toEqual({
    range: { from: 65_000, to: 75_000 },
    ticks: [65_000, 70_000, 75_000],
    decimals: 0,
  });
  expect(valueAxis([-0.031, 0], 4)).toEqual({
    range: { from: -0.04, to: 0 },
    ticks: [-0.04, -0.03, -0.02, -0.01, 0],
    decimals: 2,
  });
  expect(valueAxis([1, 9.9], 4).ticks).toEqual([0, 5, 10]);
});

it('plot axis has a length around equal values, and 0 to 1 without values', () => {
  const flat = valueAxis([70_010, 70_010], 4);
  expect(flat.range.from).toBeLessThan(70_010);
  expect(flat.range.to).toBeGreaterThan(70_010);
  expect(valueAxis([0], 4).ticks).toEqual([0]);
  expect(valueAxis([], 4)).toEqual({ range: { from: 0, to: 1 }, ticks: [], decimals: 0 });
});

const hourMs = 3_600_000;

it('plot axis has round times of the shown zone', () => {
  setTimeView(() => hourMs, false);
  const from = Date.UTC(2026, 2, 24, 0, 30);
  const { atMs, isClock } = timeTicks({ from, to: from + 24 * hourMs }, 6);
  expect(isClock).toBe(true);
  expect(atMs.map(each => new Date(each).toISOString().slice(11, 16))).toEqual(['05:00', '11:00', '17:00', '23:00']);
});

it('plot axis has days for a long span and years for a longer one', () => {
  const from = Date.UTC(2026, 2, 1);
  expect(timeTicks({ from, to: from + 30 * 24 * hourMs }, 6)).toMatchObject({ isClock: false });
  const long = timeTicks({ from, to: from + 20 * 365 * 24 * hourMs }, 6);
  expect(long.atMs.length).toBeLessThanOrEqual(7);
});

it('plot axis finds the point nearest to a time', () => {
  const points = [{ atMs: 0 }, { atMs: 10 }, { atMs: 20 }];
  expect([-5, 4, 6, 14, 99].map(atMs => nearestIndex(points, atMs))).toEqual([0, 0, 1, 1, 2]);
  expect(nearestIndex([], 5)).toBe(-1);
});
