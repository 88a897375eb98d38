import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setPrivacy } from '#lib/own/privacy.ts';
import { formatClock, setTimeView } from '#lib/time.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

afterEach(() => {
  cleanup();
  setPrivacy('off');
  setTimeView(null, false);
});

interface Row {
  readonly id: string;
  readonly atMs: number;
}
const rowKey = (row: Row) => row.id;
const rows: readonly Row[] = ['one', 'two', 'three'].map((id, index) => ({ id, atMs: index * 1000 }));
const renderId = vi.fn<(row: Row) => string>(row => row.id);
const columnsOf = (width: number): readonly Column<Row>[] => [
  { key: 'id', title: 'Id', hint: '', width, own: 'figure', render: renderId },
  { key: 'at', title: 'At', hint: '', width, render: ({ atMs }) => formatClock(atMs) },
];
const table = (shown: readonly Row[], columns: readonly Column<Row>[]) => (
  <DataTable label="Things" columns={columns} rows={shown} rowKey={rowKey} />
);
const texts = () => screen.getAllByRole('cell').map(cell => cell.textContent);

it('a new row draws its own cells alone, with the present width of the columns', () => {
  const { rerender } = render(table(rows, columnsOf(80)));
  renderId.mockClear();
  rerender(table([{ id: 'zero', atMs: 9000 }, ...rows], columnsOf(90)));
  expect(renderId.mock.calls.map(([row]) => row.id)).toEqual(['zero']);
  expect(screen.getAllByRole('cell').map(cell => cell.textContent)).toContain('zero');
});

it('another row in its place, or another drawing of it, is drawn', () => {
  const { rerender } = render(table(rows, columnsOf(80)));
  rerender(table([{ id: 'one', atMs: 0 }, ...rows.slice(1)], columnsOf(80)));
  expect(texts()[0]).toBe('one');
  rerender(table(rows, [{ key: 'id', title: 'Id', hint: '', width: 80, render: row => `${row.id}!` }]));
  expect(texts()).toEqual(['one!', 'two!', 'three!']);
});

it('a row is drawn again when more is hidden, and when times are shown in another form', () => {
  const columns = columnsOf(80);
  const { rerender } = render(table(rows, columns));
  act(() => setPrivacy('all'));
  expect(texts()[0]).toContain('•••');
  act(() => setPrivacy('off'));
  expect(texts()[0]).toBe('one');
  setTimeView(() => 3_600_000, true);
  rerender(table(rows, columns));
  expect(texts()[1]).toBe('01:00:00.000');
});

it('the table draws only the changed row again, with new columns and actions, and a click uses the newest action', () => {
  const actions = vi.fn((row: Row) => <button type="button">Act on {row.id}</button>);
  const opened = vi.fn<(text: string) => void>();
  const drawn = (shown: readonly Row[], round: number) => (
    <DataTable
      label="Things"
      columns={[{ key: 'id', title: 'Id', hint: '', width: 80, render: renderId }]}
      rows={shown}
      rowKey={rowKey}
      actions={actions}
      onOpen={row => opened(`${row.id} ${round}`)}
    />
  );
  const { rerender } = render(drawn(rows, 1));
  actions.mockClear();
  rerender(drawn([...rows.slice(0, 2), { id: 'three', atMs: 9000 }], 2));
  expect(actions.mock.calls.map(([row]) => row.id)).toEqual(['three']);
  fireEvent.click(screen.getAllByRole('cell')[0] ?? document.body);
  expect(opened.mock.calls).toEqual([['one 2']]);
});

it('the boxes of redrawn rows do not change, and neither does that of all', () => {
  const marks = { marked: new Set<string>(['one']), edit: () => {} };
  const marked = (shown: readonly Row[]) => (
    <DataTable label="Things" columns={columnsOf(80)} rows={shown} rowKey={rowKey} marks={marks} />
  );
  const { rerender } = render(marked(rows));
  const seen = new MutationObserver(() => {});
  seen.observe(document.body, { subtree: true, attributes: true, characterData: true });
  rerender(marked(rows.map(({ id, atMs }) => ({ id, atMs: atMs + 60_000 }))));
  const changed = seen.takeRecords();
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.filter(({ target }) => target instanceof HTMLInputElement)).toEqual([]);
});
