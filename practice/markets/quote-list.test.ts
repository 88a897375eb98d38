import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuoteList } from './quote-list.ts';

function fill(side: 'buy' | 'sell', values: readonly number[]) {
  const ladder = createQuoteList(side);
  for (const [index, ticks] of values.entries()) ladder.add({ id: `q${index}`, ticks });
  return ladder;
}

function prices(ladder: ReturnType<typeof createQuoteList>): (number | undefined)[] {
  return Array.from({ length: ladder.count() }, (_, index) => ladder.at(index)?.ticks);
}

describe('createLadder', () => {
  it('keeps the best price first on both sides', () => {
    expect(prices(fill('buy', [10, 12, 9, 12]))).toEqual([12, 12, 10, 9]);
    expect(prices(fill('sell', [10, 12, 9, 12]))).toEqual([9, 10, 12, 12]);
  });

  it('returns its best price, and nothing for missing ones', () => {
    expect(fill('buy', [10, 12]).best()).toEqual({ id: 'q1', ticks: 12 });
    expect(createQuoteList('buy').best()).toBeNull();
    expect(fill('buy', [1]).at(4)).toBeNull();
  });

  it('removes by id, also among equal prices', () => {
    const ladder = fill('sell', [10, 10, 10]);
    expect(ladder.remove('q1')).toEqual({ id: 'q1', ticks: 10 });
    expect(ladder.remove('q1')).toBeNull();
    expect(ladder.count()).toBe(2);
    expect(new Set([ladder.at(0)?.id, ladder.at(1)?.id])).toEqual(new Set(['q0', 'q2']));
  });

  it('returns which prices are taken', () => {
    const ladder = fill('buy', [10, 8]);
    expect([10, 9, 8, 7].map(ticks => ladder.isOccupied(ticks))).toEqual([true, false, true, false]);
  });

  it('counts zones from the touch outwards and omits the far ones', () => {
    expect(fill('buy', [100, 99, 95, 90, 50]).countZones(100, [2, 10, 20])).toEqual([2, 1, 1]);
    expect(fill('sell', [100, 101, 105, 110, 150]).countZones(100, [2, 10, 20])).toEqual([2, 1, 1]);
  });

  it('finds quotes beyond a new touch', () => {
    expect(fill('buy', [100, 99, 98]).beyond(98)).toEqual([
      { id: 'q0', ticks: 100 },
      { id: 'q1', ticks: 99 },
    ]);
    expect(fill('sell', [100, 101, 102]).beyond(101)).toEqual([{ id: 'q0', ticks: 100 }]);
    expect(fill('sell', [100]).beyond(100)).toEqual([]);
  });

  it('stays sorted after any changes', () => {
    const change = fc.record({ ticks: fc.integer({ min: 1, max: 30 }), drop: fc.nat({ max: 40 }) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), fc.constantFrom('buy', 'sell'), (changes, side) => {
        const ladder = createQuoteList(side);
        const model = new Map<string, number>();
        for (const [index, { ticks, drop }] of changes.entries()) {
          ladder.add({ id: `${index}`, ticks });
          model.set(`${index}`, ticks);
          ladder.remove(`${drop}`);
          model.delete(`${drop}`);
        }
        const sorted = [...model.values()].toSorted((a, b) => (side === 'buy' ? b - a : a - b));
        expect(prices(ladder)).toEqual(sorted);
      }),
    );
  });
});
