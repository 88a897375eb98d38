import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Position } from '#shared/domain/market/futures.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { PositionsPanel } from './positions-panel.tsx';

const profile = buildProfile();
const position = buildPosition();
const contract = buildFuturesContract();
const wallet = buildBalance({ wallet: 'futures', currency: 'USDT', total: '150', available: '100', held: '50' });

let account: FakeAccount;

function open(options: { profile?: Profile; positions?: readonly Position[] } = {}): FakeDesk {
  const desk = installFakeDesk({
    'contracts.read': always(contract),
    'intents.list': always([]),
  });
  account = serveAccount(desk, { positions: options.positions ?? [position], balances: [wallet] });
  renderPage(<PositionsPanel profile={options.profile ?? profile} />);
  return desk;
}

const sent = (desk: FakeDesk) => desk.calls.filter(each => each.name === 'positions.addMargin').map(each => each.input);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

async function typeAmount(text: string): Promise<void> {
  press('Add margin to XBTUSDTM');
  fireEvent.change(await screen.findByLabelText('Amount to add'), { target: { value: text } });
}

afterEach(cleanup);

it('positions list the highest risk first, with the distance to liquidation in words', async () => {
  open({
    positions: [
      { ...position, id: 'calm', symbol: 'CALM', liquidationPrice: '1' },
      { ...position, liquidationPrice: '92000' },
    ],
  });
  const table = await screen.findByRole('table', { name: 'Futures positions' });
  const symbols = within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent);
  expect(symbols[0]).toContain('XBTUSDTM');
  expect(symbols[0]).toContain('2.40 %');
  expect(symbols[1]).toContain('CALM');
});

it('a cross position without a price is sorted by the distance of its wallet', async () => {
  const cross: Position = {
    ...position,
    id: 'cross',
    symbol: 'XBTUSDTM',
    marginMode: 'cross',
    liquidationPrice: null,
    marginWithPnl: null,
    maintenanceMargin: null,
  };
  const desk = installFakeDesk({ 'contracts.list': always([contract]), 'intents.list': always([]) });
  const far = { ...position, id: 'far', symbol: 'FAR', liquidationPrice: '50000' } as const;
  serveAccount(desk, { positions: [far, cross], balances: [{ ...wallet, available: '1' }] });
  renderPage(<PositionsPanel profile={profile} />);
  const table = await screen.findByRole('table', { name: 'Futures positions' });
  await waitFor(() => expect(table.textContent).toContain('≥'));
  const [first, second] = within(table).getAllByRole('row').slice(1);
  expect(first?.textContent).toContain('XBTUSDTM');
  expect(first?.textContent).toMatch(/≥\d+\.\d+ %/);
  expect(second?.textContent).toContain('FAR');
});

it('amount → preview → review → one request → receipt', async () => {
  const desk = open();
  desk.answer('positions.addMargin', () =>
    succeed({ ...position, liquidationPrice: '77455.6', addedMargin: '5', positionMargin: '17.228' }),
  );
  await screen.findByRole('table', { name: 'Futures positions' });
  await typeAmount('5');
  expect(screen.getByText('77,455.6', { selector: '.before-after-new' })).toBeTruthy();
  press('Review');
  expect(sent(desk)).toEqual([]);
  const button = screen.getByRole('button', { name: 'Add 5 USDT' });
  fireEvent.click(button);
  fireEvent.click(button, { detail: 2 });
  await screen.findByText('Added 5 USDT to XBTUSDTM.');
  expect(sent(desk)).toEqual([
    { profileId: 'practice', symbol: 'XBTUSDTM', amount: '5', bizNo: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
});

it('a position that closes while margin is added leaves the sheet with the result', async () => {
  const desk = open();
  const answer = Promise.withResolvers<ReturnType<typeof succeed<Position>>>();
  desk.answer('positions.addMargin', () => answer.promise);
  await screen.findByRole('table', { name: 'Futures positions' });
  await typeAmount('5');
  press('Review');
  press('Add 5 USDT');
  await act(async () => account.publish('positions', []));
  expect(screen.getByText('Sending 5 USDT. Sent once.')).toBeTruthy();
  await act(async () => answer.resolve(succeed({ ...position, liquidationPrice: '77455.6' })));
  await screen.findByText('Added 5 USDT to XBTUSDTM.');
  expect(screen.getByText('No open futures positions.')).toBeTruthy();
});

it('a closed position gets no more margin, while one missing in the list may still be open', async () => {
  const desk = open();
  await screen.findByRole('table', { name: 'Futures positions' });
  await typeAmount('5');
  const part = { part: 'positions', reason: 'They did not come.', asOfMs: null };
  act(() => account.publish('positions', [], { completeness: { kind: 'partial', missing: [part] } }));
  press('Review');
  act(() => account.publish('positions', []));
  expect(screen.getByRole('dialog').textContent).toContain('The position is closed.');
  expect(screen.getByRole('button', { name: 'Add 5 USDT' }).title).toBe('The position is closed.');
  press('Add 5 USDT');
  expect(sent(desk)).toEqual([]);
});

it('Enter in the form reviews and never sends; the focus stays in the sheet', async () => {
  const desk = open();
  await screen.findByRole('table', { name: 'Futures positions' });
  press('Add margin to XBTUSDTM');
  const amount = await screen.findByLabelText('Amount to add');
  fireEvent.keyDown(amount, { key: 'Enter' });
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
  fireEvent.change(amount, { target: { value: '5' } });
  fireEvent.keyDown(amount, { key: 'Enter' });
  expect(screen.getByRole('button', { name: 'Add 5 USDT' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Back');
  expect(sent(desk)).toEqual([]);
});

it('a target price becomes an amount', async () => {
  open();
  await screen.findByRole('table', { name: 'Futures positions' });
  press('Add margin to XBTUSDTM');
  fireEvent.change(await screen.findByLabelText('or target liq. price'), { target: { value: '77455.6' } });
  press('Review');
  expect(screen.getByRole('button', { name: 'Add 5 USDT' })).toBeTruthy();
});

it('a target liq. distance keeps the reviewed amount while mark moves, and the receipt has the new distance', async () => {
  const desk = open();
  desk.answer('positions.addMargin', () => succeed({ ...position, liquidationPrice: '80126.2' }));
  await screen.findByRole('table', { name: 'Futures positions' });
  press('Add margin to XBTUSDTM');
  fireEvent.change(await screen.findByLabelText('or target liq. distance'), { target: { value: '15' } });
  const grid = screen.getByRole('table', { name: 'Liq. distance by amount and price' });
  expect(within(grid).getByRole('row', { current: true }).textContent).toContain('2.3294');
  press('Review');
  press('Add 2.3294 USDT');
  await screen.findByText('Liq. distance now');
  expect(screen.getByText('15.00', { exact: false }).textContent).toContain('15.00');
  expect(sent(desk)).toHaveLength(1);
});

it('a click enters a share of the available balance', async () => {
  open();
  await screen.findByRole('table', { name: 'Futures positions' });
  press('Add margin to XBTUSDTM');
  fireEvent.click(await screen.findByRole('button', { name: '25 % of available' }));
  expect(screen.getByLabelText<HTMLInputElement>('Amount to add').value).toBe('25');
});

it('more than the balance cannot be reviewed, and the reason is shown', async () => {
  const desk = open();
  await screen.findByRole('table', { name: 'Futures positions' });
  await typeAmount('100.5');
  await screen.findByText('Only 100 USDT is available in the futures wallet.');
  press('Review');
  expect(screen.queryByRole('button', { name: /^Add 100.5/ })).toBeNull();
  expect(sent(desk)).toEqual([]);
});

it('a rejection is shown verbatim and the form stays', async () => {
  const desk = open();
  desk.answer('positions.addMargin', () =>
    fail('exchange-rejected', 'The exchange refused.', { code: '300003', exchangeMessage: 'Balance insufficient' }),
  );
  await screen.findByRole('table', { name: 'Futures positions' });
  await typeAmount('5');
  press('Review');
  press('Add 5 USDT');
  await screen.findByText(/300003 · Balance insufficient/);
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
});

it('a lost answer is “checking”, and may be sent again only when the exchange has not applied it, with the same bizNo (fault 18)', async () => {
  const desk = open();
  desk.answer('positions.addMargin', () => fail('outcome-unknown', 'The answer was lost.'));
  await screen.findByRole('table', { name: 'Futures positions' });
  await typeAmount('5');
  press('Review');
  press('Add 5 USDT');
  await screen.findByText(/may have been added/);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  const [first] = sent(desk);
  const bizNo = first !== null && typeof first === 'object' && 'bizNo' in first ? String(first.bizNo) : '';
  const intent = buildIntent({
    profileId: 'practice',
    key: bizNo,
    summary: '',
    state: 'found-absent',
    createdAtMs: 0,
    updatedAtMs: 0,
  });
  desk.push('intents.changed', intent);
  press(await screen.findByRole('button', { name: 'Send again' }).then(button => button.textContent));
  await waitFor(() => expect(sent(desk)).toHaveLength(2));
  expect(sent(desk)[1]).toEqual(first);
});

it('a read-only profile and a cross position state why no margin can be added', async () => {
  open({ profile: { ...profile, isReadOnly: true } });
  const button = await screen.findByRole('button', { name: /Add margin to/ });
  expect(button.getAttribute('title')).toBe('This profile is read-only');
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  open({ positions: [{ ...position, marginMode: 'cross' }] });
  expect((await screen.findByRole('button', { name: /Add margin to/ })).getAttribute('title')).toMatch(
    /isolated positions only/,
  );
});

it('I on a row and its small button open the card of the contract', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Futures positions' });
  const row = within(table).getAllByRole('row')[1];
  if (row === undefined) throw new Error('there is no position');
  fireEvent.keyDown(row, { key: 'i', ctrlKey: true });
  expect(useUiStore.getState().openCard).toBeNull();
  fireEvent.keyDown(row, { key: 'i' });
  expect(useUiStore.getState().openCard).toEqual({ kind: 'contract', symbol: 'XBTUSDTM' });
  useUiStore.getState().showCard(null);
  press('About XBTUSDTM (I)');
  expect(useUiStore.getState().openCard).toEqual({ kind: 'contract', symbol: 'XBTUSDTM' });
  useUiStore.getState().showCard(null);
});

const choose = async (symbol: string, name: RegExp) => {
  fireEvent.contextMenu(await screen.findByText(symbol));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};

it('the menu of a row has the actions of the position, and opens its market', async () => {
  await import('#ui/table/menu/row-menu.tsx');
  useUiStore.getState().selectMarket({ venue: 'spot', symbol: 'BTC-USDT' });
  open({ positions: [position, { ...position, id: 'cross', symbol: 'ETHUSDTM', marginMode: 'cross' }] });
  await choose('XBTUSDTM', /^Show its market/);
  expect(useUiStore.getState()).toMatchObject({ venue: 'futures', symbol: 'XBTUSDTM' });
  expect(useWorkspaceStore.getState().panelRequest).toEqual({
    panel: 'chart',
    unless: ['chart', 'book', 'priceLadder'],
  });
  await choose('XBTUSDTM', /^Remove margin/);
  fireEvent.keyDown(await screen.findByRole('dialog', { name: /margin/i }), { key: 'Escape' });
  await choose('XBTUSDTM', /^Close…/);
  fireEvent.keyDown(await screen.findByRole('dialog', { name: /XBTUSDTM/ }), { key: 'Escape' });
  await choose('XBTUSDTM', /^Contract details/);
  expect(useUiStore.getState().openCard).toMatchObject({ kind: 'contract', symbol: 'XBTUSDTM' });
  fireEvent.contextMenu(await screen.findByText('ETHUSDTM'));
  // why margin of a cross position does not move
  expect((await screen.findByRole('menuitem', { name: /^Add margin…/ })).getAttribute('aria-disabled')).toBe('true');
});
