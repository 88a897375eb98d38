import { expect, it } from 'vitest';
import { formatAge, freshnessOf } from './age.ts';

it('tells an age in one unit', () => {
  expect(formatAge(-5)).toBe('0.0 s');
  expect(formatAge(449)).toBe('0.4 s');
  expect(formatAge(12_900)).toBe('12 s');
  expect(formatAge(60_000)).toBe('1 min');
  expect(formatAge(3 * 3_600_000)).toBe('3 h');
  expect(formatAge(2 * 86_400_000 + 1)).toBe('2 d');
});

it('is late after three intervals and stale after ten', () => {
  expect(freshnessOf(2999, 1000)).toBe('fresh');
  expect(freshnessOf(3000, 1000)).toBe('late');
  expect(freshnessOf(9999, 1000)).toBe('late');
  expect(freshnessOf(10_000, 1000)).toBe('stale');
});
