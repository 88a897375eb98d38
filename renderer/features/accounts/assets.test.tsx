import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { SubAccountBalance } from '#shared/domain/account/account.ts';
import { whole } from '#shared/domain/completeness.ts';
import { succeed } from '#shared/errors.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useCommandStore } from '#state/command-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Assets } from './assets.tsx';
import { SubAccounts } from './sub-accounts.tsx';

afterEach(cleanup);

const alpha = {
  userId: 'a',
  uid: '1',
  name: 'alpha',
  status: 2,
  type: 0,
  access: 'All',
  createdAtMs: 0,
  remarks: null,
};
const missing = { part: 'the USDT futures wallet', reason: 'The exchange is in trouble.', asOfMs: null };

it('assets mark wallets as partial when one did not answer, with its name and reason (fault 38)', async () => {
  const account = serveAccount(installFakeDesk(), { balances: [buildBalance()] });
  renderPage(<Assets profile={buildProfile()} />);
  await screen.findByRole('table');
  expect(screen.queryByText(/^partial/)).toBeNull();
  account.publish('balances', [buildBalance()], { completeness: { kind: 'partial', missing: [missing] } });
  const mark = await screen.findByTitle('Missing: the USDT futures wallet. The exchange is in trouble.');
  expect(mark.textContent).toContain('partial');
});

it('assets show an amount that the exchange omits as unknown, not as 0', async () => {
  serveAccount(installFakeDesk(), { balances: [buildBalance({ available: null, held: null })] });
  renderPage(<Assets profile={buildProfile()} />);
  expect(await screen.findAllByTitle('The exchange does not say it.')).not.toHaveLength(0);
});

it('assets count missing sub-accounts with a plus, and the total names what it omits (fault 38)', async () => {
  const cut = { part: 'sub-accounts beyond the 1 that are shown', reason: 'It is longer.', asOfMs: null };
  const holdings = { userId: 'a', name: 'alpha', isReadable: true, balances: [] };
  const desk = installFakeDesk({
    'accounts.subHoldings': () =>
      succeed({ items: [holdings], completeness: { kind: 'partial', missing: [cut] }, asOfMs: Date.now() }),
    'accounts.subAccounts': always({ items: [], completeness: { kind: 'whole' }, asOfMs: 1 }),
  });
  renderPage(<SubAccounts profile={buildProfile()} />);
  expect(await screen.findByText(/^1\+ sub-accounts · total nothing \(without sub-accounts beyond the 1/)).toBeTruthy();
  expect(screen.getByText(/^partial/)).toBeTruthy();
  expect(desk.calls.length).toBeGreaterThan(1);
});

it('assets do not count accounts with missing or invalid values as zero, and the total says that it omits them', async () => {
  const senseless = { userId: 'a', name: 'moved', isReadable: false, balances: [] };
  const empty = { userId: 'b', name: 'empty', isReadable: true, balances: [] };
  const silent = { ...alpha, userId: 'c', name: 'hosted' };
  installFakeDesk({
    'accounts.subHoldings': always({ items: [senseless, empty], completeness: { kind: 'whole' }, asOfMs: 1 }),
    'accounts.subAccounts': always({ items: [silent], completeness: { kind: 'whole' }, asOfMs: 1 }),
  });
  renderPage(<SubAccounts profile={buildProfile()} />);
  expect(
    await screen.findByText(/^3 sub-accounts · total nothing · not counted: moved, hosted · wallets/),
  ).toBeTruthy();
  for (const [name, text] of [
    ['moved', 'Data error: the values of this account are invalid.'],
    ['hosted', 'The exchange reports no holdings of this account.'],
    ['empty', 'No assets.'],
  ] as const) {
    const row = screen.getByRole('row', { name: new RegExp(name) });
    expect(row.textContent?.includes('0.00')).toBe(name === 'empty');
    fireEvent.click(row);
    expect(screen.getByRole('region', { name: `Balances of ${name}` }).textContent).toContain(text);
  }
});

it('a balance opens the card of its currency, by the chain name of the currency', async () => {
  serveAccount(installFakeDesk(), { balances: [buildBalance({ wallet: 'futures', currency: 'XBT' })] });
  renderPage(<Assets profile={buildProfile()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'About XBT (I)' }));
  expect(useUiStore.getState().openCard).toEqual({ kind: 'currency', currency: 'BTC' });
  useUiStore.getState().showCard(null);
});

it('marked balances are summed, each currency by itself', async () => {
  const balances = [
    buildBalance({ wallet: 'main', currency: 'BTC', total: '1', available: '1', held: '0' }),
    buildBalance({ wallet: 'trade', currency: 'BTC', total: '2', available: '2', held: '0' }),
    buildBalance({ wallet: 'trade', currency: 'USDT', total: '500', available: '400', held: '100' }),
  ];
  serveAccount(installFakeDesk(), { balances });
  renderPage(<Assets profile={buildProfile()} />);
  fireEvent.keyDown((await screen.findAllByRole('row')).at(-1) ?? document.body, { key: 'a', ctrlKey: true });
  const totals = await screen.findByLabelText('Totals of the marked rows');
  expect(totals.textContent).toContain('3 marked');
  expect(totals.textContent).toContain('Total 3 BTC, average 1.5');
  expect(totals.textContent).toContain('Total 500 USDT, average 500');
});

it('a transfer starts from the row of a sub-account, with its largest balance', async () => {
  const amounts = { available: '1', held: '0', valueCurrency: 'USDT', unitPrice: '1' } as const;
  const balances: SubAccountBalance[] = [
    { ...amounts, wallet: 'main', currency: 'USDT', total: '5', value: '5' },
    { ...amounts, wallet: 'trade-hf', currency: 'ETH', total: '1', value: '2000' },
  ];
  installFakeDesk({
    'accounts.subHoldings': () =>
      succeed({ items: [{ userId: 'a', name: 'alpha', isReadable: true, balances }], completeness: whole, asOfMs: 1 }),
    'accounts.subAccounts': always({ items: [alpha], completeness: whole, asOfMs: 1 }),
  });
  renderPage(<SubAccounts profile={buildProfile()} />);
  const list = await screen.findByRole('table', { name: 'Sub-accounts' });
  const row = list.querySelector('tbody tr');
  if (row !== null) fireEvent.contextMenu(row);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Transfer…' }));
  expect(useCommandStore.getState().transfer).toEqual({
    currency: 'ETH',
    from: { wallet: 'trade', symbol: null, userId: 'a' },
  });
});
