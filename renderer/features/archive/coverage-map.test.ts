import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CoveragePart, coverageLengths, coverageParts, coveredShare, placeOnAxis } from './coverage-map.ts';

const none = { sealed: [], read: [], gaps: [], lost: [], deleted: null };
const axis = { fromMs: 0, toMs: 100 };
const kindsOf = (parts: readonly CoveragePart[]) => parts.map(({ kind, fromMs, toMs }) => [kind, fromMs, toMs]);

it('coverage map lists the parts of a stream by time and fills the unread part', () => {
  const status = {
    startMs: 10,
    sealed: [{ fromMs: 20, toMs: 40 }],
    read: [{ fromMs: 40, toMs: 50 }],
    gaps: [{ fromMs: 60, toMs: 70 }],
    lost: [{ fromMs: 10, toMs: 15 }],
    deleted: null,
  };
  expect(kindsOf(coverageParts(status, axis))).toEqual([
    ['lost', 10, 15],
    ['unread', 15, 20],
    ['sealed', 20, 40],
    ['read', 40, 50],
    ['unread', 50, 60],
    ['gap', 60, 70],
    ['unread', 70, 100],
  ]);
});

it('coverage map counts time that is both read and cut by the exchange as a gap', () => {
  const status = { ...none, startMs: 0, read: [{ fromMs: 0, toMs: 100 }], gaps: [{ fromMs: 30, toMs: 40 }] };
  expect(kindsOf(coverageParts(status, axis))).toEqual([
    ['read', 0, 30],
    ['gap', 30, 40],
    ['read', 40, 100],
  ]);
});

it('coverage map has no part of a stream that starts after the axis', () => {
  expect(coverageParts({ ...none, startMs: 100 }, axis)).toEqual([]);
  expect(coveredShare([])).toBeNull();
});

it('coverage map shows what was deleted before the start, and does not count it as missing', () => {
  const deleted = { fromMs: -10, toMs: 40 };
  const parts = coverageParts({ ...none, startMs: 40, sealed: [{ fromMs: 40, toMs: 100 }], deleted }, axis);
  expect(kindsOf(parts)).toEqual([
    ['deleted', 0, 40],
    ['sealed', 40, 100],
  ]);
  expect(coveredShare(parts)).toBe(1);
  expect(kindsOf(coverageParts({ ...none, startMs: 200, deleted: { fromMs: 0, toMs: 200 } }, axis))).toEqual([
    ['deleted', 0, 100],
  ]);
});

it('coverage map gives the covered share and the position of a part on the axis', () => {
  const parts = coverageParts({ ...none, startMs: 0, sealed: [{ fromMs: 0, toMs: 25 }] }, axis);
  expect(coverageLengths(parts)).toEqual({ sealed: 25, read: 0, gap: 0, lost: 0, unread: 75, deleted: 0 });
  expect(coveredShare(parts)).toBe(0.25);
  expect(placeOnAxis({ fromMs: 25, toMs: 75 }, axis)).toEqual({ left: 25, width: 50 });
});

it('coverage map covers the whole axis from the start of the stream, each time once, for any intervals', () => {
  const interval = fc
    .tuple(fc.integer({ min: -20, max: 120 }), fc.integer({ min: 1, max: 50 }))
    .map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length }));
  const intervals = fc.array(interval, { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.record({
        startMs: fc.integer({ min: -10, max: 99 }),
        sealed: intervals,
        read: intervals,
        gaps: intervals,
        lost: intervals,
        deleted: fc.constant(null),
      }),
      status => {
        const parts = coverageParts(status, axis);
        const bounds = parts.flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
        expect(bounds[0]).toBe(Math.max(0, status.startMs));
        expect(bounds.at(-1)).toBe(100);
        for (const [index, part] of parts.slice(1).entries()) expect(part.fromMs).toBe(parts[index]?.toMs);
      },
    ),
  );
});
