import { useCommandStore } from '#state/command-store.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { whole } from '#shared/domain/completeness.ts';
import { firstOversight, type Oversight } from '#shared/domain/account/oversight.ts';
import type { SubAccount, SubAccountHoldings } from '#shared/domain/account/account.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setPrivacy } from '#lib/own/privacy.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useOverseerViewStore } from './overseer-view-store.ts';
import { OverseerPage } from './overseer-page.tsx';
import { serveOverseen } from './testing/fake-overseen.ts';
import { buildBalance, buildHoldings, buildSubAccount } from './testing/overseen-builders.ts';

beforeEach(() => {
  useUiStore.setState({ links: {} });
  useOverseerViewStore.setState({ views: {} });
});
afterEach(() => {
  setPrivacy('off');
  cleanup();
});

const hostile = 'al\u202Epha<b>';
const accounts: SubAccount[] = [
  buildSubAccount('alpha', { name: hostile, remarks: 'x\u200By' }),
  buildSubAccount('beta', { status: 3 }),
  buildSubAccount('gone'),
];
const holdings: SubAccountHoldings[] = [
  { ...buildHoldings('alpha', [buildBalance({ total: '3.02', available: '3.02' })]), name: hostile },
  buildHoldings('beta', [buildBalance({ currency: 'ETH', total: '4', available: '1', held: '3' })]),
  { ...buildHoldings('odd', []), isReadable: false },
];

const other = buildProfile({ id: 'beta-key', name: 'Beta desk' });
const selected: string[] = [];

/** The page over an exchange that answers this; what is saved is noted. */
function draw(options: { readonly oversight?: Oversight | null; readonly canSave?: boolean } = {}) {
  const { oversight = null, canSave = true } = options;
  const saved: Oversight[] = [];
  let published = holdings;
  const desk = installFakeDesk({
    'accounts.subAccounts': () => succeed({ items: accounts, completeness: whole, asOfMs: Date.now() }),
    'accounts.subHoldings': () => succeed({ items: published, completeness: whole, asOfMs: Date.now() }),
    'contracts.list': always([]),
    'profiles.list': always({ profiles: [buildProfile(), other], activeId: buildProfile().id }),
    'profiles.select': ({ id }) => {
      selected.push(id);
      return succeed(other);
    },
    'oversight.read': always(oversight),
    'oversight.save': input => {
      saved.push(input.oversight);
      return canSave ? succeed({}) : fail('storage', 'The disk is full.');
    },
  });
  serveOverseen(desk);
  renderPage(<OverseerPage profile={buildProfile()} />);
  return {
    saved,
    publish: (next: SubAccountHoldings[]) => {
      published = next;
      fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    },
  };
}

const table = () => screen.findByRole('table', { name: 'Sub-accounts' });
const row = async (name: RegExp) => within(await table()).findByRole('row', { name });

it('sub-accounts distinguish three dollars, no data and an error, and show no reversing or hidden name', async () => {
  draw();
  expect((await row(/beta/)).textContent).toContain('frozen');
  const alpha = await row(/^Mark row \d+ al.*pha<b>/);
  expect(alpha.textContent).toContain('3.02');
  expect(document.body.textContent).not.toContain('\u202E');
  expect((await row(/^Mark row \d+ gone/)).textContent).toContain('no data');
  expect((await row(/^Mark row \d+ odd/)).textContent).toContain('error');
  expect(screen.getByText(/^2 of 4 accounts · 10,003\.02 USDT in main/).textContent).toContain(
    'not counted: odd, gone',
  );
});

it('sub-accounts name the time of the first read as the base of changes, not the start of Fathom', async () => {
  draw();
  const measured = await screen.findByLabelText('Changes are measured');
  await waitFor(() =>
    expect(within(measured).getAllByRole('option')[0]?.textContent).toMatch(/^Since the first read, \d\d:\d\d:\d\d$/),
  );
  expect(measured.textContent).not.toContain('was started');
});

it('sub-accounts list limit breaches, worst first, and open the clicked account', async () => {
  draw();
  const attention = await screen.findByRole('region', { name: 'Attention' });
  const findings = within(attention)
    .getAllByRole('listitem')
    .map(each => each.textContent);
  expect(findings[0]).toBe('error odd data error'.replaceAll('error odd', 'errorodd'));
  expect(findings).toContain('on holdbeta 75 % on hold (limit 25 %)✓');
  fireEvent.click(within(attention).getByRole('button', { name: /^on hold beta/ }));
  const detail = await screen.findByRole('region', { name: 'Sub-account beta' });
  expect(within(detail).getByRole('table', { name: 'Coins of beta' }).textContent).toContain('10,000.00');
});

it('sub-accounts store an added limit, and reject an invalid one', async () => {
  const { saved } = draw();
  fireEvent.click(await screen.findByRole('button', { name: 'Rules…' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Percent'), { target: { value: '101' } });
  expect(within(dialog).getByText('A number above 0, at most 100')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(saved).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText('Percent'), { target: { value: '99' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(saved.at(-1)?.rules.at(-1)).toMatchObject({ kind: 'coin-share', percent: '99' }));
  fireEvent.change(within(dialog).getByLabelText('Percent'), { target: { value: '99' } });
  expect(await within(dialog).findByText('This limit already exists')).toBeTruthy();
});

it('sub-accounts remove a limit after a confirmation', async () => {
  const { saved } = draw();
  fireEvent.click(await screen.findByRole('button', { name: 'Rules…' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Remove: Max\. on hold per account/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Remove rule' });
  expect(saved).toEqual([]);
  fireEvent.click(within(sheet).getByRole('button', { name: 'Remove rule' }));
  await waitFor(() =>
    expect(saved.at(-1)?.rules.map(({ kind }) => kind)).toEqual(['coin-share', 'account-share', 'drop']),
  );
});

it('sub-accounts acknowledge a limit breach, which is then listed last', async () => {
  const { saved } = draw();
  fireEvent.click(await screen.findByRole('button', { name: /^Acknowledge: beta .* on hold/ }));
  await waitFor(() => expect(saved.at(-1)?.acknowledged).toMatchObject({ 'beta:held-25': { percent: '75' } }));
  const items = within(await screen.findByRole('region', { name: 'Attention' })).getAllByRole('listitem');
  expect(items.at(-1)?.textContent).toMatch(/^on holdbeta.*acknowledged$/);
});

it('sub-accounts hide the names at the highest privacy level', async () => {
  draw();
  await row(/beta/);
  act(() => setPrivacy('all'));
  for (const part of ['.overseer-side', '.overseer-table', '.overseer-detail'])
    expect(document.querySelector(part)?.textContent).not.toMatch(/beta|pha<b>/);
});

it('sub-accounts start a transfer from a row and from a coin of its detail', async () => {
  draw();
  for (const open of [
    () => row(/beta/),
    async () => (await screen.findByRole('table', { name: /^Coins of/ })).querySelector('tbody tr'),
  ]) {
    useCommandStore.setState(useCommandStore.getInitialState());
    const opened = await open();
    if (opened !== null) fireEvent.contextMenu(opened);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Transfer…' }));
    const { shown, transfer } = useCommandStore.getState();
    expect(shown).toBe('transfer');
    expect(transfer.from.userId).not.toBeNull();
  }
  useCommandStore.setState(useCommandStore.getInitialState());
});

it('sub-accounts state how many accounts the filters hide', async () => {
  draw();
  await table();
  fireEvent.change(screen.getByLabelText('Find an account'), { target: { value: 'beta' } });
  expect(await screen.findByText('3 of 4 accounts hidden by filters')).toBeTruthy();
});

it('sub-accounts revert a favourite that cannot be stored, and keep one that can', async () => {
  const { saved } = draw({ canSave: false });
  fireEvent.click(within(await row(/beta/)).getByRole('button', { name: 'Add to favourites' }));
  await waitFor(() => expect(saved.at(-1)?.favourites).toEqual(['beta']));
  expect(await within(await row(/beta/)).findByRole('button', { name: 'Add to favourites' })).toBeTruthy();
});

it('sub-accounts show the changes between two snapshots, until this user has seen them', async () => {
  const { publish, saved } = draw({ oversight: { ...firstOversight, rules: [] } });
  await row(/beta/);
  expect(screen.getAllByText(/^No changes recorded/)).toHaveLength(2);
  await act(() => new Promise(resolve => setTimeout(resolve, 5)));
  expect((await row(/beta/)).textContent).not.toContain('changed');
  publish([...holdings.slice(0, 1), buildHoldings('beta', [buildBalance({ currency: 'ETH', total: '1' })])]);
  const changes = screen.getByRole('region', { name: 'Changes' });
  expect(await within(changes).findByText(/balance change −7,500\.00 USDT \(4 → 1 ETH\)/)).toBeTruthy();
  expect(changes.textContent).toMatch(/^Changes2 newAcknowledgeas recorded/);
  // a dot in the table, and coin by coin what is more or less
  fireEvent.click(await row(/^Mark row \d+ changed beta/));
  const coins = await screen.findByRole('table', { name: 'Coins of beta' });
  expect(within(coins).getByRole('row', { name: /ETH/ }).textContent).toContain('−3');
  fireEvent.click(within(changes).getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(saved.at(-1)?.seen?.accounts['beta']?.coins).toEqual({ ETH: '1' }));
  expect(await row(/^Mark row \d+ beta/)).toBeTruthy();
});

it('sub-accounts filter by words and say when nothing matches', async () => {
  draw();
  await row(/beta/);
  fireEvent.change(screen.getByLabelText('Find an account'), { target: { value: 'missing-account' } });
  expect(await screen.findByText('No account matches the filters.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await row(/beta/)).toBeTruthy();
});

it('sub-accounts link a profile to an account, and open it for what only its key can read', async () => {
  const { saved } = draw();
  fireEvent.click(await row(/beta/));
  const detail = await screen.findByRole('region', { name: 'Sub-account beta' });
  expect(within(detail).queryByRole('button', { name: 'Go to this profile' })).toBeNull();
  fireEvent.change(await within(detail).findByLabelText('Profile with its key'), { target: { value: 'beta-key' } });
  await waitFor(() => expect(saved.at(-1)?.links).toEqual({ beta: 'beta-key' }));
  fireEvent.click(await within(detail).findByRole('button', { name: 'Go to this profile' }));
  await waitFor(() => expect(selected).toEqual(['beta-key']));
  fireEvent.change(within(detail).getByLabelText('Profile with its key'), { target: { value: '' } });
  await waitFor(() => expect(saved.at(-1)?.links).toEqual({}));
});

it('sub-accounts sum marked accounts, and marked coins each by itself', async () => {
  draw();
  fireEvent.click(within(await row(/pha<b>/)).getByRole('checkbox'));
  expect(screen.queryByRole('status', { name: 'Totals of the marked rows' })).toBeNull();
  fireEvent.click(within(await row(/beta/)).getByRole('checkbox'));
  const totals = await screen.findByRole('status', { name: 'Totals of the marked rows' });
  expect(totals.textContent).toMatch(/^2 marked.*Value, USDT 10,003\.02 USDT, average 5,001\.51/);
  // a share of shares is meaningless
  expect(totals.textContent).not.toContain('Desk');
});

it('sub-accounts put marked accounts into a group, and a click on a group lists its accounts alone', async () => {
  const { saved } = draw();
  for (const name of [/pha<b>/, /beta/]) fireEvent.click(within(await row(name)).getByRole('checkbox'));
  fireEvent.change(screen.getByLabelText('Group of selected accounts'), { target: { value: ' desks ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add 2 selected' }));
  await waitFor(() => expect(saved.at(-1)?.groups).toEqual({ alpha: 'desks', beta: 'desks' }));
  expect(screen.queryByLabelText('Group of selected accounts')).toBeNull();

  fireEvent.click(await screen.findByRole('tab', { name: 'Groups' }));
  const groups = await screen.findByRole('table', { name: 'Groups of accounts' });
  const desks = within(groups).getByRole('row', { name: /desks/ });
  // four ether are held by a frozen account
  expect(desks.textContent).toMatch(/desks210,003\.02.*7,500\.00.*10,000\.00/);
  expect(within(groups).getByRole('row', { name: /in no group/ })).toBeTruthy();
  fireEvent.click(desks);
  await waitFor(() => expect(screen.queryByRole('row', { name: /odd/ })).toBeNull());
  expect(await row(/beta/)).toBeTruthy();
  fireEvent.click(within(groups).getByRole('row', { name: /desks/ }));
  expect(await row(/odd/)).toBeTruthy();

  fireEvent.click(within(await row(/beta/)).getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove from groups' }));
  await waitFor(() => expect(saved.at(-1)?.groups).toEqual({ alpha: 'desks' }));
});

it('sub-accounts collapse and expand a group in the list, by its button and by Enter, and mark no group', async () => {
  draw({ oversight: { ...firstOversight, groups: { alpha: 'desks', beta: 'desks' } } });
  const head = await row(/^desks/);
  // those in none stand last, whatever they are worth
  const rows = within(await table()).getAllByRole('row');
  expect(rows.findIndex(each => each.textContent?.includes('in no group'))).toBeGreaterThan(rows.indexOf(head));
  expect(head.textContent).toMatch(/desks 2.*1 frozen.*10,003\.02.*7,500\.00/);
  expect(within(head).queryByRole('checkbox')).toBeNull();
  fireEvent.click(within(head).getByRole('button', { name: 'desks 2', expanded: true }));
  const list = await table();
  await waitFor(() => expect(within(list).queryByRole('row', { name: /beta/ })).toBeNull());
  expect(await row(/odd/)).toBeTruthy();
  fireEvent.keyDown(await row(/^desks/), { key: 'Enter' });
  expect(await row(/beta/)).toBeTruthy();

  fireEvent.click(within(await table()).getByRole('checkbox', { name: 'Mark all rows' }));
  expect(await screen.findByRole('button', { name: 'Add 4 selected' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'By group' }));
  await waitFor(() => expect(within(list).queryByRole('row', { name: /^desks/ })).toBeNull());
});
