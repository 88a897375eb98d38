import type { Sorting } from '#shared/domain/view/table-view.ts';
import { compareTexts } from '#lib/sorting.ts';
import type { Column } from '../column.ts';
import { byNumber } from './number-order.ts';

/** Rows in the order of their columns: up to a hundred thousand of them within one press on a title. */

function numbersOf<Row>(rows: readonly Row[], number: (row: Row) => number): Float64Array {
  const numbers = new Float64Array(rows.length);
  let place = 0;
  for (const row of rows) {
    numbers[place] = number(row);
    place += 1;
  }
  return numbers;
}

/**
 * For each row the place of its word among all words: there are few of them, and the language is slow to compare two.
 */
function wordPlacesOf<Row>(rows: readonly Row[], word: (row: Row) => string): Float64Array {
  const places = new Map<string, number>();
  let [before, place] = ['', 0];
  for (const text of [...new Set(rows.map(word))].toSorted(compareTexts)) {
    // two writings of one word are alike
    if (compareTexts(before, text) !== 0) place += 1;
    places.set(text, place);
    before = text;
  }
  return numbersOf(rows, row => places.get(word(row)) ?? 0);
}

/** Compares the rows of two places. */
type PlaceOrder = (a: number, b: number) => number;

function orderOf<Row>(rows: readonly Row[], compare: (a: Row, b: Row) => number): PlaceOrder {
  return (a, b) => {
    const left = rows[a];
    const right = rows[b];
    return left === undefined || right === undefined ? 0 : compare(left, right);
  };
}

/**
 * Where several rows have one number, which may be rounded, they are compared exactly: most often they are in order.
 */
function settleAlike(places: Uint32Array, numbers: Float64Array, order: PlaceOrder): void {
  let from = 0;
  let isOrdered = true;
  for (let to = 1; to <= places.length; to += 1) {
    const before = places[to - 1] ?? 0;
    const place = places[to] ?? 0;
    if (to < places.length && numbers[before] === numbers[place]) {
      isOrdered &&= order(before, place) <= 0;
      continue;
    }
    if (!isOrdered) places.set(places.subarray(from, to).toSorted(order), from);
    from = to;
    isOrdered = true;
  }
}

interface By<Row> {
  readonly rows: readonly Row[];
  readonly column: Column<Row>;
  readonly sign: 1 | -1;
}

/** The places by one column; what it calls equal stays in the order that it had. */
function byColumn<Row>(places: Uint32Array, { rows, column, sign }: By<Row>): Uint32Array {
  const { compare, number, word } = column;
  if (compare === undefined) return places;
  if (word !== undefined) return byNumber(places, turned(wordPlacesOf(rows, word), sign));
  const order = orderOf(rows, (a, b) => sign * compare(a, b));
  if (number === undefined) return places.toSorted(order);
  const numbers = turned(numbersOf(rows, number), sign);
  const ordered = byNumber(places, numbers);
  settleAlike(ordered, numbers, order);
  return ordered;
}

function turned(numbers: Float64Array, sign: 1 | -1): Float64Array {
  return sign === 1 ? numbers : numbers.map(number => -number);
}

/** The rows in the asked order; the given order decides between equals. The input is left alone. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: readonly Sorting[],
): readonly Row[] {
  const asked = sorting.flatMap(({ key, direction }): readonly By<Row>[] => {
    const column = columns.find(each => each.key === key);
    const sign = direction === 'ascending' ? 1 : -1;
    return column?.compare === undefined ? [] : [{ rows, column, sign }];
  });
  if (asked.length === 0) return rows;
  let places: Uint32Array = new Uint32Array(rows.length).map((_, place) => place);
  // the last first: each keeps the order that it finds between what it calls equal
  for (const by of asked.toReversed()) places = byColumn(places, by);
  const sorted: Row[] = [];
  for (const place of places) {
    const row = rows[place];
    if (row !== undefined) sorted.push(row);
  }
  return sorted;
}
