import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromNumber, subtract } from '#shared/decimal.ts';
import { moveRungs } from './move-rungs.ts';

const rows = [
  { price: '100', size: '1' },
  { price: '99', size: '2' },
  { price: '', size: '3' },
];

it('one dragged rung moves to its drop, the others stay', () => {
  expect(moveRungs(rows, { row: 1, to: '97.5', isAll: false })).toEqual([
    rows[0],
    { price: '97.5', size: '2' },
    rows[2],
  ]);
});

it('all rungs move as far as the dragged one, and an invalid price stays', () => {
  expect(moveRungs(rows, { row: 1, to: '97.5', isAll: true })?.map(({ price }) => price)).toEqual(['98.5', '97.5', '']);
});

it('no rung moves to zero or below, and an unknown rung cannot be dragged', () => {
  expect(moveRungs(rows, { row: 0, to: '0.5', isAll: true })).toBeNull();
  expect(moveRungs(rows, { row: 0, to: '0', isAll: false })).toBeNull();
  expect(moveRungs(rows, { row: 2, to: '5', isAll: false })).toBeNull();
  expect(moveRungs(rows, { row: 7, to: '5', isAll: false })).toBeNull();
});

it('all rungs keep their distances when they move together', () => {
  const price = fc.integer({ min: 1000, max: 9000 }).map(fromNumber);
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 0, max: 7 }),
      price,
      (prices, at, to) => {
        const row = at % prices.length;
        const before = prices.map(each => ({ price: each, size: '1' }) as const);
        const after = moveRungs(before, { row, to, isAll: true });
        const [first, last] = [before[0], before.at(-1)];
        if (after === null || first === undefined || last === undefined) return;
        expect(subtract(fromNumber(Number(after[0]?.price)), fromNumber(Number(after.at(-1)?.price)))).toBe(
          subtract(first.price, last.price),
        );
      },
    ),
  );
});
