import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Profile } from '#shared/domain/profile.ts';
import type { RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { fail } from '#shared/errors.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildFuturesContract, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildChain, buildCurrency } from '#shared/testing/build-balance.ts';
import { type FakeLists, serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { ContractCard } from './contract-card.tsx';
import { CurrencyCard } from './currency-card.tsx';
import { FeeCard } from './fee-card.tsx';

afterEach(() => {
  cleanup();
  useUiStore.setState(useUiStore.getInitialState());
});

const part = (name: string) => screen.findByRole('region', { name });
const factsOf = (box: HTMLElement): Record<string, string> => {
  const facts: Record<string, string> = {};
  for (const fact of box.querySelectorAll('.fact'))
    facts[fact.querySelector('dt')?.textContent ?? ''] = fact.querySelector('dd')?.textContent ?? '';
  return facts;
};

it('currency card shows each chain with its states and requirements, and unknown values are not 0', async () => {
  const closed = buildChain({
    id: 'omni',
    name: 'OMNI',
    isWithdrawEnabled: false,
    withdrawalMinimumFee: null,
    needsTag: null,
  });
  installFakeDesk({ 'currencies.read': always(buildCurrency({ chains: [buildChain(), closed] })) });
  renderPage(<CurrencyCard profileId="p" currency="USDT" />);
  expect(factsOf(await part('TRC20'))).toMatchObject({
    Deposits: 'open',
    Withdrawals: 'open',
    'Minimum withdrawal': '3 USDT',
    'Minimum fee': '1.5 USDT',
    'Highest fee': 'not said',
    Confirmations: '1',
    'Contract address': 'TContract',
  });
  expect(factsOf(await part('OMNI'))).toMatchObject({
    Withdrawals: 'closed',
    'Minimum fee': 'not said',
    'Needs a memo': 'not said',
  });
});

it('currency card shows names of chains without hidden or reversing characters', async () => {
  installFakeDesk({ 'currencies.read': always(buildCurrency({ chains: [buildChain({ name: 'T\u202eCRT' })] })) });
  renderPage(<CurrencyCard profileId="p" currency={'US\u200bDT'} />);
  expect((await part('T\ufffdCRT')).textContent).toContain('T\ufffdCRT');
  expect(screen.getByRole('dialog', { name: 'US\ufffdDT' })).toBeTruthy();
});

it('card that cannot be read states why, and closes', async () => {
  installFakeDesk({ 'currencies.read': () => fail('permission', 'The key may not read.') });
  useUiStore.getState().showCard({ kind: 'currency', currency: 'USDT' });
  renderPage(<CurrencyCard profileId="p" currency="USDT" />);
  expect(await screen.findByText('The key may not read.')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  expect(useUiStore.getState().openCard).toBeNull();
});

const level = (number: number, maxRiskLimit: RiskLimitLevel['maxRiskLimit']): RiskLimitLevel => ({
  symbol: 'XBTUSDTM',
  level: number,
  minRiskLimit: '0',
  maxRiskLimit,
  maxLeverage: 125,
  initialMargin: '0.008',
  maintainMargin: '0.004',
});
const contract = buildFuturesContract({ fundingFeeRate: '0.0001', nextFundingInMs: 3_600_000 });

function openContract(lists: FakeLists, profile: Partial<Profile> = {}): FakeDesk {
  const desk = installFakeDesk({
    'contracts.read': always(contract),
    'contracts.settings': always({ marginMode: 'isolated', crossLeverage: '10' }),
    'positions.mode': always({ mode: 'one-way' }),
    'intents.list': always([]),
    'contracts.riskLevels': always([level(1, '100000'), level(2, '500000')]),
  });
  serveAccount(desk, lists);
  renderPage(<ContractCard profile={buildProfile(profile)} symbol="XBTUSDTM" />);
  return desk;
}

it('contract card shows the clock, the next funding of the own position, and its place in the deleveraging queue', async () => {
  const position = { quantity: '-1000', markPrice: '50000', positionCost: '-60000', riskLimit: '100000' } as const;
  openContract({ positions: [buildPosition({ ...position, isOpen: true })] });
  await waitFor(async () => expect(factsOf(await part('Funding'))['Next funding in']).toMatch(/^0:59:\d\d$|^1:00:00$/));
  await waitFor(async () =>
    expect(factsOf(await part('Own position'))).toMatchObject({
      Position: 'Short 1,000 lots',
      'Value at mark': '50,000 USDT',
      'Next funding': 'receives 5 USDT',
    }),
  );
  const limits = await part('Risk limits');
  expect(limits.textContent).toContain(
    'Level 1: 60,000 USDT at entry, room for 40,000 USDT more, about 800 lots at mark',
  );
  const own = within(limits)
    .getAllByRole('row')
    .filter(row => row.getAttribute('aria-current') === 'true');
  expect(own.map(row => row.textContent)).toEqual(['1100,000125×0.8 %0.4 %']);
});

it('contract card in hedge mode shows the place of each side in the deleveraging queue', async () => {
  const long = buildPosition({ quantity: '10', positionSide: 'long', positionCost: '60000', riskLimit: '100000' });
  const short = buildPosition({
    id: 'p2',
    quantity: '-40',
    positionSide: 'short',
    positionCost: '-240000',
    riskLimit: '500000',
  });
  openContract({ positions: [long, short] });
  const limits = await part('Risk limits');
  await waitFor(() => {
    expect(limits.textContent).toContain('XBTUSDTM long Level 1: 60,000 USDT at entry');
    expect(limits.textContent).toContain('XBTUSDTM short Level 2: 240,000 USDT at entry');
  });
  const own = within(limits)
    .getAllByRole('row')
    .filter(row => row.getAttribute('aria-current') === 'true');
  expect(own).toHaveLength(2);
});

it('contract card is shown without a position too, and a cross one has no place in the queue', async () => {
  openContract({ positions: [] });
  expect(await screen.findByText('No position is open in this contract.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Own position' })).toBeNull();
  cleanup();
  openContract({ positions: [buildPosition({ marginMode: 'cross', riskLimit: null })] });
  expect(await screen.findByText(/this one is cross/)).toBeTruthy();
});

it('contract card opens its fees', async () => {
  openContract({ positions: [] });
  await part('Terms');
  fireEvent.click(screen.getByRole('button', { name: 'Fees paid' }));
  expect(useUiStore.getState().openCard).toEqual({ kind: 'fees', market: { venue: 'futures', symbol: 'XBTUSDTM' } });
});

it('fee card shows the named rates, the paid fees, forced takers and deviations', async () => {
  const desk = installFakeDesk({
    'accounts.marketFee': always({ makerFeeRate: '0.0008', takerFeeRate: '0.001' }),
    'accounts.baseFee': always({ makerFeeRate: '0.001', takerFeeRate: '0.001' }),
  });
  serveAccount(desk, {
    'spot.fills': [
      buildFill({ tradeId: 'a', liquidity: 'maker', feeRate: '0.0008', funds: '300', fee: '0.24' }),
      buildFill({ tradeId: 'b', feeRate: '0.002', funds: '100', fee: '0.2', isForceTaker: true }),
      buildFill({ tradeId: 'c', symbol: 'ETH-USDT', fee: '7' }),
    ],
  });
  renderPage(<FeeCard profileId="p" market={spotMarket()} />);
  expect(factsOf(await part('Named for BTC-USDT'))).toEqual({ Maker: '0.080 %', Taker: '0.100 %' });
  expect(factsOf(await part('Base fee of the account'))).toEqual({ Maker: '0.100 %', Taker: '0.100 %' });
  await waitFor(async () =>
    expect(factsOf(await part('Paid in the last 24 hours'))).toEqual({
      Fees: '0.44 USDT',
      'Maker share': '75 %',
      'As maker': '1 · 300 USDT',
      'As taker': '1 · 100 USDT',
      'Forced takers': '1 · 100 USDT',
      'Cost of being forced': '0.02 USDT',
    }),
  );
  const table = screen.getByRole('table', { name: 'Deviations from the named rate' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  expect(table.textContent).toContain('0.200 %0.100 %');
});
