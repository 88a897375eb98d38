import { expect, it } from 'vitest';
import { showAxisSize, showPrice, showSize } from './depth-text.ts';

it('axis sizes are short at any size, and exact when they are small', () => {
  const sizes = [0, 0.005, 12, 999, 9000, 12_000, 400_000, 1_200_000, 12_000_000, 3_000_000_000];
  expect(sizes.map(showAxisSize)).toEqual(['0', '0.005', '12', '999', '9,000', '12k', '400k', '1.2M', '12M', '3B']);
  expect(sizes.every(size => showAxisSize(size).length <= 6)).toBe(true);
});

it('a size in a note has all its digits, a price those of its tick', () => {
  expect([showSize(12_345_678), showSize(1.23456), showPrice(1.5, 4)]).toEqual(['12,345,678', '1.235', '1.5000']);
});
