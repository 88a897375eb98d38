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
  fireEvent.click(await screen.findByRole('button', { name: 'Take out instead' }));
  await screen.findByText('The exchange lets go of 4 USDT at most now');
  return desk;
}

it('amount → what it does to liquidation and wallet → review → one request → what was taken', async () => {
  const desk = await open();
  desk.answer('positions.withdrawMargin', () => succeed({ amount: '4' }));
  const field = screen.getByLabelText('Amount to take out');
  fireEvent.change(field, { target: { value: '5' } });
  await screen.findByText('At most 4 USDT may be taken out now.');
  expect(screen.getByRole('columnheader', { name: 'Take out USDT' })).toBeTruthy();
  press('100 % of what may be taken out');
  const facts = screen.getByRole('dialog').querySelector('.facts')?.textContent;
  expect(facts).toContain('Free in the futures wallet100→ becomes 104 USDT');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(sent(desk)).toEqual([]);
  const button = screen.getByRole('button', { name: 'Take out 4 USDT' });
  fireEvent.click(button);
  fireEvent.click(button, { detail: 2 });
  await screen.findByText('Took 4 USDT out of XBTUSDTM.');
  expect(screen.getByText('Room to liquidation now')).toBeTruthy();
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(sent(desk)).toEqual([{ profileId: 'practice', withdrawal: { id, symbol: 'XBTUSDTM', amount: '4' } }]);
});

it('a position that closes under the sheet leaves the outcome, and nothing of it is said to stand', async () => {
  const desk = await open();
  desk.answer('positions.withdrawMargin', () => {
    account.tell('positions', []);
    return succeed({ amount: '2' });
  });
  fireEvent.change(screen.getByLabelText('Amount to take out'), { target: { value: '2' } });
  press('Review');
  press('Take out 2 USDT');
  await screen.findByText('Took 2 USDT out of XBTUSDTM.');
  expect(screen.getByRole('dialog').textContent).toContain('The position is gone.');
  expect(screen.queryByText('Room to liquidation now')).toBeNull();
  expect(sent(desk)).toHaveLength(1);
});

it('by keys: Ctrl-Enter reviews, then sends once, and never while something is missing', async () => {
  const desk = await open();
  desk.answer('positions.withdrawMargin', () => succeed({ amount: '2' }));
  const sheet = screen.getByRole('dialog');
  const goOn = (change = {}) => fireEvent.keyDown(sheet, { key: 'Enter', ctrlKey: true, ...change });
  goOn();
  expect(screen.queryByRole('button', { name: /^Take out \d/ })).toBeNull();
  fireEvent.change(screen.getByLabelText('Amount to take out'), { target: { value: '2' } });
  goOn();
  expect(screen.getByRole('button', { name: 'Take out 2 USDT' })).toBeTruthy();
  goOn({ repeat: true });
  expect(sent(desk)).toEqual([]);
  goOn();
  goOn();
  await screen.findByText('Took 2 USDT out of XBTUSDTM.');
  goOn();
  expect(sent(desk)).toHaveLength(1);
});

it('leads back to adding while nothing was sent', async () => {
  await open();
  press('Add instead');
  await screen.findByRole('dialog', { name: 'Add margin · XBTUSDTM' });
});

it('a lost answer is looked up; what was not done may be sent again with the same amount', async () => {
  const desk = await open();
  desk.answer('positions.withdrawMargin', () => fail('outcome-unknown', 'The answer was lost.'));
  fireEvent.change(screen.getByLabelText('Amount to take out'), { target: { value: '2' } });
  press('Review');
  press('Take out 2 USDT');
  await screen.findByText(/may or may not have been taken out/);
  const first = JSON.stringify(sent(desk)[0]);
  const key = /"id":"([^"]+)"/.exec(first)?.[1] ?? '';
  const intent = buildIntent({ id: 'i', profileId: 'practice', kind: 'withdraw-margin', key, state: 'found-absent' });
  act(() => desk.push('intents.changed', intent));
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await screen.findByText(/may or may not have been taken out/);
  expect(sent(desk).map(input => JSON.stringify(input))).toEqual([first, first]);
});
