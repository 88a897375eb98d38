import { expect, it } from 'vitest';
import { createRowSlots } from './row-slots.ts';

it('a row that stays keeps its slot, and a new one takes that of a row which went', () => {
  const { assign } = createRowSlots();
  expect(assign(['a', 'b', 'c'], null)).toEqual([0, 1, 2]);
  expect(assign(['b', 'c', 'd'], null)).toEqual([1, 2, 0]);
  expect(assign(['x', 'y', 'z'], null)).toEqual([1, 2, 0]);
});

it('asked again for the same rows it answers the same', () => {
  const { assign } = createRowSlots();
  assign(['a', 'b'], null);
  expect(assign(['b', 'c'], null)).toEqual(assign(['b', 'c'], null));
});

it('more rows than before get slots of their own, and nobody takes that of the row with the focus', () => {
  const { assign } = createRowSlots();
  assign(['a', 'b'], null);
  expect(assign(['c', 'd', 'e'], 'a')).toEqual([1, 2, 3]);
});
