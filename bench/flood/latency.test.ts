import { describe, expect, it } from 'vitest';
import { type HeapPoint, slopePerHour } from '../measure.ts';
import { latenciesOf, type Mark, ratePerSecond } from './latency.ts';

describe('delta to paint', () => {
  const notes: Mark[] = [
    [12, 100],
    [15, 110],
    [20, 130],
  ];

  it('counts every increment once, with the first picture that shows it', () => {
    const paints: Mark[] = [
      [10, 90],
      [13, 120],
      [18, 140],
    ];
    expect(latenciesOf(notes, paints)).toEqual([20, 20, 10, 30, 30, 10, 10, 10]);
  });

  it('omits increments sent before the first picture or after the last', () => {
    const paints: Mark[] = [
      [15, 120],
      [16, 140],
    ];
    expect(latenciesOf(notes, paints)).toEqual([10]);
    expect(latenciesOf(notes, [[15, 120]])).toEqual([]);
  });
});

describe('rates and slopes', () => {
  it('gives numbers per second between the first and the last', () => {
    const marks: Mark[] = [
      [100, 1000],
      [107, 1001],
      [600, 1500],
    ];
    expect([ratePerSecond(marks), ratePerSecond([]), ratePerSecond([[1, 2]])]).toEqual([1000, 0, 0]);
  });

  it('gives megabytes per hour by least squares', () => {
    const points = [0, 1, 2, 3].map((minute): HeapPoint => [minute * 60_000, 5 * 1_048_576 + minute * 1_048_576]);
    expect(slopePerHour(points)).toBeCloseTo(60, 9);
    const noisy = points.map(([ms, bytes], index): HeapPoint => [ms, bytes + (index === 1 || index === 2 ? 1000 : 0)]);
    expect(slopePerHour(noisy)).toBeCloseTo(60, 9);
  });
});
