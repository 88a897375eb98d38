import { expect, it } from 'vitest';
import { type Freshness, formatAge, formatDataAge, freshnessOf } from './age.ts';

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

it('counts the seconds of what is late, and what is fresh in steps that the eye can leave alone', () => {
  const ages = [-5, 999, 1000, 4999, 5000, 14_900, 59_999, 60_000, 119_000];
  const tell = (freshness: Freshness) => ages.map(age => formatDataAge(age, freshness)).join(', ');
  expect(tell('fresh')).toBe('< 5 s, < 5 s, < 5 s, < 5 s, 5 s, 10 s, 55 s, 1 min, 1 min');
  expect(tell('late')).toBe('< 1 s, < 1 s, 1 s, 4 s, 5 s, 14 s, 59 s, 1 min, 1 min');
  expect(formatDataAge(61_000, 'stale')).toBe('1 min');
});
