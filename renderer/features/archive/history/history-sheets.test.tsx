import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Retention } from '#shared/domain/archive/history.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { HistoryControls } from './history-controls.tsx';

afterEach(cleanup);

const sent = (desk: FakeDesk, name: string) => desk.calls.filter(each => each.name === name).map(each => each.input);
const dayMs = 86_400_000;
const fromMs = Date.UTC(2026, 2, 1);
const part = { stream: 'account-ledger', rows: 1_200, fromMs, toMs: fromMs + dayMs, coveredMs: 2 * dayMs } as const;

function show(retention: Retention = {}) {
  const desk = installFakeDesk({
    'profiles.list': always({ profiles: [buildProfile({ id: 'p', name: 'Desk' })], activeId: 'p' }),
    'archive.countHistory': always({ accounts: 1, rows: 1_200, parts: [part] }),
    'archive.deleteHistory': always({ rows: 1_200 }),
    'archive.retention': always(retention),
    'archive.setRetention': ({ retention: next }) => succeed(next),
  });
  renderPage(<HistoryControls profileId="p" />);
  return desk;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function chooseLedger() {
  press('Delete history…');
  await screen.findByRole('option', { name: 'Desk' });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Spot and margin ledger' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Older than' }), { target: { value: '2026-03-05' } });
}

it('delete sheet lists what goes before main is asked to delete exactly that', async () => {
  const desk = show();
  await chooseLedger();
  expect(screen.getByRole('button', { name: 'Delete…' }).getAttribute('aria-disabled')).toBe('true');
  press('Show rows');
  const list = await screen.findByRole('region', { name: 'What is deleted' });
  expect(within(list).getByRole('listitem').textContent).toMatch(/^Account ledger: 1,200 rows from .* coverage 2 d$/);
  press('Delete…');
  await screen.findByText('1,200 rows were deleted.');
  const [counted] = sent(desk, 'archive.countHistory');
  expect(counted).toMatchObject({ profileId: 'p', records: ['ledger'] });
  expect(sent(desk, 'archive.deleteHistory')).toEqual([counted]);
});

it('delete sheet forgets the list when the choice changes', async () => {
  show();
  await chooseLedger();
  press('Show rows');
  await screen.findByRole('region', { name: 'What is deleted' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Account' }), { target: { value: '' } });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'What is deleted' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Delete…' }).getAttribute('aria-disabled')).toBe('true');
});

it('delete sheet shows why nothing was deleted', async () => {
  const desk = show();
  desk.answer('archive.deleteHistory', () => fail('declined', 'You closed the question. Nothing was changed.'));
  await chooseLedger();
  press('Show rows');
  await screen.findByRole('region', { name: 'What is deleted' });
  press('Delete…');
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed.');
});

it('delete sheet needs a list and a time', async () => {
  const desk = show();
  await chooseLedger();
  fireEvent.change(screen.getByRole('textbox', { name: 'Older than' }), { target: { value: 'soon' } });
  press('Show rows');
  expect((await screen.findByRole('alert')).textContent).toContain('Type a time');
  expect(sent(desk, 'archive.countHistory')).toEqual([]);
});

it('retention sheet sends all rules, with the changed one', async () => {
  const desk = show({ funding: 45 });
  press('Retention…');
  const funding = await screen.findByRole('combobox', { name: 'Funding payments' });
  expect(within(funding).getByRole('option', { name: '45 days', selected: true })).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Deposits' }), { target: { value: '30' } });
  press('Save…');
  await waitFor(() =>
    expect(sent(desk, 'archive.setRetention')).toEqual([{ retention: { funding: 45, deposits: 30 } }]),
  );
});

it('retention sheet keeps rows for ever again without a question', async () => {
  const desk = show({ funding: 45 });
  press('Retention…');
  fireEvent.change(await screen.findByRole('combobox', { name: 'Funding payments' }), { target: { value: 'ever' } });
  press('Save');
  await screen.findByText('Saved.');
  expect(sent(desk, 'archive.setRetention')).toEqual([{ retention: {} }]);
});
