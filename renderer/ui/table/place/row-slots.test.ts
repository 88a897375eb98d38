import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRowSlots } from './row-slots.ts';

it('a row that stays keeps its slot, and a new one takes that of a removed row', () => {
  const { assign } = createRowSlots();
  expect(assign(['a', 'b', 'c'], null)).toEqual([0, 1, 2]);
  expect(assign(['b', 'c', 'd'], null)).toEqual([1, 2, 0]);
  expect(assign(['x', 'y', 'z'], null)).toEqual([1, 2, 0]);
});

it('the same rows give the same slots again', () => {
  const { assign } = createRowSlots();
  assign(['a', 'b'], null);
  expect(assign(['b', 'c'], null)).toEqual(assign(['b', 'c'], null));
});

it('more rows than before get new slots, and none takes that of the focused row', () => {
  const { assign } = createRowSlots();
  assign(['a', 'b'], null);
  expect(assign(['c', 'd', 'e'], 'a')).toEqual([1, 2, 3]);
});

it('a new row above those that stay gets a new slot', () => {
  const { assign } = createRowSlots();
  assign(['a', 'b', 'c'], null);
  expect(assign(['new', 'a', 'b'], null)).toEqual([3, 0, 1]);
});

/** Slots that React moves in the page: it continues from the one placed last and moves whatever stood before that. */
function movedSlots(before: readonly number[], after: readonly number[]): readonly number[] {
  let last = -1;
  return after.filter(slot => {
    const place = before.indexOf(slot);
    if (place === -1) return false;
    const isMoved = place < last;
    last = Math.max(last, place);
    return isMoved;
  });
}

it('remaining rows are not moved in the page when others are added or removed', () => {
  const rows = fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 })
    .map(list => list.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(rows, { minLength: 2, maxLength: 6 }), lists => {
      const { assign } = createRowSlots();
      let held: { readonly keys: readonly string[]; readonly slots: readonly number[] } = { keys: [], slots: [] };
      for (const list of lists) {
        const keys = list.map(String);
        const slots = assign(keys, null);
        expect(new Set(slots).size).toBe(slots.length);
        const staying = new Set(held.slots.filter((_, index) => keys.includes(held.keys[index] ?? '')));
        expect(movedSlots(held.slots, slots).filter(slot => staying.has(slot))).toEqual([]);
        held = { keys, slots };
      }
    }),
  );
});
