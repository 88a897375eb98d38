import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { curveSegments, pathOf, type PlotPoint } from './curve-segments.ts';

const read = (atMs: number, y: Decimal | null = '1'): PlotPoint => ({ atMs, y, isDerived: false });
const derived = (atMs: number): PlotPoint => ({ atMs, y: '1', isDerived: true });
const shapeOf = (points: readonly PlotPoint[], gaps: Parameters<typeof curveSegments>[1] = []) =>
  curveSegments(points, gaps).map(({ isDerived, points: own }) => [isDerived, own.map(({ atMs }) => atMs)]);

it('value curve joins read points into one line', () => {
  expect(shapeOf([read(0), read(1), read(2)])).toEqual([[false, [0, 1, 2]]]);
});

it('value curve ends the line at an unknown value and starts another one after it', () => {
  expect(shapeOf([read(0), read(1), read(2, null), read(3), read(4)])).toEqual([
    [false, [0, 1]],
    [false, [3, 4]],
  ]);
});

it('value curve ends the line at a gap between two points, and at no gap that only touches them', () => {
  expect(shapeOf([read(0), read(2), read(4)], [{ fromMs: 3, toMs: 3.5 }])).toEqual([
    [false, [0, 2]],
    [false, [4]],
  ]);
  expect(
    shapeOf(
      [read(2), read(4)],
      [
        { fromMs: 0, toMs: 2 },
        { fromMs: 4, toMs: 5 },
      ],
    ),
  ).toEqual([[false, [2, 4]]]);
});

it('value curve draws a line as derived when one of its ends is derived', () => {
  expect(shapeOf([read(0), read(1), derived(2), read(3), read(4)])).toEqual([
    [false, [0, 1]],
    [true, [1, 2, 3]],
    [false, [3, 4]],
  ]);
  expect(shapeOf([derived(0), read(1), read(2)])).toEqual([
    [true, [0, 1]],
    [false, [1, 2]],
  ]);
});

it('value curve never draws a line over a gap or an unknown value, for any points', () => {
  const point = fc.record({
    y: fc.constantFrom('1', '2.5', null),
    isDerived: fc.boolean(),
  });
  const gap = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(fc.array(point, { maxLength: 20 }), fc.array(gap, { maxLength: 3 }), (made, lengths) => {
      const points = made.map((each, atMs) => ({ ...each, atMs }));
      const gaps = lengths.map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length }));
      const segments = curveSegments(points, gaps);
      const links = segments.flatMap(each => each.points.slice(1).map((to, at) => [each.points[at], to] as const));
      for (const [from, to] of links) {
        expect(to.atMs - (from?.atMs ?? Number.NaN)).toBe(1);
        expect(gaps.some(({ fromMs, toMs }) => fromMs < to.atMs && toMs > to.atMs - 1)).toBe(false);
      }
      const drawn = new Set(segments.flatMap(each => each.points.map(({ atMs }) => atMs)));
      expect(drawn).toEqual(new Set(points.filter(({ y }) => y !== null).map(({ atMs }) => atMs)));
    }),
  );
});

it('value curve maps a path from the bottom left to the top right, and a single point to a dot', () => {
  const axes = { time: { from: 0, to: 10 }, value: { from: 0, to: 100 } };
  expect(pathOf({ isDerived: false, points: [read(0, '0'), read(5, '50'), read(10, '100')] }, axes)).toBe(
    'M 0.0 1000.0 L 500.0 500.0 L 1000.0 0.0',
  );
  expect(pathOf({ isDerived: false, points: [read(5, '25')] }, axes)).toBe('M 500.0 750.0 h 0');
  expect(pathOf({ isDerived: false, points: [read(0, null)] }, axes)).toBe('M 0.0 1000.0 h 0');
});
