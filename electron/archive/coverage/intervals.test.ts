import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '#shared/domain/archive/archive.ts';
import { hasTime, intersect, type IntervalSet, subtract, toIntervalSet, unite } from './intervals.ts';

const last = 30;
const times = Array.from({ length: last + 1 }, (_, time) => time);
const interval = fc
  .tuple(fc.integer({ min: 0, max: last }), fc.integer({ min: 0, max: last }))
  .map(([fromMs, toMs]): Interval => ({ fromMs, toMs }));
const intervals = fc.array(interval, { maxLength: 6 });

/** The whole times in a set. */
function timesIn(set: readonly Interval[]): ReadonlySet<number> {
  return new Set(times.filter(time => set.some(each => hasTime(each, time))));
}

function expectSet(set: IntervalSet, isIn: (time: number) => boolean): void {
  expect([...timesIn(set)]).toEqual(times.filter(isIn));
  expect(set).toEqual(toIntervalSet(set));
}

describe('interval sets', () => {
  it('joins touching and overlapping intervals and drops empty ones', () => {
    const found = toIntervalSet([
      { fromMs: 5, toMs: 7 },
      { fromMs: 1, toMs: 3 },
      { fromMs: 3, toMs: 4 },
      { fromMs: 6, toMs: 6 },
      { fromMs: 9, toMs: 8 },
      { fromMs: 2, toMs: 3 },
    ]);
    expect(found).toEqual([
      { fromMs: 1, toMs: 4 },
      { fromMs: 5, toMs: 7 },
    ]);
  });

  it('unites, intersects and subtracts as sets of times do', () => {
    fc.assert(
      fc.property(intervals, intervals, (a, b) => {
        const [one, other] = [toIntervalSet(a), toIntervalSet(b)];
        const [inOne, inOther] = [timesIn(a), timesIn(b)];
        expectSet(unite(one, other), time => inOne.has(time) || inOther.has(time));
        expectSet(intersect(one, other), time => inOne.has(time) && inOther.has(time));
        expectSet(subtract(one, other), time => inOne.has(time) && !inOther.has(time));
      }),
    );
  });
});
