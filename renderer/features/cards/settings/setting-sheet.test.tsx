import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ContractChange } from '#shared/domain/account/futures-account.ts';
import type { Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { ContractCard } from '../contract-card.tsx';

afterEach(() => {
  cleanup();
  useUiStore.setState(useUiStore.getInitialState());
});

const rates = { initialMargin: '0.01', maintainMargin: '0.005', maxLeverage: 50, minRiskLimit: '0' } as const;
const levels: RiskLimitLevel[] = [
  { ...rates, symbol: 'XBTUSDTM', level: 1, maxRiskLimit: '100000' },
  { ...rates, symbol: 'XBTUSDTM', level: 2, maxRiskLimit: '500000', maxLeverage: 20, initialMargin: '0.05' },
];

interface OpenCard {
  readonly desk: FakeDesk;
  readonly account: FakeAccount;
}

function openCard(positions: Position[] = [], profile: Partial<Profile> = {}): OpenCard {
  const desk = installFakeDesk({
    'contracts.read': always(buildFuturesContract({ maxLeverage: 50 })),
    'contracts.riskLevels': always(levels),
    'contracts.settings': always({ marginMode: 'isolated', crossLeverage: '10' }),
    'positions.mode': always({ mode: 'one-way' }),
    'intents.list': always([]),
  });
  const order = buildOrder({ venue: 'futures', symbol: 'XBTUSDTM' });
  const account = serveAccount(desk, { positions, 'futures.orders': [order, { ...order, id: 'o2' }] });
  renderPage(<ContractCard profile={buildProfile(profile)} symbol="XBTUSDTM" />);
  return { desk, account };
}

const open = (positions?: Position[], profile?: Partial<Profile>): FakeDesk => openCard(positions, profile).desk;
const factOf = (label: string) => screen.getByText(label).parentElement?.textContent;

const isolated = buildPosition({ isOpen: true, marginMode: 'isolated', riskLimit: '100000' });
const begin = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (desk: FakeDesk) => desk.calls.filter(each => each.name === 'contracts.change').map(each => each.input);
const takes = (desk: FakeDesk) =>
  desk.answer('contracts.change', ({ setting }) => succeed<ContractChange>(setting.change));
const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
const enabled = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  return button.getAttribute('aria-disabled') !== 'true' ? null : button.getAttribute('title');
};

it('settings sheet without the right to move margin sets nothing, and says so in advance', async () => {
  const desk = open();
  const policy = { ...defaultPolicy, mayMoveMargin: false };
  desk.answer(
    'policy.read',
    always({ policy, spentToday: '0', rates: {}, ratesAsOfMs: 1, sentLately: [], moved: nothingMoved }),
  );
  await expect.poll(() => enabled('Change the margin mode'), { timeout: 20_000 }).toBeNull();
  await begin('Change the margin mode');
  await screen.findByText('This profile may not move margin. Allow it in its policy.');
  expect(await enabled('Review')).toBe('This profile may not move margin. Allow it in its policy.');
  expect(sent(desk)).toEqual([]);
});

it('settings sheet for the margin mode: before and after, effects, review, one request, back to the card', async () => {
  const desk = open();
  desk.answer('contracts.change', ({ setting }) => {
    desk.answer('contracts.settings', always({ marginMode: 'cross', crossLeverage: '10' }));
    return succeed<ContractChange>(setting.change);
  });
  await screen.findByText('isolated');
  await expect.poll(() => enabled('Change the margin mode'), { timeout: 20_000 }).toBeNull();
  await begin('Change the margin mode');
  await screen.findByRole('dialog', { name: 'Margin mode · XBTUSDTM' });
  await screen.findByText(/2 open orders now/);
  press('Review');
  const button = screen.getByRole('button', { name: 'Set the margin mode of XBTUSDTM to cross' });
  fireEvent.click(button);
  fireEvent.click(button, { detail: 2 });
  await screen.findByText('Set the margin mode of XBTUSDTM to cross.');
  const change = { kind: 'margin-mode', marginMode: 'cross' };
  expect(sent(desk)).toEqual([{ profileId: 'practice', setting: { id, symbol: 'XBTUSDTM', change } }]);
  // the settings that the exchange reports now, not the requested ones
  await screen.findByText('Margin mode now');
  expect(factOf('Margin mode now')).toContain('isolated→ becomes cross');
  expect(factOf('Liquidation')).toContain('no position is open in it');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
  expect(await screen.findByRole('region', { name: 'Chosen for this contract' })).toBeTruthy();
});

it('settings sheet for the cross leverage: states the error, Enter reviews and does not send', async () => {
  const desk = open();
  takes(desk);
  await expect.poll(() => enabled('Change the cross leverage'), { timeout: 20_000 }).toBeNull();
  await begin('Change the cross leverage');
  const field = await screen.findByLabelText('Cross leverage');
  fireEvent.change(field, { target: { value: '60' } });
  await screen.findByText('The leverage of XBTUSDTM is 1 to 50.');
  fireEvent.change(field, { target: { value: '20' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(sent(desk)).toEqual([]);
  press('Set the cross leverage of XBTUSDTM to 20×');
  await screen.findByText('Set the cross leverage of XBTUSDTM to 20×.');
  expect(sent(desk)).toMatchObject([{ setting: { change: { kind: 'cross-leverage', leverage: '20' } } }]);
});

it('settings sheet reports when the exchange omits the setting, and the present state of the position', async () => {
  const position = { ...isolated, markPrice: '100', liquidationPrice: '80' } as const;
  const { desk, account } = openCard([position]);
  takes(desk);
  await expect.poll(() => enabled('Change the risk level'), { timeout: 20_000 }).toBeNull();
  await begin('Change the risk level');
  fireEvent.change(await screen.findByLabelText('Risk level'), { target: { value: '2' } });
  press('Review');
  press('Set the risk level of XBTUSDTM to 2');
  await screen.findByText(/still reports another value than you set \(the risk level of XBTUSDTM to 2\)/);
  const moved = { ...position, riskLimit: '500000', liquidationPrice: '90' } as const;
  act(() => account.publish('positions', [moved]));
  await expect.poll(() => screen.queryByRole('alert'), { timeout: 20_000 }).toBeNull();
  expect(factOf('Risk level now')).toContain('1→ becomes 2');
  expect(factOf('Liquidation price now')).toContain('80→ becomes 90');
  expect(factOf('Liq. distance now')).toContain('20.00→ becomes 10.00 %');
});

it('settings sheet for the risk level: the levels side by side, the orders to be cancelled, and a rejection verbatim', async () => {
  const desk = open([isolated]);
  desk.answer('contracts.change', () =>
    fail('exchange-rejected', 'The exchange refused.', { code: '300005', exchangeMessage: 'Risk limit exceeded' }),
  );
  await expect.poll(() => enabled('Change the risk level'), { timeout: 20_000 }).toBeNull();
  await begin('Change the risk level');
  fireEvent.change(await screen.findByLabelText('Risk level'), { target: { value: '2' } });
  const facts = screen.getByRole('dialog').querySelector('.facts')?.textContent;
  expect(facts).toContain('Up to100,000→ becomes 500,000 USDT');
  expect(facts).toContain('Initial margin1→ becomes 5 %');
  await screen.findByText(/cancels all open orders of XBTUSDTM with this change: 2 open orders now/);
  press('Review');
  press('Set the risk level of XBTUSDTM to 2');
  await screen.findByText(/300005 · Risk limit exceeded/);
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
});

it('settings sheet looks up a lost answer, and offers only a change that was not done again, unchanged', async () => {
  const desk = open();
  desk.answer('contracts.change', () => fail('outcome-unknown', 'The answer was lost.'));
  await expect.poll(() => enabled('Change the margin mode'), { timeout: 20_000 }).toBeNull();
  await begin('Change the margin mode');
  fireEvent.click(await screen.findByRole('button', { name: 'Review' }));
  press('Set the margin mode of XBTUSDTM to cross');
  await screen.findByText(/Fathom checks at the exchange whether it set the margin mode/);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  const first = JSON.stringify(sent(desk)[0]);
  const key = /"id":"([^"]+)"/.exec(first)?.[1] ?? '';
  const intent = buildIntent({ id: 'i1', profileId: 'practice', kind: 'set-margin-mode', key, state: 'found-absent' });
  act(() => desk.push('intents.changed', intent));
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await screen.findByText(/Fathom checks at the exchange/);
  expect(sent(desk).map(input => JSON.stringify(input))).toEqual([first, first]);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  act(() => desk.push('intents.changed', { ...intent, id: 'i2', state: 'found-done' }));
  await screen.findByText('Set the margin mode of XBTUSDTM to cross.');
});

it('settings sheet states why a setting cannot be changed', async () => {
  open([isolated]);
  await expect
    .poll(() => enabled('Change the margin mode'), { timeout: 20_000 })
    .toBe('Not while a position is open in it');
  cleanup();
  open();
  await expect
    .poll(() => enabled('Change the risk level'))
    .toBe('The exchange reports the level only for an open position');
  cleanup();
  open([], { isReadOnly: true });
  await expect.poll(() => enabled('Change the cross leverage'), { timeout: 20_000 }).toBe('This profile is read-only');
});
