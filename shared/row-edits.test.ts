import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromNumber } from './decimal.ts';
import type { BookLevel } from './domain/market/book.ts';
import { applyEdits, editRows, packRows, unpackRows } from './row-edits.ts';

const size = fc.constantFrom('1', '0.5', '12.00000001');
const rows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }).map(fromNumber), size), { selector: ([price]) => price })
  .map((levels): readonly BookLevel[] => levels);
const sorted = rows.map(levels => levels.toSorted(([a], [b]) => Number(b) - Number(a)));

describe('rows as text', () => {
  it('give the same rows again', () => {
    fc.assert(
      fc.property(rows, levels => {
        expect(unpackRows(packRows(levels))).toEqual(levels);
      }),
    );
  });
});

describe('row edits', () => {
  it('make the rows after from the rows before, for any rows', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        expect(applyEdits(before, editRows(before, after))).toEqual(after);
      }),
      { numRuns: 1000 },
    );
  });

  it('row edits are empty without a change, and keep the same row objects', () => {
    fc.assert(
      fc.property(sorted, levels => {
        const edits = editRows(levels, [...levels]);
        expect(edits).toBe('');
        expect(applyEdits(levels, edits)).toBe(levels);
      }),
    );
  });

  it('name the changes and nothing else', () => {
    const before: BookLevel[] = [
      ['9', '1'],
      ['8', '2'],
      ['7', '3'],
    ];
    const after: BookLevel[] = [
      ['9.5', '4'],
      ['9', '1'],
      ['7', '5'],
    ];
    expect(editRows(before, after)).toBe('0+9.5|4;2-;2=5');
    expect(applyEdits(before, '0+9.5|4;2-;2=5')?.[1]).toBe(before[0]);
  });

  it('row edits that do not fit are rejected as a whole', () => {
    const before: BookLevel[] = [['9', '1']];
    for (const edits of ['1=2', '1-', '2+8|1', 'x', '0*1', '-1-', '0=1;5-']) {
      expect(applyEdits(before, edits)).toBeNull();
    }
    expect(before).toEqual([['9', '1']]);
  });
});
