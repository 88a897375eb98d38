import { expect, it } from 'vitest';
import { maxHeightOf } from './whole-items.ts';

it('a list ends after the last item that fits completely', () => {
  expect(maxHeightOf([40, 80, 136], 100)).toBe('80px');
  expect(maxHeightOf([40, 80, 100.4], 100)).toBe('');
  expect(maxHeightOf([40, 80, 101], 100)).toBe('80px');
});

it('a list uses all its space when everything fits, and when not even the first item does', () => {
  expect(maxHeightOf([40, 80], 100)).toBe('');
  expect(maxHeightOf([140, 180], 100)).toBe('');
  expect(maxHeightOf([], 100)).toBe('');
});

it('a list cuts an item that would leave more than half of its space empty', () => {
  expect(maxHeightOf([40, 80, 500, 540], 300)).toBe('');
  expect(maxHeightOf([40, 150, 500], 300)).toBe('150px');
});
