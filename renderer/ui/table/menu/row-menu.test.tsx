import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from '../../feedback/toaster.tsx';
import { textColumn } from '../column-factories.tsx';
import { ViewedTable } from '../view/viewed-table.tsx';

interface Row {
  readonly id: string;
  readonly price: string;
}

const columns = [textColumn<Row>({ key: 'price', title: 'Price', hint: '', width: 60, read: row => row.price })];
const rows: readonly Row[] = [
  { id: 'o-1', price: '60000.10' },
  { id: 'o-2', price: '59000' },
];
const idOf = (row: Row) => row.id;

/** The clipboard of a browser; null: writing is not allowed. */
let clipboard: string | null;

beforeEach(() => {
  clipboard = '';
  document.execCommand = () => {
    if (clipboard === null) return false;
    const clipboardData = new DataTransfer();
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData }));
    clipboard = clipboardData.getData('text/plain');
    return true;
  };
});
afterEach(cleanup);

async function draw(hasIds = true) {
  // fetched when it is wanted
  await import('./row-menu.tsx');
  const onTimeline = vi.fn<(id: string) => void>();
  render(
    <>
      <ViewedTable
        tableId="orders"
        label="Orders"
        columns={columns}
        rows={rows}
        rowKey={idOf}
        idOf={hasIds ? idOf : undefined}
        menu={row => [[{ id: 'timeline', label: 'Timeline', onSelect: () => onTimeline(row.id) }]]}
      />
      <Toaster />
    </>,
  );
  return onTimeline;
}

const rowOf = (price: string): HTMLElement => {
  const row = screen.getByText(price).closest('tr');
  if (row === null) throw new Error(`no row of ${price}`);
  return row;
};
const menu = () => screen.findByRole('menu', { name: 'Row of Orders' });

it('the right button opens the menu of its row, and the choice applies to that row', async () => {
  const onTimeline = await draw();
  const isLeftToBrowser = fireEvent.contextMenu(screen.getByText('59000'), { clientX: 5, clientY: 5 });
  expect(isLeftToBrowser).toBe(false);
  await menu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Timeline' }));
  expect(onTimeline.mock.calls).toEqual([['o-2']]);
  expect(screen.queryByRole('menu')).toBeNull();
});

it.each(['{ContextMenu}', '{Shift>}{F10}{/Shift}'])('%s opens it, Escape returns the focus to the row', async key => {
  await draw();
  rowOf('60000.10').focus();
  await userEvent.keyboard(key);
  await menu();
  expect(document.activeElement?.textContent).toBe('Timeline');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(rowOf('60000.10'));
});

it('row menu copies the id, and the whole row as JSON with its original figures', async () => {
  await draw();
  fireEvent.contextMenu(rowOf('60000.10'));
  await menu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy id' }));
  expect(clipboard).toBe('o-1');
  fireEvent.contextMenu(rowOf('60000.10'));
  await menu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy row as JSON' }));
  expect(JSON.parse(clipboard ?? '')).toEqual(rows[0]);
  expect(screen.getByText('Row copied.')).toBeTruthy();
});

it('row menu says when nothing was copied, and why a row has no id', async () => {
  clipboard = null;
  await draw(false);
  fireEvent.contextMenu(rowOf('59000'));
  await menu();
  const copyId = screen.getByRole('menuitem', { name: 'Copy id' });
  expect([copyId.getAttribute('aria-disabled'), copyId.title]).toEqual(['true', 'The exchange gives it no id']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy row as JSON' }));
  expect(screen.getByText(/^Row could not be copied/)).toBeTruthy();
});

it('a click beside the rows opens the menu of the browser', async () => {
  await draw();
  expect(fireEvent.contextMenu(screen.getByRole('columnheader', { name: /Price/ }))).toBe(true);
  expect(screen.queryByRole('menu')).toBeNull();
});

it('a row opens its market by its menu, by M and by a double click, and one without a market opens none', async () => {
  await import('./row-menu.tsx');
  const shown: string[] = [];
  render(
    <ViewedTable
      tableId="orders"
      label="Orders"
      columns={columns}
      rows={rows}
      rowKey={idOf}
      toMarket={({ id }) => (id === 'o-1' ? () => void shown.push(id) : null)}
      onLetter={(_row, letter) => letter === 'e' && shown.push('letter') > 0}
      actions={() => <button type="button">Act</button>}
      actionsWidth={60}
    />,
  );
  fireEvent.contextMenu(rowOf('60000.10'));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Show its market/ }));
  expect(shown).toEqual(['o-1']);
  rowOf('60000.10').focus();
  await userEvent.keyboard('me');
  expect(shown).toEqual(['o-1', 'o-1', 'letter']);
  fireEvent.doubleClick(screen.getByText('60000.10'));
  expect(shown).toHaveLength(4);
  // a button has its own press, the head has no row, and the second row no market
  for (const button of screen.getAllByRole('button', { name: 'Act' })) fireEvent.doubleClick(button);
  fireEvent.doubleClick(screen.getByText('Price'));
  fireEvent.doubleClick(rowOf('59000'));
  rowOf('59000').focus();
  await userEvent.keyboard('m');
  expect(shown).toHaveLength(4);
  fireEvent.contextMenu(rowOf('59000'));
  await screen.findByRole('menuitem', { name: 'Copy row as JSON' });
  expect(screen.queryByRole('menuitem', { name: /^Show its market/ })).toBeNull();
});
