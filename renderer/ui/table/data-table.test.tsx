import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from '../form/button.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

interface Row {
  readonly id: string;
  readonly size: number;
}
const columns: readonly Column<Row>[] = [
  { key: 'id', title: 'Id', hint: '', width: 80, render: row => row.id },
  {
    key: 'size',
    title: 'Size',
    hint: '',
    width: 80,
    align: 'end',
    render: row => row.size,
    compare: (a, b) => a.size - b.size,
  },
];
const rowKey = (row: Row) => row.id;
const rows = [
  { id: 'one', size: 2 },
  { id: 'two', size: 1 },
  { id: 'three', size: 3 },
];
const shownIds = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getAllByRole('cell')[0]?.textContent);

it('a title sorts and says so', () => {
  render(<DataTable label="Things" columns={columns} rows={rows} rowKey={rowKey} />);
  expect(shownIds()).toEqual(['one', 'two', 'three']);
  fireEvent.click(screen.getByRole('button', { name: 'Size' }));
  expect(shownIds()).toEqual(['three', 'one', 'two']);
  expect(screen.getByRole('columnheader', { name: /Size/ }).getAttribute('aria-sort')).toBe('descending');
  fireEvent.click(screen.getByRole('button', { name: /Size/ }));
  expect(shownIds()).toEqual(['two', 'one', 'three']);
});

it('arrows move through the shown rows, each with its key and without waiting for a frame, Enter opens one, and Tab reaches only one', () => {
  const open = vi.fn<(row: Row) => void>();
  render(<DataTable label="Things" columns={columns} rows={rows} rowKey={rowKey} onOpen={open} />);
  const drawn = screen.getAllByRole('row').slice(1);
  expect(drawn.map(row => row.tabIndex)).toEqual([0, -1, -1]);
  drawn[0]?.focus();
  fireEvent.keyDown(drawn[0] ?? document.body, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(drawn[1]);
  fireEvent.keyDown(drawn[1] ?? document.body, { key: 'End' });
  expect(document.activeElement).toBe(drawn[2]);
  fireEvent.keyDown(drawn[2] ?? document.body, { key: 'Enter' });
  expect(open).toHaveBeenCalledExactlyOnceWith(rows[2]);
});

it('a letter that a row uses is for it, and any other is passed to the window', () => {
  const heard = vi.fn((_row: Row, letter: string) => letter === 'e');
  render(<DataTable label="Things" columns={columns} rows={rows} rowKey={rowKey} onLetter={heard} />);
  const row = screen.getAllByRole('row')[1] ?? document.body;
  // an unhandled event is answered with true
  expect(['e', 'd'].map(key => fireEvent.keyDown(row, { key }))).toEqual([false, true]);
  expect(heard.mock.calls.map(([{ id }, letter]) => id + letter)).toEqual(['onee', 'oned']);
});

function cancelButton(row: Row) {
  return <button type="button">Cancel {row.id}</button>;
}

const cancelAction = (row: Row) => <Button>Cancel {row.id}</Button>;
const cancelStops = () => screen.getAllByRole('button', { name: /^Cancel/ }).map(button => button.tabIndex);
const tableOf = (shown: readonly Row[]) => (
  <DataTable label="Things" columns={columns} rows={shown} rowKey={rowKey} actions={cancelAction} />
);

it('Tab reaches the buttons of the chosen row only', () => {
  render(tableOf(rows));
  expect(cancelStops()).toEqual([0, -1, -1]);
  fireEvent.focus(screen.getAllByRole('row')[2] ?? document.body);
  expect(cancelStops()).toEqual([-1, 0, -1]);
});

it('the row that takes the place of a removed chosen row is chosen and gets its focus', () => {
  const { rerender } = render(tableOf(rows));
  screen.getAllByRole('row')[2]?.focus();
  rerender(tableOf(rows.filter(row => row.id !== 'two')));
  expect(cancelStops()).toEqual([-1, 0]);
  expect(document.activeElement).toBe(screen.getAllByRole('row')[2]);
  screen.getAllByRole('row')[2]?.blur();
  rerender(tableOf(rows.slice(0, 1)));
  expect(cancelStops()).toEqual([0]);
  expect(document.activeElement).toBe(document.body);
});

it('a click opens a row, a click on a button in it does not', () => {
  const open = vi.fn<(row: Row) => void>();
  render(
    <DataTable label="Things" columns={columns} rows={rows} rowKey={rowKey} onOpen={open} actions={cancelButton} />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Cancel one' }));
  expect(open).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('cell', { name: 'two' }));
  expect(open).toHaveBeenCalledExactlyOnceWith(rows[1]);
});

it('a long list is drawn in part, but states its whole length', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ id: `row ${index}`, size: index }));
  render(<DataTable label="Things" columns={columns} rows={many} rowKey={rowKey} />);
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
});

it('a table has a column for the actions of each row', () => {
  const action = vi.fn<(row: Row) => void>();
  render(
    <DataTable
      label="Things"
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      actions={row => (
        <button type="button" onClick={() => action(row)}>
          Cancel {row.id}
        </button>
      )}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Cancel two' }));
  expect(action).toHaveBeenCalledExactlyOnceWith(rows[1]);
});

const tabs = [
  { id: 'a', title: 'Active', count: 3, content: <p>the active ones</p> },
  { id: 'b', title: 'Done', count: null, content: <p>the done ones</p> },
];

it('tabs show one content and their counts; an unknown count is a dash', () => {
  const select = vi.fn<(id: string) => void>();
  render(<Tabs label="Lists" tabs={tabs} selectedId="a" onSelect={select} />);
  expect(screen.getByRole('tab', { name: 'Active 3' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('tab', { name: 'Done –' })).toBeTruthy();
  expect(screen.getByRole('tabpanel').textContent).toBe('the active ones');
  fireEvent.keyDown(screen.getByRole('tablist'), { key: 'ArrowRight' });
  fireEvent.click(screen.getByRole('tab', { name: 'Active 3' }));
  expect(select.mock.calls).toEqual([['b'], ['a']]);
});
