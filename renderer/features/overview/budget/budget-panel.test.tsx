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

it('rate-limit usage forecasts a book by the venue of its market: its requests, and the feed once it is pushed', async () => {
  open();
  fireEvent.change(await screen.findByLabelText('Panel to open'), { target: { value: 'book2' } });
  expect(
    await screen.findByText(/about public 240 more per minute.* Pushed by the feed of: order book\./u),
  ).toBeTruthy();
  // one of futures comes whole, and half as often
  fireEvent.change(screen.getByLabelText('Venue'), { target: { value: 'futures' } });
  expect(await screen.findByText(/about public 180 more per minute/u)).toBeTruthy();
});

it('rate-limit usage has a row menu per panel, and exports its table', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Usage of each open panel' });
  const last = within(table).getAllByRole('row').at(-1);
  if (last === undefined) throw new Error('Fathom itself is always there');
  fireEvent.contextMenu(last);
  const menu = await screen.findByRole('menu', { name: 'Row of Usage of each open panel' });
  expect(within(menu).getByRole('menuitem', { name: 'Copy id' })).toBeTruthy();
  expect(
    screen.getByRole('button', { name: '⋯ Filter, columns, views and files of Usage of each open panel' }),
  ).toBeTruthy();
});
