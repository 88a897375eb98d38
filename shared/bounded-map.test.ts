import { expect, it } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

it('bounded map removes the oldest beyond its limit', () => {
  const map = createBoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('c', 3);
  expect([...map.values()]).toEqual([2, 3]);
  expect(map.has('a')).toBe(false);
  expect(map.size()).toBe(2);
});

it('bounded map makes a value that is set again the newest', () => {
  const map = createBoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 4);
  map.set('c', 3);
  expect(map.get('a')).toBe(4);
  expect(map.get('b')).toBeUndefined();
});

it('bounded map has space after a removal', () => {
  const map = createBoundedMap<string, number>(1);
  map.set('a', 1);
  expect(map.delete('a')).toBe(true);
  expect(map.delete('a')).toBe(false);
  map.set('b', 2);
  expect([...map.values()]).toEqual([2]);
});
