import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Column } from './column.ts';

/** The table as it is loaded in a window whose words are longer than the English ones that widths are made for. */
async function germanTable() {
  globalThis.fathomCatalogue = {
    language: 'de',
    separators: { group: '.', decimal: ',' },
    write: (parts, values) => String.raw({ raw: parts }, ...values),
    arrange: parts => parts,
    translate: sentence => sentence,
    translateMessages: (_, value) => value,
  };
  vi.resetModules();
  return (await import('./data-table.tsx')).DataTable;
}

const boxPx = 545;
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(boxPx);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  globalThis.fathomCatalogue = undefined;
});

interface Row {
  readonly id: string;
}
const columns: readonly Column<Row>[] = [
  { key: 'symbol', title: 'Symbol', hint: '', width: 100, render: ({ id }) => id },
];
const rowKey = ({ id }: Row) => id;

const minWidthOf = (Table: Awaited<ReturnType<typeof germanTable>>, rows: readonly Row[]) => {
  render(<Table label="Rows" columns={columns} rows={rows} rowKey={rowKey} />);
  const { minWidth } = screen.getByRole('table').style;
  cleanup();
  return minWidth;
};

it('German columns are as wide for many rows as for few', async () => {
  const DataTable = await germanTable();
  const rows = Array.from({ length: 500 }, (_, index) => ({ id: String(index) }));
  expect(minWidthOf(DataTable, rows)).toBe(minWidthOf(DataTable, rows.slice(0, 5)));
});

it('the longer German side is not cut', async () => {
  await germanTable();
  const { sideColumn } = await import('./column-factories.tsx');
  // “Verkauf” is 47 px of medium letters, its cell has 16 px beside it
  expect(sideColumn().width).toBeGreaterThanOrEqual(64);
});
