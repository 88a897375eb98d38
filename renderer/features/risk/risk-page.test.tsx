import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { ListStatus } from '#shared/domain/account/account-list.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { firstOversight } from '#shared/domain/account/oversight.ts';
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
import { TableViewsContext } from '#ui/table/view/table-views.ts';
import { rowColumns } from './panels/row-columns.tsx';
import { RiskPage } from './risk-page.tsx';

const profile = buildProfile();
const linked = buildProfile({ id: 'linked', name: 'Desk-2' });
const noItems = { items: [], missing: null };
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
  readonly isLinked?: boolean;
  readonly around?: (page: ReactElement) => ReactElement;
}

const asItIs = (page: ReactElement) => page;
const asked: string[] = [];
const actions = {
  buttons: () => <button type="button">Act</button>,
  menu: ({ id }: { readonly id: string }) => [
    [{ id: 'action', label: 'Act on it', onSelect: () => void asked.push(id) }],
  ],
  onLetter: (_row: unknown, letter: string) => asked.push(letter) > 0,
  onOpen: ({ id }: { readonly id: string }) => void asked.push(id),
};

const ticker = (symbol: string, lastPrice: `${number}`) =>
  ({ venue: 'spot', symbol, lastPrice, changeRate: null, turnover: null }) as const;

function open({
  positions = [near],
  status = {},
  hasPrices = true,
  isLinked = false,
  around = asItIs,
}: Opening = {}): FakeDesk {
  const desk = installFakeDesk({
    'margin.config': always(marginConfig),
    'margin.isolatedSymbols': always([]),
    'contracts.list': always([contract]),
    'contracts.funding': always(funding),
    'candles.history': always([]),
    'profiles.list': always({ profiles: [profile, linked], activeId: profile.id, canStoreSecrets: true }),
    'oversight.read': always(isLinked ? { ...firstOversight, links: { u: linked.id } } : null),
    'accounts.linked': always({
      isMaster: false,
      orders: noItems,
      fills: noItems,
      positions: { items: [buildPosition({ id: 'e', symbol: 'ETHUSDTM' })], missing: null },
      withdrawals: noItems,
      movements: noItems,
      asOfMs: 1,
    }),
  });
  const account = serveAccount(desk, {});
  account.publish('positions', positions, status);
  account.publish('balances', wallets);
  account.publish('margin.accounts', [buildCrossAccount(), buildIsolatedAccount()]);
  account.publish('futures.stops', [
    buildStopOrder({ venue: 'futures', symbol: 'XBTUSDTM', side: 'sell', stop: 'down', size: '0.5' }),
  ]);
  renderPage(around(<RiskPage profile={profile} stopBoard={<p>the stops</p>} actions={actions} />));
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
  useRiskStore.setState({ coin: null, isJoined: false, moves: { all: null, ofCoins: {} } });
  useDistanceHistory.setState({ samples: {} });
});

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent ?? '');
const atRisk = 'Positions and margin accounts by risk';

it('the nearest to liquidation is first, with its stops, its funding and its actions', async () => {
  open();
  await waitFor(() => expect(rowsOf(atRisk)[0]).toContain('XBTUSDTM'));
  await waitFor(() => expect(rowsOf(atRisk)[0]).toContain('2.00 %'), { timeout: 20_000 });
  const [first, second] = rowsOf(atRisk);
  expect(first).toContain('50 %');
  expect(first).toContain('Act');
  expect(second).toContain('ETH-USDT isolated');
  expect(screen.getByText('the stops')).toBeTruthy();
});

it('the debt ratio is the exchange’s own, with ours beside it when they differ', async () => {
  open();
  await waitFor(() => expect(rowsOf(atRisk).length).toBeGreaterThan(2), { timeout: 20_000 });
  const table = within(screen.getByRole('table', { name: atRisk }));
  const row = () => table.getByRole('row', { name: /ETH-USDT isolated/ });
  // 1800 owed against two ether: the exchange says nine tenths, at 2000 it is less than half
  await waitFor(() => expect(row().textContent).toContain('90.0 %ours 45.0 %'), { timeout: 20_000 });
  expect(within(row()).getByText('90.0 %').title).toMatch(/from the exchange.*Liquidated at 97.0 %.*They differ/);
  expect(table.getByRole('row', { name: /XBTUSDTM/ }).textContent).not.toContain('ours');
});

it('a scenario names the liquidated units, and a click on a coin its liquidation order', async () => {
  open();
  await waitFor(() => expect(rowsOf('Liquidation order')[0]).toContain('XBTUSDTM'), { timeout: 20_000 });
  const shocks = screen.getByRole('table', { name: 'Effect of price moves on all accounts' });
  await waitFor(() => expect(within(shocks).getByRole('row', { name: /^BTC/ }).textContent).toContain('1 liq.'));
  fireEvent.click(within(shocks).getByRole('button', { name: 'ETH' }));
  await waitFor(() => expect(rowsOf('Liquidation order')[0]).toContain('ETH-USDT isolated'));
  expect(rowsOf('Liquidation order')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'NAV / PnL' }));
  expect(within(shocks).getByRole('row', { name: /^All coins/ }).textContent).toContain('k');
  expect(within(shocks).getByTitle(/stablecoins do not move: .*USDC/).textContent).toBe('All coins');
});

it('moves of one’s own count once they are applied, for every row or for one coin', async () => {
  open();
  await waitFor(() => expect(rowsOf('Liquidation order').length).toBeGreaterThan(0), { timeout: 20_000 });
  const shocks = within(screen.getByRole('table', { name: 'Effect of price moves on all accounts' }));
  const heads = () => shocks.getAllByRole('columnheader').map(each => each.textContent);
  fireEvent.click(screen.getByRole('button', { name: 'Scenarios…' }));
  const form = within(screen.getByRole('form', { name: 'Scenarios of the stress test, in percent' }));
  const first = () => form.getByRole('textbox', { name: 'Scenario 1 in percent' });
  fireEvent.change(first(), { target: { value: '-100' } });
  expect(form.getByRole('status').textContent).toContain('99 %');
  expect(first().getAttribute('aria-invalid')).toBe('true');
  fireEvent.submit(first());
  expect(heads()).toContain('−10 %');
  fireEvent.change(first(), { target: { value: '-7.5' } });
  expect(form.getByRole('status').textContent).toMatch(/^Edited, not applied/);
  expect(first().closest('.risk-edited')).not.toBeNull();
  expect(heads()).toContain('−10 %');
  fireEvent.submit(first());
  expect(heads()).toEqual(['−7.5 %', '−5 %', '−2 %', '+2 %', '+5 %', '+10 %']);
  expect(first().closest('.risk-edited')).toBeNull();
  // one coin by itself: its cells say its move, all others follow the head
  fireEvent.change(form.getByRole('combobox'), { target: { value: 'ETH' } });
  fireEvent.change(first(), { target: { value: '-50' } });
  fireEvent.submit(first());
  expect(heads()[0]).toBe('−7.5 %');
  expect(shocks.getByRole('row', { name: /^ETH/ }).textContent).toContain('−50 %');
  expect(shocks.getByRole('row', { name: /^BTC/ }).textContent).not.toContain('−50 %');
  fireEvent.click(form.getByRole('button', { name: 'Default' }));
  expect(shocks.getByRole('row', { name: /^ETH/ }).textContent).not.toContain('−50 %');
  fireEvent.keyDown(first(), { key: 'Escape' });
  expect(screen.queryByRole('form')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Scenarios…');
});

it('the stress test is exported with one line per move, and its rows have the usual menu', async () => {
  const saved: string[] = [];
  const save = async (_table: string, kind: string, text: string) => {
    saved.push(`${kind} ${text}`);
    return { file: 'risk.csv' };
  };
  const views = { setups: {}, change: () => undefined, wanted: null, onShown: () => undefined, save };
  open({ around: page => <TableViewsContext value={views}>{page}</TableViewsContext> });
  await waitFor(() => expect(rowsOf('Liquidation order').length).toBeGreaterThan(0), { timeout: 20_000 });
  const shocks = within(screen.getByRole('table', { name: 'Effect of price moves on all accounts' }));
  fireEvent.contextMenu(shocks.getByRole('button', { name: 'BTC' }));
  const menu = within(await screen.findByRole('menu', { name: 'Row of Effect of price moves on all accounts' }));
  expect(menu.getByRole('menuitem', { name: 'Copy row as JSON' })).toBeTruthy();
  fireEvent.click(menu.getByRole('menuitem', { name: 'Table as CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [head, ...lines] = saved[0]?.split('\r\n') ?? [];
  expect(head).toBe('csv \uFEFFcoin,by,value,value_unit,change,change_unit,worst_ratio,worst,gone,nearest,as_of_utc');
  expect(lines.filter(line => line.startsWith('BTC,'))).toHaveLength(6);
  expect(lines.find(line => line.startsWith('BTC,-0.1,'))).toContain('XBTUSDTM');
});

it('exposure is net and gross over all wallets', async () => {
  open();
  // two bitcoin and a lot of 0.001
  await waitFor(() => expect(rowsOf('Exposure by coin')[0]).toContain('100,050'), { timeout: 20_000 });
  expect(screen.getByText(/^delta net .* · gross .* · stablecoins .* · collateral/)).toBeTruthy();
});

/** What each panel says that it leaves out. */
const lists = () => screen.getAllByRole('group').map(each => each.textContent ?? '');

it('an unknown figure is omitted from every total, with the reason', async () => {
  open({ hasPrices: false, positions: [{ ...near, symbol: 'NEWUSDTM' }] });
  await waitFor(() => expect(lists()[0]).toContain('NEWUSDTM The terms of its contract have not arrived.'), {
    timeout: 20_000,
  });
  expect(lists()[0]).toContain('ETH-USDT isolated There is no price for ETH.');
  expect(lists().some(each => each.includes('BTC No market price.'))).toBe(true);
  expect(lists().some(each => each.includes('Funding of NEWUSDTM'))).toBe(true);
  // what is not known of any position is no zero
  const paid = rowsOf('Futures wallets by settlement currency').filter(row => row.startsWith('Funding'));
  expect(paid).toEqual(['next', 'today'].map(when => `Funding ${when}– unknown. Funding rates are not loaded yet.`));
});

it('every panel is as old as what it is reckoned from, says so and loses its colours', async () => {
  open({ status: { asOfMs: Date.now() - 3_600_000, feed: 'polled', intervalMs: 2000 } });
  await screen.findByRole('region', { name: /^Exposure by coin/ }, { timeout: 20_000 });
  for (const name of [
    /^At risk/,
    /^Stress test/,
    /^Liquidation order/,
    /^Futures wallets/,
    /^Exposure in/,
    /^Exposure by/,
  ]) {
    const panel = await screen.findByRole('region', { name });
    expect(within(panel).getByText('stale'), String(name)).toBeTruthy();
    expect(panel.querySelector('.panel-content-old'), String(name)).not.toBeNull();
  }
});

it('a list that fails or is old is named', async () => {
  const desk = installFakeDesk({ 'contracts.list': always([]) });
  serveAccount(desk, { positions: fail('unreachable', 'The line is dead.').error, 'margin.accounts': [] });
  renderPage(<RiskPage profile={profile} stopBoard={null} actions={actions} />);
  expect(
    (await screen.findAllByText('The line is dead.', { exact: false }, { timeout: 20_000 })).length,
  ).toBeGreaterThan(0);
  cleanup();
  open({ status: { asOfMs: Date.now() - 3_600_000, feed: 'polled', intervalMs: 2000 } });
  expect(
    (await screen.findAllByText('Their data is delayed.', { exact: false }, { timeout: 20_000 })).length,
  ).toBeGreaterThan(0);
});

it('positions of linked accounts are shown on request, with their account and without actions', async () => {
  const desk = open({ isLinked: true });
  const toggle = await screen.findByRole('button', { name: 'All linked accounts' }, { timeout: 20_000 });
  await waitFor(() => expect(rowsOf(atRisk)[0]).toContain('XBTUSDTM'), { timeout: 20_000 });
  expect(desk.calls.filter(({ name }) => name === 'accounts.linked')).toEqual([]);
  fireEvent.click(toggle);
  const row = await screen.findByRole('row', { name: /Desk-2/ }, { timeout: 20_000 });
  expect(row.textContent).toContain('ETHUSDTM');
  // its margin accounts are unknown, and its stops are not ours
  expect(rowsOf(atRisk)).toHaveLength(4);
  expect(row.textContent).toContain('Conditional orders of linked accounts are not loaded here.');
  expect(within(row).queryByRole('button', { name: 'Act' })).toBeNull();
  act(() => row.focus());
  fireEvent.keyDown(row, { key: 'l' });
  fireEvent.keyDown(row, { key: 'Enter' });
  expect(asked).toEqual([]);
  expect(screen.getByText(/appear in this list only/)).toBeTruthy();
  fireEvent.click(toggle);
  await waitFor(() => expect(screen.queryByRole('row', { name: /Desk-2/ })).toBeNull());
});

it('keys on a row open its actions, and Enter its details', async () => {
  open();
  await waitFor(() => expect(rowsOf(atRisk)[0]).toContain('XBTUSDTM'), { timeout: 20_000 });
  const row = screen.getByRole('table', { name: atRisk }).querySelector<HTMLElement>('tbody tr[data-row-key]');
  row?.focus();
  if (row === null) throw new Error('no row');
  fireEvent.keyDown(row, { key: 'l' });
  fireEvent.keyDown(row, { key: 'Enter' });
  expect(asked).toEqual(['l', 'XBTUSDTM']);
});

it('a page without a risk has a text', async () => {
  const desk = installFakeDesk({ 'contracts.list': always([]) });
  serveAccount(desk, { positions: [], balances: [], 'margin.accounts': [], 'futures.stops': [] });
  renderPage(<RiskPage profile={profile} stopBoard={null} actions={actions} />);
  expect(await screen.findByText('No open futures positions and no margin accounts.')).toBeTruthy();
  expect(screen.getByText(/^No liquidation for any fall/)).toBeTruthy();
  expect(screen.getAllByText('No balances, liabilities or positions.').length).toBeGreaterThan(0);
});

it('a row has a menu for copying, and marked rows are summed by currency', async () => {
  const other = buildPosition({ id: 'far', symbol: 'ETHUSDTM', markPrice: '2000', markValue: '25' });
  open({ positions: [near, other] });
  await waitFor(() => expect(rowsOf(atRisk).length).toBeGreaterThan(2), { timeout: 20_000 });
  const table = screen.getByRole('table', { name: atRisk });
  const rowOf = (name: RegExp) => within(table).getByRole('row', { name });
  fireEvent.contextMenu(rowOf(/XBTUSDTM/));
  const menu = await screen.findByRole('menu', { name: `Row of ${atRisk}` });
  expect(within(menu).getByRole('menuitem', { name: 'Copy row as JSON' })).toBeTruthy();
  expect(within(menu).getByRole('menuitem', { name: 'Act on it' })).toBeTruthy();
  expect(within(menu).getByRole('menuitem', { name: /^Show its market/ })).toBeTruthy();
  expect(within(menu).getByRole('menuitem', { name: 'Copy id' }).getAttribute('aria-disabled')).not.toBe('true');
  fireEvent.keyDown(menu, { key: 'Escape' });
  for (const name of [/XBTUSDTM/, /ETHUSDTM/]) fireEvent.click(within(rowOf(name)).getByRole('checkbox'));
  const { textContent } = screen.getByRole('status', { name: 'Totals of the marked rows' });
  expect(textContent).toContain('Notional 75 USDT, average 37.5');
  expect(textContent).not.toContain('Margin ratio');
});

it('every table of the page can be filtered, sorted and exported, by all its columns', async () => {
  open();
  await waitFor(() => expect(rowsOf('Liquidation order').length).toBeGreaterThan(0), { timeout: 20_000 });
  for (const name of [atRisk, 'Exposure by coin', 'Liquidation order']) {
    expect(screen.getByRole('button', { name: `⋯ Filter, columns, views and files of ${name}` })).toBeTruthy();
  }
  expect(rowColumns.filter(({ value }) => value === undefined)).toEqual([]);
});
