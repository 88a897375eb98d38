import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, type Decimal, uncheckedDecimal } from '#shared/decimal.ts';
import { decimalColumn, textColumn } from '../column-factories.tsx';
import type { Column } from '../column.ts';
import { byNumber } from './number-order.ts';
import { sortRows } from './sort-rows.ts';

interface Row {
  readonly id: number;
  readonly amount: Decimal | null;
  readonly word: string;
}

const amount = decimalColumn<Row>({ key: 'amount', title: 'Amount', hint: '', width: 1, read: row => row.amount });
const word = textColumn<Row>({ key: 'word', title: 'Word', hint: '', width: 1, read: row => row.word });
const halves: Column<Row> = {
  key: 'half',
  title: 'Half',
  hint: '',
  width: 1,
  render: () => null,
  compare: (a, b) => (a.id % 2) - (b.id % 2),
};
const columns = [amount, word, halves, { key: 'none', title: 'None', hint: '', width: 1, render: () => null }];

const rowsOf = (amounts: readonly (Decimal | null)[], words: readonly string[] = []): readonly Row[] =>
  amounts.map((each, id) => ({ id, amount: each, word: words[id] ?? '' }));
const idsBy = (rows: readonly Row[], ...keys: readonly string[]) =>
  sortRows(
    rows,
    columns,
    keys.map(key => ({ key: key.slice(1), direction: key.startsWith('+') ? 'ascending' : 'descending' })),
  ).map(({ id }) => id);

describe('rows sorted by a figure', () => {
  it('distinguish amounts that are one number to the machine, in both directions', () => {
    const rows = rowsOf(['1.0000000000000000003', '1.0000000000000000001', '1.0000000000000000002', '0.9']);
    expect(idsBy(rows, '+amount')).toEqual([3, 1, 2, 0]);
    expect(idsBy(rows, '-amount')).toEqual([0, 2, 1, 3]);
  });

  it('keep their order for equal amounts, in any notation', () => {
    const rows = rowsOf(['1.5', '2', '1.50', '-0', '0.0', '1.500', null, null]);
    expect(idsBy(rows, '+amount')).toEqual([6, 7, 3, 4, 0, 2, 5, 1]);
    expect(idsBy(rows, '-amount')).toEqual([1, 0, 2, 5, 3, 4, 6, 7]);
  });

  it('follow exact comparison, for any amounts', () => {
    const decimals = fc
      .tuple(fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }), fc.integer({ min: 0, max: 22 }))
      .map(([units, scale]) => {
        const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
        const point = digits.length - scale;
        const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
        return uncheckedDecimal(units < 0n ? `-${text}` : text);
      });
    fc.assert(
      fc.property(fc.array(decimals, { maxLength: 60 }), amounts => {
        const rows = rowsOf(amounts);
        const exactly = rows.toSorted((a, b) => compare(a.amount ?? '0', b.amount ?? '0'));
        expect(idsBy(rows, '+amount')).toEqual(exactly.map(({ id }) => id));
      }),
    );
  });
});

describe('rows sorted by a word', () => {
  it('follow the language, and one word is equal in any notation', () => {
    const rows = rowsOf([null, null, null, null, null], ['zwei', 'Öl', 'e\u0301', 'é', 'Apfel']);
    expect(idsBy(rows, '+word')).toEqual([4, 2, 3, 1, 0]);
    expect(idsBy(rows, '-word')).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('rows sorted by several columns', () => {
  it('follow the first, then the next, and finally their order of arrival', () => {
    const rows = rowsOf(['1', '2', '2', '1', '2'], ['b', 'a', 'b', 'b', 'b']);
    expect(idsBy(rows, '-word', '+amount')).toEqual([0, 3, 2, 4, 1]);
    expect(idsBy(rows, '+half', '-amount')).toEqual([2, 4, 0, 1, 3]);
    expect(idsBy(rows, '-half', '+none', '+gone')).toEqual([1, 3, 0, 2, 4]);
  });

  it('rows sorted by no column are the same rows', () => {
    const rows = rowsOf(['2', '1']);
    expect(sortRows(rows, columns, [{ key: 'none', direction: 'ascending' }])).toBe(rows);
  });
});

it('numbers of any size and sign are sorted, equal ones by arrival', () => {
  const numbers = fc.array(fc.double({ noNaN: true }), { maxLength: 80 });
  fc.assert(
    fc.property(numbers, list => {
      const places = Uint32Array.from(list.keys());
      const expected = [...list.keys()].toSorted((a, b) => {
        const [left = 0, right = 0] = [list[a], list[b]];
        return left < right ? -1 : left > right ? 1 : 0;
      });
      expect([...byNumber(places, Float64Array.from(list))]).toEqual(expected);
    }),
  );
});
