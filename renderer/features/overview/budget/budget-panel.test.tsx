import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ReadCosts } from '#shared/domain/link.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { BudgetPanel } from './budget-panel.tsx';

afterEach(cleanup);

const costs: ReadCosts = {
  'book.read': { spot: { pool: 'public', weight: 2 }, futures: { pool: 'public', weight: 3 } },
};

/** The planner over a window that asks for nothing yet. */
function open(): void {
  const report = { spentByReads: {}, patientReads: [], lists: {}, kept: { fromPanels: 0.5, fromPatient: 0.5 } };
  installFakeDesk({ 'health.read': always({ ...report, endpoints: [] }), 'reads.costs': always(costs) });
  renderPage(<BudgetPanel profileId="p" panels={{ book2: 'Book 2' }} />);
}

it('a book is forecast by the venue of its market: what it asks for, and the feed that it takes once it is pushed', async () => {
  open();
  fireEvent.change(await screen.findByLabelText('Panel to open'), { target: { value: 'book2' } });
  expect(await screen.findByText(/about public 240 a minute more.* it takes the feed of: order book\./u)).toBeTruthy();
  // one of futures comes whole, and half as often
  fireEvent.change(screen.getByLabelText('Of which venue'), { target: { value: 'futures' } });
  expect(await screen.findByText(/about public 180 a minute more/u)).toBeTruthy();
});

it('each panel has a row menu, and the table its files', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'What each open panel costs' });
  const last = within(table).getAllByRole('row').at(-1);
  if (last === undefined) throw new Error('Fathom itself is always there');
  fireEvent.contextMenu(last);
  const menu = await screen.findByRole('menu', { name: 'Row of What each open panel costs' });
  expect(within(menu).getByRole('menuitem', { name: 'Copy id' })).toBeTruthy();
  expect(
    screen.getByRole('button', { name: '⋯ Filter, columns, views and files of What each open panel costs' }),
  ).toBeTruthy();
});
