import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { textColumn } from '../column-factories.tsx';
import { DataTable } from '../data-table.tsx';
import { rowsMoved } from './kept-place.ts';

afterEach(cleanup);

it.each([
  ['nothing changed', 'abcd', 'abcd', 2, 0],
  ['two came at the top', 'abcd', 'xyabcd', 2, 2],
  ['one came below', 'abcd', 'abcxd', 2, 0],
  ['one came in between and one went', 'abcd', 'axycd', 2, 1],
  ['one above went', 'abcd', 'acd', 2, -1],
  ['the row itself went: the next one is kept', 'abcd', 'xabd', 2, 1],
  ['only its neighbours changed places', 'abcd', 'bacd', 2, 0],
  ['all are others', 'abcd', 'xyz', 2, 0],
  ['there were none', '', 'abc', 0, 0],
] as const)('%s', (_what, before, now, anchor, moved) => {
  expect(rowsMoved(before.split(''), now.split(''), anchor)).toBe(moved);
});

const columns = [textColumn<string>({ key: 'id', title: 'Id', hint: '', width: 80, read: row => row })];
const rowKey = (row: string) => row;
const table = (rows: readonly string[]) => <DataTable label="Fills" columns={columns} rows={rows} rowKey={rowKey} />;
/** of the medium density, where there is no layout */
const rowPx = 26;

function boxOf(): HTMLElement {
  const box = screen.getByRole('table').parentElement;
  if (box === null) throw new Error('no box');
  return box;
}

it('a scrolled list stays on its rows when newer ones arrive above', () => {
  const { rerender } = render(table(['c', 'b', 'a']));
  boxOf().scrollTop = 2 * rowPx;
  rerender(table(['e', 'd', 'c', 'b', 'a']));
  expect(boxOf().scrollTop).toBe(4 * rowPx);
  rerender(table(['e', 'c', 'b', 'a']));
  expect(boxOf().scrollTop).toBe(3 * rowPx);
});

it('the newest rows show at the top, unless the focus is on a row, which stays', () => {
  const { rerender } = render(table(['b', 'a']));
  rerender(table(['c', 'b', 'a']));
  expect(boxOf().scrollTop).toBe(0);
  const row = screen.getByText('b').closest('tr');
  row?.focus();
  rerender(table(['d', 'c', 'b', 'a']));
  expect(boxOf().scrollTop).toBe(rowPx);
  expect(document.activeElement).toBe(row);
});

it('rows sorted by the user do not move the scroll position', () => {
  render(table(['c', 'a', 'b']));
  boxOf().scrollTop = 2 * rowPx;
  fireEvent.click(screen.getByRole('button', { name: /Id/ }));
  expect(boxOf().scrollTop).toBe(2 * rowPx);
});

it('a list states how many rows arrived above, until the top is visible', () => {
  const { rerender } = render(table(['c', 'b', 'a']));
  const scrollTo = (px: number) => fireEvent.scroll(boxOf(), { target: { scrollTop: px } });
  scrollTo(2 * rowPx);
  expect(screen.queryByText(/more row/)).toBeNull();
  rerender(table(['e', 'd', 'c', 'b', 'a']));
  expect(screen.getByText('2 more rows above')).toBeTruthy();
  rerender(table(['f', 'e', 'd', 'c', 'b', 'a']));
  const hint = screen.getByText('3 more rows above');
  const box = boxOf();
  box.scrollTo = (options?: ScrollToOptions | number) => scrollTo(typeof options === 'object' ? (options.top ?? 0) : 0);
  fireEvent.click(hint);
  expect(box.scrollTop).toBe(0);
  expect(screen.queryByText(/more row/)).toBeNull();
});
