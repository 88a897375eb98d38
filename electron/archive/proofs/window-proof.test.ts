import { describe, expect, it } from 'vitest';
import { proveWindow, type WindowCounts } from './window-proof.ts';

const list: WindowCounts = {
  readCount: 3,
  listedCount: 3,
  unreadableCount: 0,
  announcedCount: null,
  isFinished: true,
  oldestMs: 70,
};
const proven = { kind: 'proven', provenFromMs: 50 };

describe('the proof of a window', () => {
  it.each(['total', 'end', 10] as const)('fails when a row is unreadable (%s)', proof => {
    expect(proveWindow(proof, { ...list, announcedCount: 3, unreadableCount: 2 }, 50)).toEqual({
      kind: 'unproven',
      fault: 'unreadable',
      readCount: 3,
      expectedCount: 5,
    });
  });

  it.each([4, 2, null])('fails when the list announces %s rows and three were read', announcedCount => {
    expect(proveWindow('total', { ...list, announcedCount }, 50)).toEqual({
      kind: 'unproven',
      fault: 'count',
      readCount: 3,
      expectedCount: announcedCount,
    });
  });

  it('holds when all announced rows were read', () => {
    expect(proveWindow('total', { ...list, announcedCount: 3 }, 50)).toEqual(proven);
  });

  it.each(['end', 10] as const)('needs the end of a list that announces no number (%s)', proof => {
    expect(proveWindow(proof, list, 50)).toEqual(proven);
    expect(proveWindow(proof, { ...list, isFinished: false }, 50)).toMatchObject({ fault: 'unfinished', readCount: 3 });
  });

  it('holds after the oldest row only when the list is as long as it can be', () => {
    expect(proveWindow(3, list, 50)).toEqual({ kind: 'proven', provenFromMs: 71, isCut: true });
    expect(proveWindow(3, list, 90)).toEqual({ kind: 'proven', provenFromMs: 90, isCut: true });
    // a repeated row counts, because the exchange counts it
    expect(proveWindow(4, { ...list, listedCount: 4 }, 50)).toEqual({ kind: 'proven', provenFromMs: 71, isCut: true });
  });
});
