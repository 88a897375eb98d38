import { expect, it } from 'vitest';
import type { TrendPoint } from '#shared/domain/portfolio/account-trends.ts';
import { sparklinePaths } from './sparkline-path.ts';

const points = (...values: readonly TrendPoint['value'][]): TrendPoint[] =>
  values.map((value, index) => ({ atMs: index * 1000, value }));

it('sparkline draws the lowest value at the bottom and the highest at the top', () => {
  expect(sparklinePaths(points('10', '30', '20'))).toEqual(['0.0,20.0 50.0,0.0 100.0,10.0']);
});

it('sparkline ends a line at a gap and draws a single value as a dot', () => {
  expect(sparklinePaths(points('10', '20', null, '20', null))).toEqual(['0.0,20.0 25.0,0.0', '75.0,0.0 75.0,0.0']);
});

it('sparkline draws a constant value in the middle, and nothing where no value is known', () => {
  expect(sparklinePaths(points('5', '5'))).toEqual(['0.0,10.0 100.0,10.0']);
  expect(sparklinePaths(points('5'))).toEqual(['50.0,10.0 50.0,10.0']);
  expect(sparklinePaths(points(null, null))).toEqual([]);
});
