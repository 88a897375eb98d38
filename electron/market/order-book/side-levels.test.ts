import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { bestOf, clearSide, createSideLevels, type SideLevels, setLevel, topOf, walkLevels } from './side-levels.ts';

type Rows = readonly (readonly [number, BookLevel])[];

function rowsOf(side: SideLevels): Rows {
  const rows: [number, BookLevel][] = [];
  walkLevels(side, (units, level) => {
    rows.push([units, level]);
    return true;
  });
  return rows;
}

/** The same side as the simplest model: a map, sorted on read. */
function sorted(plain: ReadonlyMap<number, BookLevel>, direction: 1 | -1): Rows {
  return [...plain].toSorted(([a], [b]) => direction * (b - a));
}

function expectSame(side: SideLevels, plain: ReadonlyMap<number, BookLevel>): void {
  const rows = sorted(plain, side.direction);
  expect(rowsOf(side)).toEqual(rows);
  expect(side.size).toBe(rows.length);
  expect(bestOf(side)).toBe(rows[0]?.[0] ?? null);
  const levels = rows.map(([, level]) => level);
  for (const depth of [0, 1, 20, 100, rows.length]) expect(topOf(side, depth)).toEqual(levels.slice(0, depth));
}

/** No run is empty beside others, none is full, and every key lies on the run that is searched for it. */
function expectOrderly({ runs, borders }: SideLevels): void {
  expect(borders.length).toBe(runs.length - 1);
  for (const [at, { keys, levels }] of runs.entries()) {
    expect(levels.length).toBe(keys.length);
    expect(keys.length).toBeLessThan(64);
    if (runs.length > 1) expect(keys.length).toBeGreaterThan(0);
    const from = borders[at - 1] ?? Number.NEGATIVE_INFINITY;
    const to = borders[at] ?? Number.POSITIVE_INFINITY;
    expect(keys.every(key => from <= key && key < to)).toBe(true);
  }
}

/** Prices around which the changes lie: everywhere, at one end, or in a narrow band that fills and empties runs. */
const change = (most: number) =>
  fc.record({
    from: fc.integer({ min: 1, max: most }),
    count: fc.integer({ min: 1, max: 150 }),
    stride: fc.constantFrom(1, 1, 2, 7, -1, -3),
    isGone: fc.boolean(),
  });

it.each([
  ['bids', 1, 40],
  ['asks', -1, 40],
  ['deep bids', 1, 6_000],
  ['deep asks', -1, 6_000],
] as const)(
  'side levels equal a sorted map after any changes: %s',
  (_name, direction, most) => {
    fc.assert(
      fc.property(fc.array(change(most), { maxLength: 60, size: 'max' }), changes => {
        const side = createSideLevels(direction);
        const plain = new Map<number, BookLevel>();
        const set = (units: number, size: Decimal | null) => {
          const level: BookLevel | null = size === null ? null : [`${units}`, size];
          if (level === null) plain.delete(units);
          else plain.set(units, level);
          setLevel(side, units, level);
        };
        if (most > 1_000) for (let units = 1; units <= most; units += 2) set(units, '0.5');
        for (const [turn, { from, count, stride, isGone }] of changes.entries())
          for (let step = 0; step < count; step += 1)
            set(Math.abs(from + step * stride) + 1, isGone ? null : `${turn}`);
        expectSame(side, plain);
        expectOrderly(side);
      }),
      { numRuns: most > 1_000 ? 15 : 60 },
    );
  },
  60_000,
);

it.each([1, -1] as const)('side levels can be emptied from either end and filled again (%i)', direction => {
  const side = createSideLevels(direction);
  const prices = Array.from({ length: 500 }, (_, index) => index + 1);
  for (const order of [prices, prices.toReversed()]) {
    for (const units of prices) setLevel(side, units, [`${units}`, '1']);
    expect(side.runs.length).toBeGreaterThan(5);
    for (const units of order) {
      setLevel(side, units, null);
      if (units % 10 === 0) expectOrderly(side);
    }
    expectSame(side, new Map());
  }
});

it('side levels are empty after clear', () => {
  const side = createSideLevels(1);
  for (let units = 1; units <= 200; units += 1) setLevel(side, units, [`${units}`, '1']);
  clearSide(side);
  expectSame(side, new Map());
  setLevel(side, 5, ['5', '1']);
  expectSame(side, new Map([[5, ['5', '1']]]));
});

it('side levels end a walk when the visitor stops', () => {
  const side = createSideLevels(-1);
  for (let units = 1; units <= 200; units += 1) setLevel(side, units, [`${units}`, '1']);
  const seen: number[] = [];
  walkLevels(side, units => seen.push(units) < 3);
  expect(seen).toEqual([1, 2, 3]);
});
