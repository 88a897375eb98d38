import { expect, it } from 'vitest';
import { type Freshness, formatAge, formatDataAge, freshnessOf } from './age.ts';

it('age has one unit', () => {
  expect(formatAge(-5)).toBe('0.0 s');
  expect(formatAge(449)).toBe('0.4 s');
  expect(formatAge(12_900)).toBe('12 s');
  expect(formatAge(60_000)).toBe('1 min');
  expect(formatAge(3 * 3_600_000)).toBe('3 h');
  expect(formatAge(2 * 86_400_000 + 1)).toBe('2 d');
});

it('age is delayed after three intervals and stale after ten', () => {
  expect(freshnessOf(2999, 1000)).toBe('fresh');
  expect(freshnessOf(3000, 1000)).toBe('late');
  expect(freshnessOf(9999, 1000)).toBe('late');
  expect(freshnessOf(10_000, 1000)).toBe('stale');
});

it('age counts the seconds of delayed or stale data', () => {
  const ages = [-5, 999, 1000, 4999, 14_900, 59_999, 60_000, 119_000];
  const publish = (freshness: Freshness) => ages.map(age => formatDataAge({ asOfMs: 7, nowMs: 7 + age }, freshness));
  expect(publish('late').join(', ')).toBe('< 1 s, < 1 s, 1 s, 4 s, 14 s, 59 s, 1 min, 1 min');
  expect(publish('stale')).toEqual(publish('late'));
});

const publish = (asOfMs: number, nowMs: number) => formatDataAge({ asOfMs, nowMs }, 'fresh');

it('age of fresh data changes at the marks of the clock, never more than five seconds off', () => {
  expect([2000, 4999, 5000, 11_999].map(nowMs => publish(2000, nowMs))).toEqual(['< 10 s', '< 10 s', '< 10 s', '10 s']);
  expect([publish(9000, 2000), publish(2000, 64_999), publish(2000, 65_000)]).toEqual(['< 10 s', '1 min', '1 min']);
  // whatever came when, all change together
  for (const asOfMs of [0, 1, 2600, 4999])
    for (let nowMs = asOfMs; nowMs < asOfMs + 55_000; nowMs += 1) {
      const text = publish(asOfMs, nowMs);
      if (text !== publish(asOfMs, nowMs - 1) && nowMs > asOfMs) expect(nowMs % 5000).toBe(0);
      const published = text === '< 10 s' ? 5 : Number.parseInt(text, 10);
      if (!text.includes('min')) expect(Math.abs(published * 1000 - (nowMs - asOfMs))).toBeLessThanOrEqual(5000);
    }
});
