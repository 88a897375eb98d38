import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MarketTicker, TickerMessage } from '#shared/domain/market/ticker.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { MarketList } from './market-list.tsx';

const pairs = ['BTC-USDT', 'ETH-USDT', 'ETH-BTC'].map(symbol => {
  const [baseCurrency = '', quoteCurrency = ''] = symbol.split('-');
  return buildSpotSymbol({ symbol, baseCurrency, quoteCurrency });
});

function List() {
  const venue = useUiStore(state => state.venue);
  const symbol = useUiStore(state => state.symbol);
  return <MarketList profileId="p" market={{ venue, symbol }} />;
}

const beginning = useUiStore.getInitialState();
let desk: FakeDesk;

beforeEach(async () => {
  desk = installFakeDesk({
    'symbols.list': always(pairs),
    'contracts.list': always([buildFuturesContract({ symbol: 'ETHUSDTM', baseCurrency: 'ETH' })]),
    'watch.set': () => succeed({}),
  });
  renderPage(<List />);
  await screen.findByText('ETHUSDTM');
});
afterEach(() => {
  cleanup();
  useUiStore.setState(beginning);
});

const chosen = () => useUiStore.getState().symbol;
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter markets' });
const rows = () => screen.queryAllByRole('option').map(row => row.textContent);
const row = (name: RegExp) => screen.getByRole('option', { name });
const ticker = (symbol: string, figures: Partial<MarketTicker> = {}): MarketTicker => ({
  venue: symbol.includes('-') ? 'spot' : 'futures',
  symbol,
  lastPrice: '100.5',
  changeRate: '0.0123',
  turnover: '1234567',
  ...figures,
});
const publish = (message: Partial<TickerMessage>) =>
  act(() =>
    desk.push('tickers.changed', {
      profileId: 'p',
      isWhole: false,
      tickers: [],
      details: { spot: null, futures: null },
      ...message,
    }),
  );

it('/ text Enter takes the first match, empties the filter and moves to the list', async () => {
  await userEvent.keyboard('/eth{Enter}');
  expect(chosen()).toBe('ETH-USDT');
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('listbox'));
});

it('arrows in the filter move through the matches of both venues, and Enter keeps the present one', async () => {
  await userEvent.keyboard('/eth{ArrowDown}{ArrowDown}');
  expect(chosen()).toBe('ETH-BTC');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect([useUiStore.getState().venue, chosen()]).toEqual(['futures', 'ETHUSDTM']);
});

it('a filter without a match chooses nothing, and Escape empties it', async () => {
  await userEvent.keyboard('/doge{Enter}');
  expect(chosen()).toBe('BTC-USDT');
  expect(screen.getByText('No market matches “doge”.')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(field().value).toBe('');
});

it.each([
  ['Enter pressed before the contracts are loaded selects its contract once they are', '/solusd{Enter}', 'SOLUSDTM'],
  ['and no longer when the text was changed since', '/solusd{Enter}t', 'BTC-USDT'],
])('%s', async (_, keys, expected) => {
  cleanup();
  const contracts = Promise.withResolvers<Result<FuturesContract[]>>();
  installFakeDesk({
    'symbols.list': always(pairs),
    'contracts.list': () => contracts.promise,
    'watch.set': () => succeed({}),
  });
  renderPage(<List />);
  await screen.findByRole('option', { name: /ETH BTC/ });
  await userEvent.keyboard(keys);
  expect(chosen()).toBe('BTC-USDT');
  contracts.resolve(succeed([buildFuturesContract({ symbol: 'SOLUSDTM', baseCurrency: 'SOL' })]));
  await screen.findByText('SOLUSDTM');
  expect(chosen()).toBe(expected);
});

it('figures are pushed, the changed ones alone, twice a second, and are unknown before', async () => {
  expect(row(/BTC USDT/).textContent).toContain('–');
  publish({ isWhole: true, tickers: [ticker('BTC-USDT'), ticker('ETHUSDTM', { changeRate: '-0.05' })] });
  expect(row(/BTC USDT/).textContent).toMatch(/100\.50\+1\.23 %1\.23M/);
  expect(row(/ETHUSDTM/).textContent).toContain('−5.00 %');
  publish({ tickers: [ticker('BTC-USDT', { lastPrice: '99' })] });
  expect(row(/BTC USDT/).textContent).toContain('100.50');
  await waitFor(() => expect(row(/BTC USDT/).textContent).toContain('99.00'));
  expect(row(/ETHUSDTM/).textContent).toContain('−5.00 %');
});

const isDimmed = () => document.querySelector('.panel-content-old') !== null;

it('the list is marked live only when none of its data is stale, else with the reason', () => {
  publish({ isWhole: true });
  expect(screen.getByText('live')).toBeTruthy();
  expect(isDimmed()).toBe(false);
  publish({ details: { spot: null, futures: 'The exchange is busy.' } });
  expect(isDimmed()).toBe(true);
  expect(screen.queryByText('live')).toBeNull();
  expect(screen.getByTitle('The exchange is busy.')).toBeTruthy();
});

it('a favourite is first, by star and by key, and alone on request', async () => {
  await userEvent.click(within(row(/ETHUSDTM/)).getByTitle('Add to favourites (F)'));
  expect(useUiStore.getState().favourites).toEqual(['futures:ETHUSDTM']);
  expect(rows()[0]).toContain('ETHUSDTM');
  expect(chosen()).toBe('BTC-USDT');
  await userEvent.click(screen.getByRole('button', { name: 'Favourites' }));
  expect(rows()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'All markets' }));
  screen.getByRole('listbox').focus();
  await userEvent.keyboard('f');
  expect(useUiStore.getState().favourites).toEqual(['futures:ETHUSDTM', 'spot:BTC-USDT']);
});

it('a column head sorts by its figure, and a second click restores the usual order', async () => {
  publish({ isWhole: true, tickers: [ticker('ETH-BTC', { changeRate: '0.5' }), ticker('BTC-USDT')] });
  await userEvent.click(screen.getByRole('button', { name: '24 h' }));
  expect(rows()[0]).toContain('ETH BTC');
  await userEvent.click(screen.getByRole('button', { name: /24 h/ }));
  expect(rows()[0]).toContain('BTC USDT');
});

it('the contracts filter shows contracts only', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Futures contracts' }));
  expect(rows()).toHaveLength(1);
});

it('I opens the card of a chosen contract, and the fees of a chosen pair', async () => {
  screen.getByRole('listbox').focus();
  await userEvent.keyboard('i');
  expect(useUiStore.getState().openCard).toEqual({ kind: 'fees', market: { venue: 'spot', symbol: 'BTC-USDT' } });
  await userEvent.click(within(row(/ETHUSDTM/)).getByTitle('About the contract (I)'));
  expect(useUiStore.getState().openCard).toEqual({ kind: 'contract', symbol: 'ETHUSDTM' });
  // more data of a market does not select it
  expect(chosen()).toBe('BTC-USDT');
});
