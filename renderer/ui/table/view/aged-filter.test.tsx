import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TableSetup } from '#shared/domain/view/table-view.ts';
import { textColumn, momentColumn } from '../column-factories.tsx';
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
    width: 60,
    read: row => {
      drawn += 1;
      return row.id;
    },
  }),
  momentColumn<Row>({ key: 'created', title: 'Created' }),
];
const rows: readonly Row[] = [
  { id: 'new', createdAtMs: nowMs },
  { id: 'old', createdAtMs: nowMs - 59 * minuteMs },
];
const rowKey = (row: Row) => row.id;

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
      <ViewedTable tableId="fills" label="Fills" columns={columns} rows={rows} rowKey={rowKey} />
    </TableViewsContext>,
  );
}

const shown = () =>
  [...screen.getByRole('table').querySelectorAll('tr[data-row-key]')].map(row => row.getAttribute('data-row-key'));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('a filter by age lets a row go when it is too old', async () => {
  open([{ column: 'created', test: 'since', text: '1h', isNot: false }]);
  expect(shown()).toEqual(['new', 'old']);
  await pass(2 * minuteMs);
  expect(shown()).toEqual(['new']);
});

it('a table that is not filtered by age is not drawn again as time passes', async () => {
  open([]);
  const before = drawn;
  await pass(2 * minuteMs);
  expect(drawn).toBe(before);
});
