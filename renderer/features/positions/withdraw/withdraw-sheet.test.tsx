import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { PositionsPanel } from '../positions-panel.tsx';

afterEach(cleanup);

const wallet = buildBalance({ wallet: 'futures', currency: 'USDT', total: '150', available: '100', held: '50' });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (desk: FakeDesk) =>
  desk.calls.filter(each => each.name === 'positions.withdrawMargin').map(each => each.input);

let account: FakeAccount;

async function open(): Promise<FakeDesk> {
  const desk = installFakeDesk({
    'contracts.read': always(buildFuturesContract()),
    'positions.mostToWithdraw': always({ amount: '4' }),
    'intents.list': always([]),
  });
  account = serveAccount(desk, { positions: [buildPosition()], balances: [wallet] });
  renderPage(<PositionsPanel profile={buildProfile()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add margin to XBTUSDTM' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove margin instead' }));
  await screen.findByText('At most 4 USDT can be removed now');
  return desk;
}

it('amount → effect on liquidation and wallet → review → one request → removed amount', async () => {
  const desk = await open();
  desk.answer('positions.withdrawMargin', () => succeed({ amount: '4' }));
  const field = screen.getByLabelText('Amount to remove');
  fireEvent.change(field, { target: { value: '5' } });
  await screen.findByText('At most 4 USDT can be removed now');
  expect(screen.getByRole('columnheader', { name: 'Remove USDT' })).toBeTruthy();
  press('100 % of removable margin');
  const facts = screen.getByRole('dialog').querySelector('.facts')?.textContent;
  expect(facts).toContain('Available in futures wallet100.00→ becomes 104.00 USDT');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(sent(desk)).toEqual([]);
  const button = screen.getByRole('button', { name: 'Remove 4 USDT' });
  fireEvent.click(button);
  fireEvent.click(button, { detail: 2 });
  await screen.findByText('Removed 4 USDT from XBTUSDTM.');
  expect(screen.getByText('Liq. distance now')).toBeTruthy();
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(sent(desk)).toEqual([{ profileId: 'practice', withdrawal: { id, symbol: 'XBTUSDTM', amount: '4' } }]);
});

it('a position that closes during the sheet leaves the outcome without a remaining position', async () => {
  const desk = await open();
  desk.answer('positions.withdrawMargin', () => {
    account.publish('positions', []);
    return succeed({ amount: '2' });
  });
  fireEvent.change(screen.getByLabelText('Amount to remove'), { target: { value: '2' } });
  press('Review');
  press('Remove 2 USDT');
  await screen.findByText('Removed 2 USDT from XBTUSDTM.');
  expect(screen.getByRole('dialog').textContent).toContain('The position is closed.');
  expect(screen.queryByText('Liq. distance now')).toBeNull();
  expect(sent(desk)).toHaveLength(1);
});

it('removal by keys: Ctrl-Enter reviews, then sends once, and never while an entry is missing', async () => {
  const desk = await open();
  desk.answer('positions.withdrawMargin', () => succeed({ amount: '2' }));
  const sheet = screen.getByRole('dialog');
  const submit = (change = {}) => fireEvent.keyDown(sheet, { key: 'Enter', ctrlKey: true, ...change });
  submit();
  expect(screen.queryByRole('button', { name: /^Remove \d/ })).toBeNull();
  fireEvent.change(screen.getByLabelText('Amount to remove'), { target: { value: '2' } });
  submit();
  expect(screen.getByRole('button', { name: 'Remove 2 USDT' })).toBeTruthy();
  submit({ repeat: true });
  expect(sent(desk)).toEqual([]);
  submit();
  submit();
  await screen.findByText('Removed 2 USDT from XBTUSDTM.');
  submit();
  expect(sent(desk)).toHaveLength(1);
});

it('removal returns to adding while nothing was sent', async () => {
  await open();
  press('Add margin instead');
  await screen.findByRole('dialog', { name: 'Add margin · XBTUSDTM' });
});

it('a lost answer is looked up, and a removal that was not done may be sent again with the same amount', async () => {
  const desk = await open();
  desk.answer('positions.withdrawMargin', () => fail('outcome-unknown', 'The answer was lost.'));
  fireEvent.change(screen.getByLabelText('Amount to remove'), { target: { value: '2' } });
  press('Review');
  press('Remove 2 USDT');
  await screen.findByText(/may have been removed/);
  const first = JSON.stringify(sent(desk)[0]);
  const key = /"id":"([^"]+)"/.exec(first)?.[1] ?? '';
  const intent = buildIntent({ id: 'i', profileId: 'practice', kind: 'withdraw-margin', key, state: 'found-absent' });
  act(() => desk.push('intents.changed', intent));
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await screen.findByText(/may have been removed/);
  expect(sent(desk).map(input => JSON.stringify(input))).toEqual([first, first]);
});
