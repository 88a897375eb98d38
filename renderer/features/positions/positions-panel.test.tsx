import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Balance } from '#shared/domain/account.ts';
import type { FuturesContract, Position } from '#shared/domain/futures.ts';
import type { Intent } from '#shared/domain/intent.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { PositionsPanel } from './positions-panel.tsx';

const profile: Profile = {
  id: 'practice',
  name: 'Practice',
  colour: 'teal',
  preset: 'practice',
  spotUrl: '',
  futuresUrl: '',
  headerPrefix: 'SVC',
  keyVersion: '2',
  isReadOnly: false,
  keyHint: 'abcd',
  permissions: ['General'],
  secretHome: 'practice',
};
const position: Position = {
  id: 'p1',
  symbol: 'XBTUSDTM',
  settleCurrency: 'USDT',
  isOpen: true,
  marginMode: 'isolated',
  isInverse: false,
  quantity: '1',
  averageEntryPrice: '94225.6',
  markPrice: '94266.19',
  markValue: '94.26619',
  liquidationPrice: '82455.6',
  bankruptPrice: '82053.6',
  realLeverage: '7.5',
  riskLimit: '100000',
  maintenanceMarginRate: '0.004',
  adlPercentile: '0.5',
  positionCost: '94.2256',
  addedMargin: '0',
  initialMargin: '12.1',
  bankruptcyCost: '0.056',
  fundingPaid: '0',
  positionMargin: '12.228',
  maintenanceMargin: '0.458',
  marginWithPnl: '12.26859',
  realisedPnl: '0',
  unrealisedPnl: '0.04059',
  unrealisedPnlRatio: '0.0004',
  returnOnEquity: '0.003',
  isAutoDeposit: false,
  openedAtMs: 0,
  asOfMs: 0,
};
const contract: FuturesContract = {
  symbol: 'XBTUSDTM',
  type: 'FFWCSX',
  status: 'Open',
  baseCurrency: 'XBT',
  quoteCurrency: 'USDT',
  settleCurrency: 'USDT',
  lotSize: '1',
  tickSize: '0.1',
  indexPriceTickSize: '0.01',
  multiplier: '0.001',
  maxOrderQty: '1000000',
  maxPrice: '1000000',
  initialMargin: '0.008',
  maintainMargin: '0.004',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0006',
  isInverse: false,
  isDeleverage: true,
  maxLeverage: 125,
  markPrice: null,
  indexPrice: null,
  lastTradePrice: null,
  fundingFeeRate: null,
  predictedFundingFeeRate: null,
  nextFundingInMs: null,
  openInterest: null,
  expireAtMs: null,
};
const wallet: Balance = {
  accountId: 'w',
  wallet: 'futures',
  currency: 'USDT',
  total: '150',
  available: '100',
  held: '50',
};

function open(options: { profile?: Profile; positions?: readonly Position[] } = {}): FakeDesk {
  const desk = installFakeDesk({
    'contracts.read': always(contract),
    'intents.list': always([]),
  });
  serveAccount(desk, { positions: options.positions ?? [position], balances: [wallet] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PositionsPanel profile={options.profile ?? profile} />
    </QueryClientProvider>,
  );
  return desk;
}

const sent = (desk: FakeDesk) => desk.calls.filter(each => each.name === 'positions.addMargin').map(each => each.input);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

async function typeAmount(text: string): Promise<void> {
  press('Add margin to XBTUSDTM');
  fireEvent.change(await screen.findByLabelText('Amount to add'), { target: { value: text } });
}

afterEach(cleanup);

it('the most endangered position is first, and its room is told in words', async () => {
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

it('amount → preview → review → one request → receipt', async () => {
  const desk = open();
  desk.answer('positions.addMargin', () =>
    succeed({ ...position, liquidationPrice: '77455.6', addedMargin: '5', positionMargin: '17.228' }),
  );
  await screen.findByRole('table');
  await typeAmount('5');
  expect(screen.getByText('77,455.6')).toBeTruthy();
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

it('a wished price becomes an amount', async () => {
  open();
  await screen.findByRole('table');
  press('Add margin to XBTUSDTM');
  fireEvent.change(await screen.findByLabelText('or liquidation price wished for'), { target: { value: '77455.6' } });
  press('Review');
  expect(screen.getByRole('button', { name: 'Add 5 USDT' })).toBeTruthy();
});

it('more than is free cannot be reviewed, and the reason is said', async () => {
  const desk = open();
  await screen.findByRole('table');
  await typeAmount('100.5');
  await screen.findByText('Only 100 USDT is free in the futures wallet.');
  press('Review');
  expect(screen.queryByRole('button', { name: /^Add 100.5/ })).toBeNull();
  expect(sent(desk)).toEqual([]);
});

it('a refusal is shown verbatim and the form stays', async () => {
  const desk = open();
  desk.answer('positions.addMargin', () =>
    fail('exchange-rejected', 'The exchange refused.', { code: '300003', exchangeMessage: 'Balance insufficient' }),
  );
  await screen.findByRole('table');
  await typeAmount('5');
  press('Review');
  press('Add 5 USDT');
  await screen.findByText(/300003 · Balance insufficient/);
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
});

it('18: a lost answer is “checking”, and may be sent again only when the exchange has not applied it, with the same bizNo', async () => {
  const desk = open();
  desk.answer('positions.addMargin', () => fail('outcome-unknown', 'The answer was lost.'));
  await screen.findByRole('table');
  await typeAmount('5');
  press('Review');
  press('Add 5 USDT');
  await screen.findByText(/may or may not have been added/);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  const [first] = sent(desk);
  const bizNo = first !== null && typeof first === 'object' && 'bizNo' in first ? String(first.bizNo) : '';
  const intent: Intent = {
    id: 'i',
    profileId: 'practice',
    kind: 'add-margin',
    key: bizNo,
    symbol: 'XBTUSDTM',
    summary: '',
    state: 'found-absent',
    detail: null,
    createdAtMs: 0,
    updatedAtMs: 0,
  };
  desk.push('intents.changed', intent);
  press(await screen.findByRole('button', { name: 'Send again' }).then(button => button.textContent));
  await waitFor(() => expect(sent(desk)).toHaveLength(2));
  expect(sent(desk)[1]).toEqual(first);
});

it('a read-only profile and a cross position say why nothing can be added', async () => {
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
