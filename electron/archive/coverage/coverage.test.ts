import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyRead,
  type Coverage,
  coverageFrom,
  coveredToMs,
  emptyCoverage,
  lostPart,
  settlingMs,
  unreadPart,
  type WindowRead,
} from './coverage.ts';
import { intersect, subtract, toIntervalSet, unite } from './intervals.ts';

const minute = 60_000;
const hour = 60 * minute;

function readOf(change: Partial<WindowRead> = {}): WindowRead {
  return { window: { fromMs: 0, toMs: hour }, provenFromMs: 0, readAtMs: 10 * hour, addedAtMs: [], ...change };
}

const at = (fromMs: number) => ({ fromMs, toMs: fromMs + 1 });

describe('coverage', () => {
  it('seals a window that ended more than 10 minutes before its first read', () => {
    const { sealed, read, gaps } = applyRead(emptyCoverage(0), readOf({ addedAtMs: [5] }));
    expect([sealed, read, gaps]).toEqual([[{ fromMs: 0, toMs: hour }], [], []]);
  });

  it('keeps the last 10 minutes as read once, and seals them by a second read that adds nothing', () => {
    const early = applyRead(emptyCoverage(0), readOf({ readAtMs: hour }));
    expect(early.sealed).toEqual([{ fromMs: 0, toMs: 50 * minute }]);
    expect(early.read).toEqual([{ fromMs: 50 * minute, toMs: hour }]);
    const soon = applyRead(early, readOf({ readAtMs: hour + 5 * minute }));
    expect(soon.read).toEqual([{ fromMs: 55 * minute, toMs: hour }]);
    const late = applyRead(early, readOf({ readAtMs: 2 * hour, addedAtMs: [51 * minute] }));
    expect(late.read).toEqual(early.read);
    expect(applyRead(late, readOf({ readAtMs: 2 * hour })).sealed).toEqual([{ fromMs: 0, toMs: hour }]);
  });

  it('keeps the time of a row that may still change from being sealed, until it has changed for the last time', () => {
    const open = applyRead(emptyCoverage(0), readOf({ unsealed: [at(5), at(2 * hour)] }));
    expect(open.read).toEqual([{ fromMs: 5, toMs: 6 }]);
    expect(open.sealed).toEqual([
      { fromMs: 0, toMs: 5 },
      { fromMs: 6, toMs: hour },
    ]);
    // it ended, which a second read confirms
    const ended = applyRead(open, readOf({ readAtMs: 20 * hour, addedAtMs: [5] }));
    expect(ended.read).toEqual(open.read);
    expect(applyRead(ended, readOf({ readAtMs: 21 * hour })).sealed).toEqual([{ fromMs: 0, toMs: hour }]);
  });

  it('unseals the time of a row that may change again', () => {
    const sealed = applyRead(emptyCoverage(0), readOf());
    expect(applyRead(sealed, readOf({ unsealed: [at(7)] })).read).toEqual([{ fromMs: 7, toMs: 8 }]);
  });

  it('unseals a part beside the window where a proof failed, and no unread time', () => {
    const sealed = applyRead(emptyCoverage(0), readOf());
    const window = { fromMs: hour, toMs: 2 * hour };
    const broken = applyRead(sealed, readOf({ window, unsealed: [{ fromMs: 7, toMs: 3 * hour }] }));
    expect(broken).toMatchObject({ sealed: [{ fromMs: 0, toMs: 7 }], read: [{ fromMs: 7, toMs: 2 * hour }] });
  });

  it('does not count a row outside the confirmed part', () => {
    const early = applyRead(emptyCoverage(0), readOf({ readAtMs: hour }));
    const late = applyRead(early, readOf({ readAtMs: 2 * hour, addedAtMs: [hour, 49 * minute] }));
    expect(late.read).toEqual([]);
  });

  it('counts what the exchange cut off as a gap, until a later read has it', () => {
    const cut = applyRead(emptyCoverage(0), readOf({ provenFromMs: 20 * minute }));
    expect(cut.gaps).toEqual([{ fromMs: 0, toMs: 20 * minute }]);
    expect(cut.sealed).toEqual([{ fromMs: 20 * minute, toMs: hour }]);
    expect(applyRead(cut, readOf()).gaps).toEqual([]);
  });

  it('makes a gap of what was read once and is cut off from a full list, and not of what the exchange forgot', () => {
    const early = applyRead(emptyCoverage(0), readOf({ readAtMs: hour }));
    const again = { readAtMs: 2 * hour, provenFromMs: 55 * minute };
    expect(applyRead(early, readOf({ ...again, isCut: true }))).toMatchObject({
      read: [],
      gaps: [{ fromMs: 50 * minute, toMs: 55 * minute }],
    });
    expect(applyRead(early, readOf(again))).toMatchObject({
      read: [{ fromMs: 50 * minute, toMs: 55 * minute }],
      gaps: [],
    });
  });

  it('makes no gap of the time after the read', () => {
    const cut = applyRead(emptyCoverage(0), readOf({ readAtMs: 30 * minute, provenFromMs: 40 * minute }));
    expect(cut.gaps).toEqual([{ fromMs: 0, toMs: 30 * minute }]);
  });

  it('makes no gap of what an earlier read has sealed', () => {
    const sealed = applyRead(emptyCoverage(0), readOf());
    expect(applyRead(sealed, readOf({ provenFromMs: hour }))).toEqual(sealed);
  });

  it('claims nothing after the time of the read', () => {
    const future = applyRead(emptyCoverage(0), readOf({ readAtMs: 30 * minute }));
    expect(unite(future.sealed, future.read)).toEqual([{ fromMs: 0, toMs: 30 * minute }]);
  });

  it('reports as lost what the exchange no longer has and no read has covered, gaps included', () => {
    const cut = applyRead(emptyCoverage(0), readOf({ provenFromMs: 20 * minute }));
    expect(lostPart(cut, 2 * hour)).toEqual([
      { fromMs: 0, toMs: 20 * minute },
      { fromMs: hour, toMs: 2 * hour },
    ]);
    expect(lostPart(cut, -Infinity)).toEqual([]);
    expect(lostPart(emptyCoverage(0), -Infinity)).toEqual([]);
  });

  it('claims nothing before the time up to which rows were deleted', () => {
    const { sealed, gaps } = applyRead(emptyCoverage(0), readOf({ provenFromMs: hour / 4 }));
    const whole = { startMs: 0, sealed, read: [at(hour), at(2 * hour)], gaps };
    expect(coverageFrom(whole, hour / 2)).toEqual({
      startMs: hour / 2,
      sealed: [{ fromMs: hour / 2, toMs: hour }],
      read: whole.read,
      gaps: [],
    });
    expect(coverageFrom(whole, 2 * hour)).toEqual({ startMs: 2 * hour, sealed: [], read: [at(2 * hour)], gaps: [] });
    expect(coverageFrom(whole, 0)).toEqual(whole);
  });

  it('reports as unread what is neither covered, nor a gap, nor beyond the memory of the exchange', () => {
    const cut = applyRead(emptyCoverage(0), readOf({ provenFromMs: 20 * minute }));
    expect(unreadPart(cut, -Infinity, 2 * hour)).toEqual([{ fromMs: hour, toMs: 2 * hour }]);
    expect(unreadPart(cut, 90 * minute, 2 * hour)).toEqual([{ fromMs: 90 * minute, toMs: 2 * hour }]);
    expect(unreadPart(emptyCoverage(5), -Infinity, 4)).toEqual([]);
  });
});

const tick = settlingMs / 2;
const time = fc.integer({ min: 0, max: 20 }).map(ticks => ticks * tick);
const anyRead = fc
  .record({ fromMs: time, toMs: time, provenFromMs: time, readAtMs: time, addedAtMs: fc.array(time, { maxLength: 3 }) })
  .map(({ fromMs, toMs, provenFromMs, readAtMs, addedAtMs }): WindowRead => {
    return { provenFromMs, readAtMs, addedAtMs, window: { fromMs, toMs } };
  });

function parts({ sealed, read, gaps }: Coverage) {
  return [sealed, read, gaps];
}

it('coverage is known up to the end of its last interval, covered or a gap, and up to its start without one', () => {
  const coverage = emptyCoverage(5);
  expect(coveredToMs(coverage)).toBe(5);
  expect(coveredToMs({ ...coverage, sealed: [{ fromMs: 5, toMs: 7 }], gaps: [{ fromMs: 7, toMs: 9 }] })).toBe(9);
  expect(coveredToMs({ ...coverage, read: [{ fromMs: 0, toMs: 3 }] })).toBe(5);
});

describe('coverage after any reads', () => {
  it('has disjoint sorted parts, never unseals, and claims only what a proven walk covered', () => {
    fc.assert(
      fc.property(fc.array(anyRead, { maxLength: 12 }), reads => {
        let coverage = emptyCoverage(0);
        let proven = toIntervalSet([]);
        for (const read of reads) {
          const before = coverage;
          coverage = applyRead(coverage, read);
          const end = Math.min(read.window.toMs, read.readAtMs);
          const part = { fromMs: Math.max(read.window.fromMs, read.provenFromMs), toMs: end };
          proven = unite(proven, toIntervalSet([part]));
          const [sealed = [], once = [], gaps = []] = parts(coverage);
          for (const set of [sealed, once, gaps]) expect(set).toEqual(toIntervalSet(set));
          expect(intersect(sealed, once)).toEqual([]);
          expect(intersect(gaps, unite(sealed, once))).toEqual([]);
          expect(subtract(before.sealed, sealed)).toEqual([]);
          expect(unite(sealed, once)).toEqual(proven);
          expect(
            intersect(sealed, [{ fromMs: Math.max(0, ...reads.map(each => each.readAtMs)), toMs: Infinity }]),
          ).toEqual([]);
        }
      }),
    );
  });
});
