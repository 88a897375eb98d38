import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ListStatus } from '#shared/domain/account/account-list.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { fail } from '#shared/errors.ts';
import { buildCrossAccount, buildIsolatedAccount, marginConfig } from '#shared/testing/account/build-margin.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useDistanceHistory } from '#state/distance-history.ts';
import { useRiskStore } from '#state/risk-store.ts';
import { rowColumns } from './panels/row-columns.tsx';
import { RiskPage } from './risk-page.tsx';

const profile = buildProfile();
const contract = buildFuturesContract({ symbol: 'XBTUSDTM', baseCurrency: 'XBT', multiplier: '0.001' });
const near = buildPosition({ id: 'near', markPrice: '50000', markValue: '50', liquidationPrice: '49000' });
const wallets = [
  buildBalance({ wallet: 'trade', currency: 'BTC', total: '2', held: '1' }),
  buildBalance({ accountId: 'f', wallet: 'futures', currency: 'USDT', total: '900', available: '500', held: '400' }),
];
const funding = {
  rate: '0.0001',
  predictedRate: null,
  rateCap: null,
  rateFloor: null,
  intervalMs: 28_800_000,
  settlesAtMs: null,
} as const;

interface Opening {
  readonly positions?: readonly Position[];
  readonly status?: Partial<ListStatus>;
  readonly hasPrices?: boolean;
}

const asked: string[] = [];
const acts = {
  buttons: () => <button type="button">Act</button>,
  onLetter: (_row: unknown, letter: string) => asked.push(letter) > 0,
  onOpen: ({ id }: { readonly id: string }) => void asked.push(id),
};

const ticker = (symbol: string, lastPrice: `${number}`) =>
  ({ venue: 'spot', symbol, lastPrice, changeRate: null, turnover: null }) as const;

function open({ positions = [near], status = {}, hasPrices = true }: Opening = {}): FakeDesk {
  const desk = installFakeDesk({
    'margin.config': always(marginConfig),
    'margin.isolatedSymbols': always([]),
    'contracts.list': always([contract]),
    'contracts.funding': always(funding),
    'candles.history': always([]),
  });
  const account = serveAccount(desk, {});
  account.tell('positions', positions, status);
  account.tell('balances', wallets);
  account.tell('margin.accounts', [buildCrossAccount(), buildIsolatedAccount()]);
  account.tell('futures.stops', [
    buildStopOrder({ venue: 'futures', symbol: 'XBTUSDTM', side: 'sell', stop: 'down', size: '0.5' }),
  ]);
  renderPage(<RiskPage profile={profile} stopBoard={<p>the stops</p>} acts={acts} />);
  const prices = [
    ['BTC-USDT', '50000'],
    ['ETH-USDT', '2000'],
  ] as const;
  if (hasPrices)
    act(() =>
      desk.push('tickers.changed', {
        profileId: profile.id,
        isWhole: true,
        tickers: prices.map(([symbol, price]) => ticker(symbol, price)),
        details: { spot: null, futures: null },
      }),
    );
  return desk;
}

afterEach(() => {
  cleanup();
  asked.length = 0;
  useRiskStore.setState({ coin: null });
  useDistanceHistory.setState({ samples: {} });
});

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent ?? '');
const atRisk = 'Positions and margin accounts by danger';

it('the nearest to liquidation comes first, with its stops, its funding and what may be done', async () => {
  open();
  await waitFor(() => expect(rowsOf(atRisk)[0]).toContain('XBTUSDTM'));
  await waitFor(() => expect(rowsOf(atRisk)[0]).toContain('2.00 %'), { timeout: 5000 });
  const [first, second] = rowsOf(atRisk);
  expect(first).toContain('50 %');
  expect(first).toContain('Act');
  expect(second).toContain('ETH-USDT isolated');
  expect(screen.getByText('the stops')).toBeTruthy();
});

it('the debt ratio is the exchange’s own, and where ours differs it stands beside it', async () => {
  open();
  await waitFor(() => expect(rowsOf(atRisk).length).toBeGreaterThan(2), { timeout: 5000 });
  const table = within(screen.getByRole('table', { name: atRisk }));
  const row = () => table.getByRole('row', { name: /ETH-USDT isolated/ });
  // 1800 owed against two ether: the exchange says nine tenths, at 2000 it is less than half
  await waitFor(() => expect(row().textContent).toContain('90.0 %ours 45.0 %'), { timeout: 5000 });
  expect(within(row()).getByText('90.0 %').title).toMatch(/exchange tells.*Liquidated at 97.0 %.*The two differ/);
  expect(table.getByRole('row', { name: /XBTUSDTM/ }).textContent).not.toContain('ours');
});

it('a shock says who is gone, and a press on a coin who goes first in it', async () => {
  open();
  await waitFor(() => expect(rowsOf('Who goes first')[0]).toContain('XBTUSDTM'), { timeout: 5000 });
  const shocks = screen.getByRole('table', { name: 'What moves of prices do to the desk' });
  await waitFor(() => expect(within(shocks).getByRole('row', { name: /^BTC/ }).textContent).toContain('1 gone'));
  fireEvent.click(within(shocks).getByRole('button', { name: 'ETH' }));
  await waitFor(() => expect(rowsOf('Who goes first')[0]).toContain('ETH-USDT isolated'));
  expect(rowsOf('Who goes first')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Worth, not change' }));
  expect(within(shocks).getByRole('row', { name: /^All coins/ }).textContent).toContain('k');
});

it('exposure is net and gross over all wallets', async () => {
  open();
  // two bitcoin and a lot of 0.001
  await waitFor(() => expect(rowsOf('Exposure by coin')[0]).toContain('100,050'), { timeout: 5000 });
  expect(screen.getByText(/^net .* · gross/)).toBeTruthy();
});

/** What each panel says that it leaves out. */
const lists = () => screen.getAllByRole('group').map(each => each.textContent ?? '');

it('what cannot be known is left out of every total, with the reason', async () => {
  open({ hasPrices: false, positions: [{ ...near, symbol: 'NEWUSDTM' }] });
  await waitFor(() => expect(lists()[0]).toContain('NEWUSDTM The terms of its contract have not arrived.'), {
    timeout: 5000,
  });
  expect(lists()[0]).toContain('ETH-USDT isolated There is no price for ETH.');
  expect(lists().some(each => each.includes('BTC No pair prices it.'))).toBe(true);
  expect(lists().some(each => each.includes('Funding of NEWUSDTM'))).toBe(true);
});

it('a list that does not come or is old is named', async () => {
  const desk = installFakeDesk({ 'contracts.list': always([]) });
  serveAccount(desk, { positions: fail('unreachable', 'The line is dead.').error, 'margin.accounts': [] });
  renderPage(<RiskPage profile={profile} stopBoard={null} acts={acts} />);
  expect((await screen.findAllByText('The line is dead.', { exact: false }, { timeout: 5000 })).length).toBeGreaterThan(
    0,
  );
  cleanup();
  open({ status: { asOfMs: Date.now() - 3_600_000, feed: 'polled', intervalMs: 2000 } });
  expect(
    (await screen.findAllByText('What is known of them is old.', { exact: false }, { timeout: 5000 })).length,
  ).toBeGreaterThan(0);
});

it('keys on a row go to whoever acts, and Enter tells more', async () => {
  open();
  await waitFor(() => expect(rowsOf(atRisk)[0]).toContain('XBTUSDTM'), { timeout: 5000 });
  const row = screen.getByRole('table', { name: atRisk }).querySelector<HTMLElement>('tbody tr[data-row-key]');
  row?.focus();
  if (row === null) throw new Error('no row');
  fireEvent.keyDown(row, { key: 'l' });
  fireEvent.keyDown(row, { key: 'Enter' });
  expect(asked).toEqual(['l', 'near']);
});

it('without anything at risk the page says so', async () => {
  const desk = installFakeDesk({ 'contracts.list': always([]) });
  serveAccount(desk, { positions: [], balances: [], 'margin.accounts': [], 'futures.stops': [] });
  renderPage(<RiskPage profile={profile} stopBoard={null} acts={acts} />);
  expect(await screen.findByText('No futures position is open, and nothing is on margin.')).toBeTruthy();
  expect(screen.getByText(/^Nobody is liquidated by a fall/)).toBeTruthy();
  expect(screen.getAllByText('Nothing is held, owed or open.').length).toBeGreaterThan(0);
});

it('a row has a menu with the way to copy it, and marked rows are added up by currency', async () => {
  const other = buildPosition({ id: 'far', symbol: 'ETHUSDTM', markPrice: '2000', markValue: '25' });
  open({ positions: [near, other] });
  await waitFor(() => expect(rowsOf(atRisk).length).toBeGreaterThan(2), { timeout: 5000 });
  const table = screen.getByRole('table', { name: atRisk });
  const rowOf = (name: RegExp) => within(table).getByRole('row', { name });
  fireEvent.contextMenu(rowOf(/XBTUSDTM/));
  const menu = await screen.findByRole('menu', { name: `Row of ${atRisk}` });
  expect(within(menu).getByRole('menuitem', { name: 'Copy row as JSON' })).toBeTruthy();
  expect(within(menu).getByRole('menuitem', { name: 'Copy id' }).getAttribute('aria-disabled')).not.toBe('true');
  fireEvent.keyDown(menu, { key: 'Escape' });
  for (const name of [/XBTUSDTM/, /ETHUSDTM/]) fireEvent.click(within(rowOf(name)).getByRole('checkbox'));
  const { textContent } = screen.getByRole('status', { name: 'Totals of the marked rows' });
  expect(textContent).toContain('Notional 75 USDT, average 37.5');
  expect(textContent).not.toContain('Ratio');
});

it('every table of the page can be filtered, arranged and saved as a file, by all that it shows', async () => {
  open();
  await waitFor(() => expect(rowsOf('Who goes first').length).toBeGreaterThan(0), { timeout: 5000 });
  for (const name of [atRisk, 'Exposure by coin', 'Who goes first']) {
    expect(screen.getByRole('button', { name: `⋯ Filter, columns, views and files of ${name}` })).toBeTruthy();
  }
  expect(rowColumns.filter(({ value }) => value === undefined)).toEqual([]);
});
