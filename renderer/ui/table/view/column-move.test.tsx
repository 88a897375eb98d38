import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { textColumn } from '../column-factories.tsx';
import { choicesOf, moveColumnOver } from './arrange.ts';
import { ViewedTable } from './viewed-table.tsx';

afterEach(cleanup);

const column = (key: string) => textColumn<string>({ key, title: key, hint: '', width: 60, read: row => row });
const columns = ['Time', 'Side', 'Price', 'Size'].map(column);
const rows = ['a', 'b'];
const rowKey = (row: string) => row;

function draw(): void {
  render(<ViewedTable tableId="fills" label="Fills" columns={columns} rows={rows} rowKey={rowKey} />);
}

const heads = () => screen.getAllByRole('columnheader');
const titles = () => heads().map(head => head.dataset['column']);
const titleOf = (name: string) => screen.getByRole('button', { name });

function drag(from: string, to: string, byPx = 80): void {
  const over = heads().find(head => head.dataset['column'] === to) ?? null;
  document.elementFromPoint = () => over;
  fireEvent.pointerDown(titleOf(from), { button: 0, clientX: 100 });
  fireEvent.pointerMove(window, { clientX: 100 + byPx });
  fireEvent.pointerUp(window, { clientX: 100 + byPx });
  fireEvent.click(titleOf(from));
}

it('a title that is dragged over another takes its place, and does not sort', async () => {
  draw();
  drag('Size', 'Side');
  await waitFor(() => expect(titles()).toEqual(['Time', 'Size', 'Side', 'Price']));
  expect(heads().every(head => head.getAttribute('aria-sort') === null)).toBe(true);
});

it('a short move is a click: it sorts and moves nothing', () => {
  draw();
  drag('Size', 'Side', 3);
  expect(titles()).toEqual(['Time', 'Side', 'Price', 'Size']);
  expect(heads().at(-1)?.getAttribute('aria-sort')).toBe('ascending');
});

it('the first column keeps its place', () => {
  draw();
  drag('Size', 'Time');
  drag('Time', 'Size');
  expect(titles()).toEqual(['Time', 'Side', 'Price', 'Size']);
});

it('the sheet of the table puts another column first', async () => {
  draw();
  fireEvent.click(screen.getByRole('button', { name: /columns, views and files of Fills/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Side: further to the front' }));
  await waitFor(() => expect(titles()).toEqual(['Side', 'Time', 'Price', 'Size']));
});

it('Alt and an arrow move the column of the focused title, which keeps the focus', async () => {
  draw();
  titleOf('Side').focus();
  fireEvent.keyDown(titleOf('Side'), { key: 'ArrowRight', altKey: true });
  expect(titles()).toEqual(['Time', 'Price', 'Side', 'Size']);
  await waitFor(() => expect(document.activeElement).toBe(titleOf('Side')));
  const isLeftToBrowser = fireEvent.keyDown(titleOf('Side'), { key: 'ArrowLeft', altKey: true });
  expect([isLeftToBrowser, titles()]).toEqual([false, ['Time', 'Side', 'Price', 'Size']]);
  fireEvent.keyDown(titleOf('Side'), { key: 'ArrowLeft', altKey: true });
  fireEvent.keyDown(titleOf('Side'), { key: 'ArrowRight' });
  expect(titles()).toEqual(['Time', 'Side', 'Price', 'Size']);
});

it('a moved column passes those that are hidden', () => {
  const choices = choicesOf(columns, [
    { key: 'Time', isShown: true, widthPx: null },
    { key: 'Side', isShown: false, widthPx: null },
  ]);
  const moved = (key: string, over: string) => moveColumnOver(choices, key, over).map(choice => choice.key);
  expect(moved('Price', 'Time')).toEqual(['Price', 'Time', 'Side', 'Size']);
  expect(moved('Price', 'Size')).toEqual(['Time', 'Side', 'Size', 'Price']);
  expect(moved('Price', 'gone')).toEqual(['Time', 'Side', 'Price', 'Size']);
});
