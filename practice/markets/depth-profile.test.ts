import { describe, expect, it } from 'vitest';
import { createRandom } from '../kernel/random.ts';
import { levelValue, quotaOf, zoneEndsOf } from './depth-profile.ts';
import { futuresShapes, type MarketShape, spotShapes } from './listing/market-shape.ts';

const shapes = [...spotShapes, ...futuresShapes];

function medianValue(shape: MarketShape, place: { distance: number; ticks: number }): number {
  const random = createRandom(1, 'value');
  const values = Array.from({ length: 999 }, () => levelValue(shape, place, random)).toSorted((a, b) => a - b);
  return values[499] ?? 0;
}

describe('the depth profile', () => {
  it.each(shapes.map(shape => [shape.symbol, shape] as const))('%s has space for every level', (_symbol, shape) => {
    const ends = zoneEndsOf(shape);
    const quota = quotaOf(shape);
    expect(quota * ends.length).toBeGreaterThanOrEqual(shape.levels);
    for (const [index, end] of ends.entries()) expect(end - (ends[index - 1] ?? 0)).toBeGreaterThan(quota);
  });

  it('grows from the touch to the far end and no farther', () => {
    const shape = { ...shapes[0], touchValue: 1000, deepValue: 8000, spanTicks: 100, roundTicks: 1000 };
    const at = (distance: number) => medianValue({ ...spotMain(), ...shape }, { distance, ticks: 7 });
    expect(at(0)).toBeGreaterThan(900);
    expect(at(0)).toBeLessThan(1100);
    expect(at(50) / at(0)).toBeCloseTo(Math.sqrt(8), 5);
    expect(at(100) / at(0)).toBeCloseTo(8, 5);
    expect(at(500)).toBe(at(100));
  });

  it('puts walls at round prices', () => {
    const shape = { ...spotMain(), roundTicks: 1000 };
    const at = (ticks: number) => medianValue(shape, { distance: 10, ticks });
    expect(at(970_000) / at(970_001)).toBeCloseTo(9, 5);
    expect(at(970_500) / at(970_001)).toBeCloseTo(3, 5);
  });
});

function spotMain(): MarketShape {
  const [shape] = spotShapes;
  if (shape === undefined) throw new Error('there is no main market');
  return shape;
}
