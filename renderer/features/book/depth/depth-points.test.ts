import { expect, it } from 'vitest';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { buildBookSnapshot } from '#shared/testing/build-book.ts';
import type { GroupedBook } from '../model/levels.ts';
import { clipToReach, depthPoints, nearestPoint } from './depth-points.ts';

const book = (bids: readonly BookLevel[], asks: readonly BookLevel[]) =>
  buildBookSnapshot({ bids: [...bids], asks: [...asks] });
const side = (count: number, from: number, step: number): readonly BookLevel[] =>
  Array.from({ length: count }, (_, index) => [`${from + index * step}`, '1']);

it('depth points run from the lowest bid over the mid to the highest ask, summed from the mid', () => {
  const points = depthPoints(
    book(
      [
        ['100', '1'],
        ['99', '2'],
      ],
      [
        ['101', '0.5'],
        ['103', '0.25'],
      ],
    ),
  );
  expect(points).toEqual([
    { price: 99, bid: 3, ask: null },
    { price: 100, bid: 1, ask: null },
    { price: 101, bid: null, ask: 0.5 },
    { price: 103, bid: null, ask: 0.75 },
  ]);
});

it('depth points number at most 200 and keep both ends of each side', () => {
  const points = depthPoints(book(side(1000, 5000, -1), side(777, 5001, 1)));
  expect(points.length).toBeLessThanOrEqual(200);
  expect(points[0]).toEqual({ price: 4001, bid: 1000, ask: null });
  expect(points.at(-1)).toEqual({ price: 5777, bid: null, ask: 777 });
  expect(points.some(point => point.price === 5000)).toBe(true);
  expect(points.some(point => point.price === 5001)).toBe(true);
});

it('depth points are empty for an empty book', () => {
  expect(depthPoints(book([], []))).toEqual([]);
});

const view = (bids: readonly BookLevel[], asks: readonly BookLevel[]): GroupedBook => ({
  symbol: 'BTC-USDT',
  step: null,
  bids,
  asks,
});

it('depth points cover one per cent on both sides and no more', () => {
  const clipped = clipToReach(view(side(300, 1000, -0.5), side(300, 1001, 0.5)));
  expect([clipped.bids.at(-1)?.[0], clipped.asks.at(-1)?.[0]]).toEqual(['990.5', '1010.5']);
});

it('depth points include the nearest levels at any distance when few are near; without a mid all of them', () => {
  const sparse = clipToReach(view(side(30, 1000, -30), side(30, 1001, 30)));
  expect([sparse.bids.length, sparse.asks.length]).toEqual([10, 10]);
  const oneSided = view(side(30, 1000, -30), []);
  expect(clipToReach(oneSided)).toBe(oneSided);
});

it('the nearest point has the closest price', () => {
  const points = [
    { price: 99, bid: 3, ask: null },
    { price: 101, bid: null, ask: 0.5 },
  ];
  expect(nearestPoint(points, 99.9)?.price).toBe(99);
  expect(nearestPoint(points, 100.1)?.price).toBe(101);
  expect(nearestPoint(points, 500)?.price).toBe(101);
  expect(nearestPoint([], 100)).toBeNull();
  expect(nearestPoint(points, Number.NaN)).toBeNull();
});
