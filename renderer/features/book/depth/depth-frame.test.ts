import { expect, it } from 'vitest';
import { frameOf, priceTicks } from './depth-frame.ts';
import type { DepthPoint } from './depth-points.ts';

const curve = (low: number, high: number, size = 7): readonly DepthPoint[] => [
  { price: low, bid: size, ask: null },
  { price: high, bid: null, ask: size / 2 },
];

it('depth frame spans the curve with a margin, up to a round size', () => {
  expect(frameOf(curve(100, 200), null)).toEqual({ low: 98, high: 202, top: 8 });
  expect(frameOf(curve(100, 200, 0.0131), null).top).toBe(0.016);
  expect(frameOf(curve(100, 200, 1000), null).top).toBe(1200);
});

it('depth frame stays while the curve fits', () => {
  const held = frameOf(curve(100, 200), null);
  expect(frameOf(curve(101.9, 201.9, 7.9), held)).toBe(held);
  expect(frameOf(curve(98.1, 198.1, 4), held)).toBe(held);
});

it.each([
  ['leaves it on the left', curve(97, 197)],
  ['leaves it on the right', curve(103, 203)],
  ['grows out of it', curve(100, 200, 8.1)],
  ['has become low in it', curve(100, 200, 3)],
  ['has become narrow in it', curve(105, 195)],
])('depth frame follows a curve that %s', (_, points) => {
  const held = frameOf(curve(100, 200), null);
  const next = frameOf(points, held);
  expect(next).not.toBe(held);
  expect(next).toEqual(frameOf(points, null));
});

it('depth frame has axes for a curve of one point, of one side or of none', () => {
  const single = frameOf([{ price: 100, bid: null, ask: 2 }], null);
  expect(single.low).toBeLessThan(100);
  expect(single.high).toBeGreaterThan(100);
  expect(single.top).toBe(3);
  const held = frameOf(curve(100, 200), null);
  expect(frameOf([], held)).toBe(held);
  expect(frameOf([], null)).toEqual({ low: 0, high: 1, top: 1 });
});

it.each([
  [{ low: 49_482.6, high: 50_517.4 }, [49_500, 50_000, 50_500]],
  [{ low: 92_690.8, high: 101_489.2 }, [94_000, 96_000, 98_000, 100_000]],
  [{ low: 0.10012, high: 0.10061 }, [0.1002, 0.1003, 0.1004, 0.1005, 0.1006]],
  [{ low: 0, high: 1 }, [0, 0.2, 0.4, 0.6, 0.8]],
])('depth frame has round prices at the axis: %o', ({ low, high }, ticks) => {
  expect(priceTicks({ low, high, top: 1 })).toEqual(ticks);
});
