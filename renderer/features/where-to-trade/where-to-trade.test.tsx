import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { LiveBook } from '#shared/domain/live.ts';
import { succeed } from '#shared/errors.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useComparisonStore } from '#state/comparison-store.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { WhereToTrade } from './where-to-trade.tsx';

afterEach(() => {
  cleanup();
  useUiStore.setState(useUiStore.getInitialState());
  useTicketStore.setState(useTicketStore.getInitialState());
  useComparisonStore.setState(useComparisonStore.getInitialState());
});

const book = (change: Partial<LiveBook>): LiveBook => ({
  profileId: 'p',
  venue: 'spot',
  symbol: 'BTC-USDT',
  step: null,
  state: 'live',
  detail: null,
  source: 'full',
  sequence: '1',
  asOfMs: 1,
  bids: [['50000', '9']],
  asks: [['50010', '9']],
  ...change,
});

/** The sheet after typing, when the books have arrived. */
async function show(typed: string) {
  const desk = installFakeDesk({
    'symbols.list': always([buildSpotSymbol()]),
    'contracts.list': always([buildFuturesContract(), buildFuturesContract({ symbol: 'XBTMZ24' })]),
    'accounts.marketFee': ({ venue }) =>
      succeed({ takerFeeRate: venue === 'spot' ? '0.001' : '0.0006', makerFeeRate: '0' }),
    'watch.set': always({}),
  });
  useComparisonStore.setState({ isOpen: true, typed });
  renderPage(<WhereToTrade profile={buildProfile({ id: 'p' })} />);
  await screen.findByText('XBTMZ24');
  desk.push('book.changed', wholeMessage(book({})));
  desk.push(
    'book.changed',
    wholeMessage(book({ venue: 'futures', symbol: 'XBTUSDTM', bids: [['50020', '9000']], asks: [['50030', '9000']] })),
  );
  // books that come within a second are shown together
  await screen.findByText('2 of 3', { exact: false }, { timeout: 20_000 });
  return desk;
}

const rows = () => screen.getAllByRole('row').slice(1);
const field = () => screen.getByRole('combobox', { name: 'What to trade' });
const nameOf = (row: HTMLElement | undefined) => row?.dataset['market'];
const chosen = () => nameOf(rows().find(row => row.getAttribute('aria-selected') === 'true'));

it('where to trade compares its markets, the best first, and states why others are unranked', async () => {
  const desk = await show('sell 2 btc');
  expect(rows().map(nameOf)).toEqual(['XBTUSDTM', 'BTC-USDT', 'XBTMZ24']);
  const [best, second, third] = rows();
  if (best === undefined || second === undefined || third === undefined) throw new Error('three markets');
  expect(within(best).getByText('99,979.98')).toBeTruthy();
  expect(within(second).getByText('99,900.00')).toBeTruthy();
  // 60 USDT of 100,040; 100 of 100,000
  expect(best.textContent).toContain('60.02 USDT');
  expect(second.textContent).toContain('100 USDT');
  expect(within(third).getByText('The book has not come yet.')).toBeTruthy();
  const watched = desk.calls.findLast(({ name }) => name === 'watch.set');
  expect(JSON.stringify(watched?.input).match(/"kind":"book"/g)).toHaveLength(3);
});

it('Enter takes the best unless an arrow chose another, which stays chosen; a new request starts with its best', async () => {
  await show('sell 2 btc');
  expect(chosen()).toBe('XBTUSDTM');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(chosen()).toBe('XBTUSDTM');
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(chosen()).toBe('BTC-USDT');
  fireEvent.change(field(), { target: { value: 'sell 1 btc' } });
  expect(chosen()).toBe('XBTUSDTM');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(useUiStore.getState()).toMatchObject({ venue: 'futures', symbol: 'XBTUSDTM' });
  expect(useTicketStore.getState().prefill).toEqual({
    side: 'sell',
    kind: 'limit',
    size: '1000',
    sizeUnit: 'lots',
    price: '50020',
  });
  expect(useComparisonStore.getState().isOpen).toBe(false);
});

it('a small fee keeps its digits', async () => {
  await show('sell 0.01 btc');
  expect(rows().find(row => nameOf(row) === 'BTC-USDT')?.textContent).toContain('0.5 USDT');
  expect(rows().find(row => nameOf(row) === 'XBTUSDTM')?.textContent).toContain('0.30012 USDT');
});

it('a market that cannot take the order does not fill the ticket', async () => {
  await show('sell 2 btc');
  fireEvent.click(screen.getByText('XBTMZ24'));
  expect(useTicketStore.getState().prefill).toBeNull();
  expect(useComparisonStore.getState().isOpen).toBe(true);
  fireEvent.click(screen.getByText('BTC-USDT'));
  expect(useTicketStore.getState().prefill).toMatchObject({ size: '2', sizeUnit: 'base', price: '50000' });
});

function said(typed: string) {
  fireEvent.change(field(), { target: { value: typed } });
  return document.querySelector('.where-to-trade-said')?.textContent;
}

it('where to trade reports errors of the text, and a coin without a market', async () => {
  await show('sell 2 btc');
  expect(said('buy 50k usdt of btc')).toMatch(/^Buy 0\.99\d+ BTC, counted in USDT: 2 of 3 markets/);
  expect(said('')).toMatch(/^A side, a size and a coin/);
  expect(said('sell')).toMatch(/^Type it like/);
  expect(said('sell 2 doge')).toBe('No open market here trades DOGE.');
});
