import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ArchiveStatus } from '#shared/domain/archive/archive.ts';
import type { Portfolio, PortfolioRow } from '#shared/domain/portfolio/portfolio.ts';
import { fail, succeed } from '#shared/errors.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setPrivacy } from '#lib/own/privacy.ts';
import { setTimeView } from '#lib/time.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { PortfolioPanel } from './portfolio-panel.tsx';
import { buildPortfolio, startMs } from './testing/build-portfolio.ts';

beforeEach(() => {
  profileCount += 1;
  profileId = `p${profileCount}`;
  setTimeView(() => 0, false);
  useUiStore.setState({ timeZone: 'UTC' });
});
afterEach(() => {
  cleanup();
  setTimeView(null, false);
  setPrivacy('off');
});

const status: ArchiveStatus = {
  state: 'idle',
  obstacle: null,
  detail: null,
  isPaused: false,
  sharePercent: 10,
  streams: [],
  records: [],
  sizeBytes: 1,
  freeBytes: null,
  current: null,
  snapshot: null,
};
/** another profile for each test: what a profile's panel shows outlives the panel */
let profileId = 'p0';
let profileCount = 0;
const onCurrency = vi.fn<(currency: string) => void>();

function show(change: Partial<Portfolio> = {}, archive: Partial<ArchiveStatus> = {}) {
  const desk = installFakeDesk({
    'portfolio.read': always(buildPortfolio(change)),
    'archive.status': always({ ...status, ...archive }),
    'overseen.read': always(null),
  });
  draw();
  return desk;
}

function draw() {
  renderPage(
    <PortfolioPanel
      profileId={profileId}
      streamTitles={{ 'hf-ledger': 'HF ledger' }}
      currency="USDT"
      currencies={['USDT', 'BTC']}
      onCurrency={onCurrency}
    />,
  );
}

const asked = (desk: FakeDesk, name = 'portfolio.read') =>
  desk.calls.filter(each => each.name === name).map(each => each.input);
const figure = (title: string) => screen.getByText(title).closest('.portfolio-figure')?.textContent ?? '';
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

it('portfolio shows value, change, P&L, TWR and MWR, each with its sign', async () => {
  show();
  await screen.findByText('TWR');
  expect(figure('TWR')).toContain('+5.51 %');
  expect(figure('MWR')).toContain('+5.30 %');
  expect(figure('P&L')).toContain('+3,961.80 USDT');
  expect(figure('Value change')).toMatch(/−3,638\.20 USDT.*−5\.20 %/);
});

it('portfolio explains a figure on focus', async () => {
  show();
  fireEvent.focus((await screen.findByText('MWR')).parentElement ?? document.body);
  expect(screen.getByRole('tooltip').textContent).toMatch(/^Money-weighted return/);
});

it('portfolio states why a return is undefined, and since when one is defined', async () => {
  const { fromMs } = buildPortfolio();
  show({
    timeWeighted: { rate: '0.01', fromMs: fromMs + 3_600_000 },
    moneyWeighted: { rate: null, reason: 'several-roots' },
    end: null,
    pnl: null,
  });
  await screen.findByText('MWR');
  expect(figure('MWR')).toContain('several rates explain');
  expect(figure('TWR')).toMatch(/since .*01:00/);
  expect(figure('P&L')).toContain('–');
});

it('portfolio requests the chosen span, account and method', async () => {
  const desk = show();
  await screen.findByText('TWR');
  press('All');
  await waitFor(() => expect(asked(desk)).toContainEqual(expect.objectContaining({ fromMs: null, toMs: null })));
  fireEvent.change(screen.getByRole('combobox', { name: 'Account' }), { target: { value: '=s07' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Cost method' }), { target: { value: 'fifo' } });
  await waitFor(() =>
    expect(asked(desk)).toContainEqual({
      profileId,
      owner: 's07',
      fromMs: null,
      toMs: null,
      currency: 'USDT',
      timeZone: 'UTC',
      method: 'fifo',
    }),
  );
  fireEvent.change(screen.getByRole('combobox', { name: 'Value in' }), { target: { value: 'BTC' } });
  expect(onCurrency).toHaveBeenCalledWith('BTC');
});

it('portfolio draws read and derived parts as separate lines that end at an unknown value', async () => {
  show();
  await screen.findByRole('slider', { name: 'Value over time in USDT' });
  const paths = [...document.querySelectorAll('.portfolio-lines path')];
  expect(paths.map(path => [path.hasAttribute('data-derived'), path.hasAttribute('data-single')])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(screen.getByTitle(/^In: 5,000\.00 USDT/).textContent).toBe('▲');
  expect(screen.getByTitle(/^Out: 12,600\.00 USDT/).textContent).toBe('▼');
});

it('portfolio moves the cursor by arrow keys, Home and End and reads the point out', async () => {
  show();
  const slider = await screen.findByRole('slider', { name: 'Value over time in USDT' });
  const text = () => slider.getAttribute('aria-valuetext');
  expect(text()).toContain('66,361.80 USDT · Now');
  fireEvent.keyDown(slider, { key: 'Home' });
  expect(text()).toContain('70,000.00 USDT · Balance snapshot');
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(text()).toContain('75,000.00 USDT · Derived from ledgers');
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(text()).toContain('– · Balance snapshot · without XYZ');
  fireEvent.keyDown(slider, { key: 'End' });
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(slider.getAttribute('aria-valuenow')).toBe('3');
  fireEvent.blur(slider);
  expect(document.querySelector('.portfolio-cursor')).toBeNull();
});

it('portfolio shows the drawdown, and the same points as a table', async () => {
  show();
  await screen.findByText('TWR');
  press('Drawdown');
  const slider = screen.getByRole('slider', { name: 'Drawdown over time' });
  fireEvent.keyDown(slider, { key: 'Home' });
  expect(slider.getAttribute('aria-valuetext')).toContain('at its highest');
  press('Curve as a table');
  const rows = within(screen.getByRole('table', { name: 'Points of the curve' })).getAllByRole('row');
  expect(rows).toHaveLength(5);
});

const rowOf = (key: string): PortfolioRow => ({
  atMs: 0,
  owner: 's07',
  record: 'hf-fills',
  key,
  label: 'buy BTC-USDT',
  coin: 'USDT',
  amount: '-37.7',
  price: '1',
  value: '-37.7',
});

it('portfolio opens the rows of a part by coin and page', async () => {
  const desk = show();
  desk.answer('portfolio.rows', ({ offset }) => succeed({ rows: [rowOf(`k${offset}`)], total: 431 }));
  fireEvent.click(await screen.findByRole('button', { name: /^Fees.*−37\.70/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Fees: rows' });
  expect(await within(sheet).findByText('buy BTC-USDT')).toBeTruthy();
  fireEvent.click(within(sheet).getByRole('button', { name: /^USDT −37\.70/ }));
  await waitFor(() =>
    expect(asked(desk, 'portfolio.rows')).toContainEqual(
      expect.objectContaining({ part: 'fees', coin: 'USDT', offset: 0 }),
    ),
  );
  fireEvent.click(await within(sheet).findByRole('button', { name: 'Older' }));
  await waitFor(() =>
    expect(asked(desk, 'portfolio.rows')).toContainEqual(expect.objectContaining({ coin: 'USDT', offset: 200 })),
  );
});

it('portfolio always shows the unexplained part, which opens the data issues', async () => {
  const desk = show({
    parts: [],
    issues: [{ kind: 'proof-failed', subject: 'USDT', fromMs: null, toMs: null, amount: '50' }],
  });
  desk.answer('portfolio.rows', always({ rows: [], total: 0 }));
  fireEvent.click(await screen.findByRole('button', { name: /^Unexplained/ }));
  expect(await screen.findByText('No archived row belongs to this part.')).toBeTruthy();
  press('Show the data issues');
  expect(screen.getByText(/USDT: the rows differ from the balances by 50/)).toBeTruthy();
});

it('portfolio moves through the calendar by arrow keys and opens a day', async () => {
  const desk = show();
  const calendar = await screen.findByRole('table', { name: 'P&L of March 2026' });
  const day = (name: RegExp) => within(calendar).getByRole('button', { name });
  expect(day(/^2026-03-25: P&L unknown/).tabIndex).toBe(0);
  fireEvent.keyDown(day(/^2026-03-25/), { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(day(/^2026-03-24: \+120\.50 USDT/));
  fireEvent.click(day(/^2026-03-24/));
  const [fromMs, toMs] = [Date.UTC(2026, 2, 24), Date.UTC(2026, 2, 25)];
  await waitFor(() => expect(asked(desk)).toContainEqual(expect.objectContaining({ fromMs, toMs })));
  // the calendar keeps its days, and the span is one press away
  expect(day(/^2026-03-23: −50\.00 USDT/)).toBeTruthy();
  press(/^Day 2026-03-24/);
  expect(screen.queryByRole('button', { name: /^Day 2026-03-24/ })).toBeNull();
});

it('portfolio shows the same span and account after it moved to another place', async () => {
  show();
  await screen.findByText('TWR');
  press('7D');
  fireEvent.change(screen.getByRole('combobox', { name: 'Account' }), { target: { value: '=s07' } });
  cleanup();
  draw();
  expect(screen.getByRole('button', { name: '7D' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('combobox', { name: 'Account' })).toHaveProperty('value', '=s07');
});

it('portfolio lists results by market', async () => {
  show();
  fireEvent.click(await screen.findByRole('tab', { name: 'By market' }));
  const row = within(screen.getByRole('table', { name: 'Results by market' })).getByRole('row', { name: /BTC/ });
  expect(row.textContent).toContain('+562.51');
});

it('portfolio does not call the value of a contract unknown, because it has none', async () => {
  const [coin] = buildPortfolio().markets;
  if (coin === undefined) throw new Error('the example has a market');
  const none = { ...coin, value: null };
  show({ markets: [none, { ...none, name: 'XBTUSDTM', kind: 'contract' }] });
  fireEvent.click(await screen.findByRole('tab', { name: 'By market' }));
  expect(within(screen.getByRole('row', { name: /BTC/ })).getByTitle('A cost or a price is unknown.')).toBeTruthy();
  expect(
    within(screen.getByRole('row', { name: /XBTUSDTM/ })).getByTitle(/^A contract has no value of its own/),
  ).toBeTruthy();
});

it('portfolio names omitted coins and accounts', async () => {
  show({
    leftOut: [{ coin: 'XYZ', missing: 'end', quantity: '5' }],
    issues: [
      { kind: 'no-balance', subject: 'sub-account:s19', fromMs: null, toMs: null, amount: null },
      { kind: 'main-wallet-only', subject: 'sub-account:s20', fromMs: null, toMs: null, amount: null },
    ],
  });
  expect(
    await screen.findByText('Left out: XYZ (no price at the end), s19 (no balance), s20 (main wallet only)'),
  ).toBeTruthy();
});

it('portfolio counts every omitted account while names are hidden', async () => {
  setPrivacy('all');
  const subjects = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => `sub-account:${id}`);
  show({ issues: subjects.map(subject => ({ kind: 'no-balance', subject, fromMs: null, toMs: null, amount: null })) });
  expect(await screen.findByText(/^Left out: ••• \(no balance\), .* and 2 more$/)).toBeTruthy();
});

it('portfolio names the first omitted coins and accounts, and the rest on a click', async () => {
  const coins = ['A', 'B', 'C', 'D', 'E', 'F'];
  show({ leftOut: coins.map(coin => ({ coin, missing: 'end', quantity: '5' })) });
  const summary = await screen.findByText(/^Left out: A .*, D \(no price at the end\) and 2 more$/);
  expect(summary.closest('details')?.textContent).toContain('E (no price at the end), F (no price at the end)');
});

it('portfolio writes distinct values beside the grid', async () => {
  const values = ['15009698', '15013000', '15011000'] as const;
  show({ curve: values.map((value, index) => ({ atMs: startMs + index, value, source: 'live', missing: [] })) });
  await screen.findByRole('slider', { name: 'Value over time in USDT' });
  const texts = [...document.querySelectorAll('.portfolio-values span')].map(({ textContent }) => textContent);
  expect(texts.length).toBeGreaterThan(1);
  expect(new Set(texts).size).toBe(texts.length);
});

it('portfolio states that there are no balances yet and when the next ones are due', async () => {
  const empty = { start: null, end: null, curve: [], days: [] };
  const atMs = Date.now();
  show(empty, { snapshot: { atMs, missing: [] } });
  expect(
    await screen.findByText(/^The archive has no balances of this span yet\. The next snapshot is due/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: '7D' })).toBeTruthy();
});

it('portfolio states that the archive is paused and opens it', async () => {
  show({}, { obstacle: 'paused' });
  expect((await screen.findByText(/The archive is paused/)).textContent).toContain('no new balances');
  press('Open the archive');
  expect(useWorkspaceStore.getState().panelRequest?.panel).toBe('archive');
});

it('portfolio states that there are no balances yet while nothing is recorded', async () => {
  installFakeDesk({
    'portfolio.read': () => fail('not-found', 'Nothing is recorded of this account.'),
    'archive.status': always(status),
    'overseen.read': always(null),
  });
  draw();
  expect(await screen.findByText(/It takes the first snapshot as soon as it can read/)).toBeTruthy();
});

it('portfolio keeps its controls while the answer has failed, and retries', async () => {
  const desk = installFakeDesk({
    'portfolio.read': () => fail('internal', 'The archive cannot be read.'),
    'archive.status': always(status),
    'overseen.read': always(null),
  });
  draw();
  expect(await screen.findByText('The archive cannot be read.')).toBeTruthy();
  expect(screen.getByRole('button', { name: '30D' }).getAttribute('aria-pressed')).toBe('true');
  desk.answer('portfolio.read', always(buildPortfolio()));
  press('Retry');
  expect(await screen.findByText('TWR')).toBeTruthy();
});

it('portfolio hides amounts, bars and colours by the privacy level', async () => {
  show();
  await screen.findByText('TWR');
  setPrivacy('amounts');
  await waitFor(() => expect(figure('P&L')).not.toContain('3,961'));
  expect(document.querySelector('.portfolio-bar')).toBeNull();
  expect(document.querySelector('.portfolio-day-up')).toBeNull();
  expect(document.body.textContent).not.toContain('66,361');
});
