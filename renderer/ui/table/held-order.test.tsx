import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { textColumn } from './column-factories.tsx';
import { DataTable } from './data-table.tsx';
import { inOrder } from './held-order.ts';

afterEach(cleanup);

interface Named {
  readonly name: string;
}
const keyOf = ({ name }: Named) => name;
const rows = (letters: string): readonly Named[] => letters.split('').map(name => ({ name }));
const columns = [textColumn<Named>({ key: 'name', title: 'Name', hint: '', width: 100, read: keyOf })];
const table = (letters: string) => (
  <>
    <DataTable label="L" columns={columns} rows={rows(letters)} rowKey={keyOf} actions={() => null} holdsOrder />
    <button type="button">elsewhere</button>
  </>
);
const shown = () =>
  [...document.querySelectorAll('tr[data-row-key]')].map(row => row.getAttribute('data-row-key')).join('');

it('held order removes ended rows, and appends new ones', () => {
  expect(inOrder(rows('xcab'), keyOf, ['a', 'b', 'd', 'c']).map(keyOf).join('')).toBe('abcx');
});

it('held order moves no row under the pointer, and sorts when it leaves', () => {
  const { rerender } = render(table('abc'));
  const box = screen.getByRole('table').closest('.table-box') ?? document.body;
  fireEvent.pointerMove(box);
  rerender(table('cab'));
  expect(shown()).toBe('abc');
  expect(screen.getByText('order held')).toBeTruthy();
  rerender(table('dcb'));
  expect(shown()).toBe('bcd');
  fireEvent.pointerLeave(box);
  expect(shown()).toBe('dcb');
  expect(screen.queryByText('order held')).toBeNull();
});

it('held order moves no row under the focus, until it moves elsewhere', async () => {
  const { rerender } = render(table('abc'));
  screen.getByText('a').closest('tr')?.focus();
  rerender(table('cba'));
  expect(shown()).toBe('abc');
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('elsewhere');
  expect(shown()).toBe('cba');
});

it('held order sorts at once on a click on a title', () => {
  render(table('abc'));
  fireEvent.pointerMove(screen.getByRole('table').closest('.table-box') ?? document.body);
  for (const _ of ['from A', 'from Z']) fireEvent.click(screen.getByRole('button', { name: /^Name/ }));
  expect(shown()).toBe('cba');
});
