import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setPrivacy } from '#lib/own/privacy.ts';
import { decimalColumn, textColumn } from '../column-factories.tsx';
import { ViewedTable } from '../view/viewed-table.tsx';
import './row-card.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly size: `${number}`;
}

afterEach(() => {
  cleanup();
  act(() => setPrivacy('off'));
});

const columns = [
  textColumn<Row>({ key: 'name', own: 'figure', title: 'Account', hint: '', width: 60, read: row => row.name }),
  decimalColumn<Row>({ key: 'size', title: 'Size', hint: '', width: 60, read: row => row.size }),
];
const rows: readonly Row[] = [
  { id: '1', name: 'alpha', size: '2' },
  { id: '2', name: 'beta', size: '1' },
];
const rowKey = (row: Row) => row.id;
const table = { tableId: 'some', label: 'Accounts', columns, rows, rowKey };

async function pressOn(id: string, init: { readonly ctrlKey?: boolean } = {}) {
  const row = document.querySelector<HTMLElement>(`tr[data-row-key="${id}"]`);
  act(() => row?.focus());
  await act(async () => {
    if (row !== null) fireEvent.keyDown(row, { key: 'i', ...init });
  });
}
const factsOf = (card: HTMLElement) => [...card.querySelectorAll('.fact')].map(fact => fact.textContent);

it('row card shows all columns of the row by I when the table has no card of its own', async () => {
  render(<ViewedTable {...table} />);
  await pressOn('2', { ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  await pressOn('2');
  const card = await screen.findByRole('dialog', { name: 'Accounts · beta' });
  expect(factsOf(card)).toEqual(['Accountbeta', 'Size1']);
  for (const button of within(card).getAllByRole('button', { name: 'Close' }).slice(-1)) fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('row card hides what the table hides, including the name of the row', async () => {
  setPrivacy('all');
  render(<ViewedTable {...table} />);
  await pressOn('2');
  const card = await screen.findByRole('dialog', { name: 'Accounts' });
  expect(card.textContent).not.toMatch(/beta|1/);
});

it('row card keeps the last values of a row that leaves the table, and says so', async () => {
  const view = render(<ViewedTable {...table} />);
  await pressOn('2');
  await screen.findByRole('dialog');
  view.rerender(<ViewedTable {...table} rows={rows.slice(0, 1)} />);
  expect(screen.getByRole('dialog').textContent).toMatch(/no longer in the table.*beta/);
});

it('row card is that of the table for rows with one, and lists the columns for the others', async () => {
  const onInfo = vi.fn<(row: Row) => void>();
  render(<ViewedTable {...table} onInfo={onInfo} hasInfo={({ id }) => id === '1'} />);
  await pressOn('1');
  expect(onInfo).toHaveBeenCalledExactlyOnceWith(rows[0]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await pressOn('2');
  expect(await screen.findByRole('dialog', { name: 'Accounts · beta' })).toBeTruthy();
  expect(onInfo).toHaveBeenCalledOnce();
});

const drawRows = (_: unknown, shown: readonly Row[]) => (
  <table>
    <tbody>
      {shown.map(row => (
        <tr key={row.id} data-row-key={row.id}>
          <td>
            <button type="button">{row.name}</button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

it('row card opens on rows with a custom drawing, from a button in the row too', async () => {
  render(<ViewedTable {...table} renderRows={drawRows} />);
  await act(async () => {
    fireEvent.keyDown(screen.getByRole('button', { name: 'beta' }), { key: 'i' });
  });
  expect(await screen.findByRole('dialog', { name: 'Accounts · beta' })).toBeTruthy();
});
