import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TableSetup } from '#shared/domain/view/table-view.ts';
import { textColumn, momentColumn } from '../column-factories.tsx';
import { useMarks } from '../marks.ts';
import { TableViewsContext } from './table-views.ts';
import { ViewedTable } from './viewed-table.tsx';

interface Row {
  readonly id: string;
  readonly createdAtMs: number;
}

const nowMs = 1_800_000_000_000;
const minuteMs = 60_000;

beforeEach(() => vi.useFakeTimers({ now: nowMs }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let drawn = 0;
const columns = [
  textColumn<Row>({
    key: 'id',
    title: 'Id',
    hint: '',
    width: 60,
    read: row => {
      drawn += 1;
      return row.id;
    },
  }),
  momentColumn<Row>({ key: 'created', title: 'Created', hint: '' }),
];
const rows: readonly Row[] = [
  { id: 'new', createdAtMs: nowMs },
  { id: 'old', createdAtMs: nowMs - 59 * minuteMs },
];
const rowKey = (row: Row) => row.id;
const keys = rows.map(rowKey);

function Fills() {
  const marks = useMarks(keys);
  return (
    <>
      <ViewedTable tableId="fills" label="Fills" columns={columns} rows={rows} rowKey={rowKey} marks={marks} />
      <output aria-label="Marked">{[...marks.marked].join(' ')}</output>
    </>
  );
}

function open(pills: TableSetup['view']['pills']) {
  const setup: TableSetup = {
    view: { pills, columns: [], sorting: [{ key: 'id', direction: 'ascending' }] },
    saved: [],
  };
  const views = {
    setups: { fills: setup },
    change: () => undefined,
    wanted: null,
    onShown: () => undefined,
    save: async () => ({ file: '' }),
  };
  render(
    <TableViewsContext value={views}>
      <Fills />
    </TableViewsContext>,
  );
}

const shown = () =>
  [...screen.getByRole('table').querySelectorAll('tr[data-row-key]')].map(row => row.getAttribute('data-row-key'));
const marked = () => screen.getByRole('status', { name: 'Marked' }).textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('a filter by age removes a row when it is too old', async () => {
  open([{ column: 'created', test: 'since', text: '1h', isNot: false }]);
  expect(shown()).toEqual(['new', 'old']);
  await pass(2 * minuteMs);
  expect(shown()).toEqual(['new']);
});

it('a marked row that the filter removes is no longer marked, and the others stay marked', async () => {
  open([{ column: 'created', test: 'since', text: '1h', isNot: false }]);
  fireEvent.click(within(screen.getByRole('table')).getByRole('checkbox', { name: 'Mark all rows' }));
  expect(marked()).toBe('new old');
  await pass(2 * minuteMs);
  expect(marked()).toBe('new');
});

it('a table without a filter by age is not drawn again over time', async () => {
  open([]);
  const before = drawn;
  await pass(2 * minuteMs);
  expect(drawn).toBe(before);
});
