import { expect, it } from 'vitest';
import {
  besideCorner,
  type Column,
  fittingColumns,
  growthOf,
  letterScaleOf,
  widenColumns,
  widenForFigures,
  widthOf,
} from './column.ts';

interface Row {
  readonly name: string;
  readonly size: number;
}
const render = (row: Row) => row.name;
const column = (key: string, priority?: number): Column<Row> => ({
  key,
  title: key,
  hint: '',
  width: 100,
  priority,
  render,
});
const keysOf = (columns: readonly Column<Row>[]) => columns.map(each => each.key);

it('all columns stay when there is space, and before a measurement', () => {
  const columns = [column('a'), column('b', 3)];
  expect(keysOf(fittingColumns(columns, 200))).toEqual(['a', 'b']);
  expect(keysOf(fittingColumns(columns, 0))).toEqual(['a', 'b']);
});

it('columns are hidden one at a time, the least important first, of equal ones the last, and the first priority never', () => {
  const columns = [column('a'), column('b', 3), column('c', 2), column('d', 3)];
  expect(keysOf(fittingColumns(columns, 399))).toEqual(['a', 'b', 'c']);
  expect(keysOf(fittingColumns(columns, 299))).toEqual(['a', 'c']);
  expect(keysOf(fittingColumns(columns, 199))).toEqual(['a']);
  expect(keysOf(fittingColumns([column('a'), column('b')], 10))).toEqual(['a', 'b']);
  expect(widthOf(columns)).toBe(400);
});

it('extra width for longer words is reduced in proportion when no column can be hidden, and no more than that', () => {
  const columns: readonly Column<Row>[] = [
    { ...column('a'), width: 130, leastWidth: 100 },
    { ...column('b'), width: 160, leastWidth: 100 },
    column('c'),
    column('d', 2),
  ];
  const widths = (availablePx: number) => fittingColumns(columns, availablePx).map(({ width }) => width);
  expect(widths(490)).toEqual([130, 160, 100, 100]);
  // the one that may be hidden is hidden first, and nothing is narrower for that
  expect(widths(390)).toEqual([130, 160, 100]);
  expect(widths(345)).toEqual([115, 130, 100]);
  expect(widths(200)).toEqual([100, 100, 100]);
});

it('a column is as wide as its widest figure, and never below its minimum', () => {
  const figures: Column<Row> = { ...column('a'), figure: row => '9'.repeat(row.size) };
  expect(widenColumns([figures, column('b')], [{ name: 'x', size: 3 }])).toEqual([figures, column('b')]);
  const [wide] = widenColumns(
    [figures],
    [
      { name: 'x', size: 3 },
      { name: 'y', size: 18 },
    ],
  );
  expect(wide?.width).toBeGreaterThanOrEqual(18 * 7 + 16);
});

it('a name column has the width of its capitals, unlike the unit after a figure', () => {
  const named: Column<Row> = { ...column('a'), width: 0, figure: row => row.name };
  const [market, figure] = ['DOGEUSDTM', '12345USDT'].map(name => widenColumns([named], [{ name, size: 0 }])[0]?.width);
  // measured on the screen: 78 px of letters beside 16 of padding
  expect(market).toBeGreaterThanOrEqual(94);
  expect(widenColumns([named], [{ name: '1,234 USDT', size: 0 }])[0]?.width).toBe(8 * 7 + 2 * 4 + 16);
  expect(figure).toBeLessThan(market ?? 0);
});

it('columns are wider for larger letters, except one that was resized by dragging', () => {
  const figures: Column<Row> = { ...column('a'), figure: row => '9'.repeat(row.size) };
  const rows = [{ name: 'x', size: 18 }];
  const columns = [
    figures,
    { ...column('b'), align: 'end' as const },
    column('c'),
    { ...column('d'), isWidthChosen: true },
  ];
  const wide = widenColumns(columns, rows, 1.5);
  expect(wide.map(({ width }) => width)).toEqual([18 * 7 * 1.5 + 16, 150, 150, 100]);
  // words can do with less, figures cannot
  expect(wide.map(({ leastWidth }) => leastWidth)).toEqual([undefined, undefined, 100, undefined]);
  expect(widenColumns([{ ...column('e'), leastWidth: 80 }], rows, 1.5)[0]).toMatchObject({
    width: 150,
    leastWidth: 80,
  });
  // what was made for its letters already is not made wider once more
  expect(widenForFigures(wide, rows, 1.5)).toEqual(wide);
  expect([letterScaleOf(18), letterScaleOf(12), letterScaleOf(11), letterScaleOf(0)]).toEqual([1.5, 1, 1, 1]);
});

it('narrow letters of a figure need less width', () => {
  const texts: Column<Row> = { ...column('a'), figure: row => row.name };
  const [narrow] = widenColumns([texts], [{ name: 'l/-.'.repeat(10), size: 1 }]);
  const [usual] = widenColumns([texts], [{ name: 'n0m9'.repeat(10), size: 1 }]);
  expect([narrow?.width, usual?.width]).toEqual([40 * 4 + 16, 40 * 7 + 16]);
});

it('columns grow with the panel up to a limit, and the rest stays empty at the end', () => {
  expect(growthOf(1000, 1400)).toEqual({ factor: 1, hasRest: false });
  expect(growthOf(1000, 1600)).toEqual({ factor: 1, hasRest: false });
  expect(growthOf(1000, 2560)).toEqual({ factor: 1.6, hasRest: true });
  expect(growthOf(1000, 0)).toEqual({ factor: 1, hasRest: false });
});

it('the last title leaves space for the corner, and a column is hidden for it when needed', () => {
  const figures: readonly Column<Row>[] = [column('a'), { ...column('b', 2), align: 'end' }];
  const shownOf = (roomPx: number, columns = figures) => {
    const { shown, restPx } = besideCorner(columns, { roomPx, hasCorner: true });
    return [keysOf(shown).join(''), restPx];
  };
  expect(shownOf(222)).toEqual(['ab', 22]);
  expect(shownOf(221)).toEqual(['a', 22]);
  // it is empty, or not measured yet
  expect(shownOf(200, [column('a'), column('b', 2)])).toEqual(['ab', 0]);
  expect(shownOf(0)).toEqual(['ab', 22]);
  const whole = { shown: figures, restPx: 0, isTitleAside: false };
  expect(besideCorner(figures, { roomPx: 200, hasCorner: false })).toEqual(whole);
});

it('the last title alone makes space for the corner when no column can be hidden, and no figure is cut', () => {
  const figures: readonly Column<Row>[] = [column('a'), { ...column('b'), align: 'end' }];
  const fit = (roomPx: number) => besideCorner(figures, { roomPx, hasCorner: true });
  expect(fit(222)).toEqual({ shown: figures, restPx: 22, isTitleAside: false });
  expect(fit(210)).toEqual({ shown: figures, restPx: 0, isTitleAside: true });
});

it('a figure is written once per row, and again when it changes without the row', () => {
  let text = '1';
  const written: string[] = [];
  const figure = () => {
    written.push(text);
    return text;
  };
  const row = { name: 'x', size: 1 };
  const widthNow = (isFigureLoose: boolean) =>
    widenColumns([{ ...column('a'), width: 0, figure, isFigureLoose }], [row])[0]?.width;
  const short = widthNow(false);
  text = '1'.repeat(30);
  expect(widthNow(false)).toBe(short);
  expect(written).toEqual(['1']);
  expect(widthNow(true)).toBeGreaterThan(200);
});
