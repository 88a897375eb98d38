import { expect, it } from 'vitest';
import { buildPortfolio } from '../testing/build-portfolio.ts';
import { waterfallOf } from './waterfall-bars.ts';

const { start, parts } = buildPortfolio();
const namesOf = (more: typeof parts) => waterfallOf(start, [...parts, ...more]).bars.map(({ part }) => part.part);

it('waterfall starts each bar at the end of the one before, and ends at the end value', () => {
  const { bars, startAt, endAt } = waterfallOf(start, parts);
  const levels = bars.map(({ left, width, direction }) => (direction === 'down' ? left : left + width));
  const begins = bars.map(({ left, width, direction }) => (direction === 'down' ? left + width : left));
  for (const [index, begin] of begins.entries()) expect(begin).toBeCloseTo(levels[index - 1] ?? startAt);
  expect(endAt).toBeCloseTo(levels.at(-1) ?? Number.NaN);
  // the axis reaches from the lowest to the highest level: 66361.8 to 78961.8
  expect(endAt).toBe(0);
  expect(Math.max(...levels)).toBe(100);
});

it('waterfall has a bar for each part of every span, and for the others only when they are not 0 or have rows', () => {
  const usual = ['price', 'trades', 'fees', 'funding', 'interest', 'in', 'out', 'unexplained'];
  expect(namesOf([])).toEqual(usual);
  expect(namesOf([{ part: 'other', value: '0', coins: [], rows: 0 }])).toEqual(usual);
  expect(namesOf([{ part: 'other', value: '3', coins: [], rows: 1 }])).toContain('other');
  expect(namesOf([{ part: 'unclassified', value: '0', coins: [], rows: 2 }])).toContain('unclassified');
});

it('waterfall draws only points in the middle without a change', () => {
  const { bars, startAt, endAt } = waterfallOf('5', []);
  expect([startAt, endAt]).toEqual([50, 50]);
  expect(new Set(bars.map(({ left, width, direction }) => `${left} ${width} ${direction}`))).toEqual(
    new Set(['50 0 none']),
  );
});

it('waterfall starts at 0 with an unknown start', () => {
  const { startAt, bars } = waterfallOf(null, [{ part: 'in', value: '10', coins: [], rows: 1 }]);
  expect(startAt).toBe(0);
  expect(bars.find(({ part }) => part.part === 'in')).toMatchObject({ left: 0, width: 100, direction: 'up' });
});
