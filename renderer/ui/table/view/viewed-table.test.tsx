import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { TableSetup } from '#shared/domain/view/table-view.ts';
import { decimalColumn, textColumn } from '../column-factories.tsx';
import { useMarks } from '../marks.ts';
import { type TableViews, TableViewsContext } from './table-views.ts';
import { ViewedTable } from './viewed-table.tsx';

interface Row {
  readonly id: string;
  readonly side: string;
  readonly size: `${number}`;
}

afterEach(cleanup);

const columns = [
  textColumn<Row>({ key: 'side', title: 'Side', hint: '', width: 60, read: row => row.side }),
  decimalColumn<Row>({ key: 'size', title: 'Size', hint: '', width: 60, read: row => row.size, unit: () => 'BTC' }),
];
const rows: readonly Row[] = [
  { id: '1', side: 'Buy', size: '2' },
  { id: '2', side: 'Sell', size: '1' },
  { id: '3', side: 'Buy', size: '1' },
];
const keys = rows.map(row => row.id);
const rowKey = (row: Row) => row.id;

function Marked() {
  const marks = useMarks(keys);
  return <ViewedTable tableId="orders" label="Orders" columns={columns} rows={rows} rowKey={rowKey} marks={marks} />;
}

async function open(setups: Readonly<Record<string, TableSetup>> = {}, wanted: TableViews['wanted'] = null) {
  // fetched when it is wanted
  await import('./table-sheet.tsx');
  const views: TableViews = {
    setups,
    change: vi.fn<TableViews['change']>(),
    wanted,
    onShown: vi.fn<TableViews['onShown']>(),
    save: vi.fn<TableViews['save']>(() => Promise.resolve({ file: '/data/exports/orders.csv' })),
  };
  render(
    <TableViewsContext value={views}>
      <Marked />
    </TableViewsContext>,
  );
  await act(async () => {});
  return views;
}

const table = () => screen.getByRole('table', { name: 'Orders' });
const shown = () => [...table().querySelectorAll('tr[data-row-key]')].map(row => row.getAttribute('data-row-key'));
const titles = () =>
  within(table())
    .getAllByRole('columnheader')
    .map(head => head.textContent?.replace(/[▴▾\d]/gu, ''));
const type = async (text: string) => {
  fireEvent.keyDown(table(), { key: 'f' });
  const input = await screen.findByLabelText('Filter');
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
  return input;
};
const openSheet = async () => {
  fireEvent.click(screen.getByRole('button', { name: /^⋯ Filter, columns/ }));
  return await screen.findByRole('dialog', { name: 'Orders' });
};

it('F opens a filter; a click inverts it; its cross removes it', async () => {
  await open();
  const input = await type('side is buy');
  expect(shown()).toEqual(['1', '3']);
  expect(screen.getByText('2 of 3')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Side is buy' }));
  expect(shown()).toEqual(['2']);
  fireEvent.change(input, { target: { value: 'size is many' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(screen.getByRole('alert').textContent).toBe('“many” is no number.');
  expect(shown()).toEqual(['2']);
  fireEvent.click(screen.getByRole('button', { name: 'Take away: Side is not buy' }));
  expect(shown()).toEqual(keys);
});

it('an empty result says so, and one click shows all', async () => {
  await open();
  await type('size > 5');
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 3' }));
  expect(shown()).toEqual(keys);
});

it('Shift and a click on a title sort by one more key', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Side' }));
  fireEvent.click(screen.getByRole('button', { name: 'Size' }), { shiftKey: true });
  expect(shown()).toEqual(['1', '3', '2']);
});

it('marked rows are summed, and one that is filtered out is no longer marked', async () => {
  await open();
  for (const row of [1, 2]) fireEvent.click(screen.getByRole('checkbox', { name: `Mark row ${row}` }));
  await waitFor(() =>
    expect(screen.getByLabelText('Totals of the marked rows').textContent).toBe('2 markedSize 3 BTC, average 1.5'),
  );
  await type('side is buy');
  expect(screen.queryByLabelText('Totals of the marked rows')).toBeNull();
  expect(table().querySelectorAll('tr[data-row-key] input:checked')).toHaveLength(0);
});

it('columns are chosen and moved, a view is stored by name, and files contain what is shown', async () => {
  const views = await open();
  const sheet = await openSheet();
  fireEvent.click(within(sheet).getByRole('button', { name: 'Size: further to the front' }));
  expect(titles()).toEqual(['Size', 'Side']);
  fireEvent.click(within(sheet).getByRole('checkbox', { name: 'Side' }));
  expect(titles()).toEqual(['Size']);
  fireEvent.change(within(sheet).getByLabelText('Name of the view'), { target: { value: 'sizes' } });
  fireEvent.click(within(sheet).getByRole('button', { name: 'Keep this view' }));
  fireEvent.click(within(sheet).getByRole('button', { name: 'Default' }));
  expect(titles()).toEqual(['Side', 'Size']);
  fireEvent.click(within(sheet).getByRole('button', { name: 'sizes' }));
  expect(titles()).toEqual(['Size']);
  fireEvent.click(within(sheet).getByRole('button', { name: 'CSV of 3 rows' }));
  expect(await within(sheet).findByText('Written to /data/exports/orders.csv')).toBeTruthy();
  expect(views.save).toHaveBeenCalledExactlyOnceWith(
    'orders',
    'csv',
    expect.stringMatching(/^\uFEFFsize,size_unit,as_of_utc\r\n2,BTC,\d{4}\S+Z\r\n1,BTC,\S+\r\n1,BTC,\S+Z$/),
  );
});

it('files contain the rows in the order of the screen, and the marked ones alone on request', async () => {
  const sorting = [{ key: 'size', direction: 'ascending' as const }];
  const views = await open({ orders: { view: { columns: [], sorting, pills: [] }, saved: [] } });
  expect(shown()).toEqual(['2', '3', '1']);
  for (const row of [1, 2]) fireEvent.click(screen.getByRole('checkbox', { name: `Mark row ${row}` }));
  const sheet = await openSheet();
  fireEvent.click(within(sheet).getByRole('button', { name: 'CSV of 3 rows' }));
  await waitFor(() =>
    expect(views.save).toHaveBeenLastCalledWith('orders', 'csv', expect.stringMatching(/Sell,1.*Buy,1.*Buy,2/su)),
  );
  fireEvent.click(within(sheet).getByRole('button', { name: 'JSON of 2 marked' }));
  await waitFor(() =>
    expect(views.save).toHaveBeenLastCalledWith('orders', 'json', expect.stringMatching(/Sell.*Buy/su)),
  );
  expect(views.save).not.toHaveBeenLastCalledWith('orders', 'json', expect.stringMatching(/Buy.*Buy/su));
});

it('a stored view is restored', async () => {
  const view = {
    columns: [
      { key: 'size', isShown: true, widthPx: 80 },
      { key: 'side', isShown: false, widthPx: null },
    ],
    sorting: [{ key: 'size', direction: 'ascending' as const }],
    pills: [{ column: 'side', test: 'is' as const, isNot: true, text: 'sell' }],
  };
  await open({ orders: { view, saved: [] } });
  expect(titles()).toEqual(['Size']);
  expect(shown()).toEqual(['3', '1']);
});

it('a requested row gets the focus once, and a filter that hides it is removed', async () => {
  const pills = [{ column: 'side', test: 'is', text: 'Buy', isNot: false }] as const;
  const view = { columns: [], sorting: [], pills: [...pills] };
  const views = await open({ orders: { view, saved: [] } }, { tableId: 'orders', key: '2' });
  expect(views.onShown).not.toHaveBeenCalled();
  expect(views.change).toHaveBeenLastCalledWith('orders', { view: { ...view, pills: [] }, saved: [] });
  cleanup();
  const shownViews = await open({}, { tableId: 'orders', key: '2' });
  expect(shownViews.onShown).toHaveBeenCalledOnce();
  await waitFor(() => expect(document.activeElement?.getAttribute('data-row-key')).toBe('2'));
});

it('a requested row of another table is ignored here', async () => {
  const views = await open({}, { tableId: 'fills', key: '2' });
  expect(views.onShown).not.toHaveBeenCalled();
  expect(views.change).not.toHaveBeenCalled();
});
