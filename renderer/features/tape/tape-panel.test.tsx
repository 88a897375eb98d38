import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { TopicStatus } from '#shared/domain/feed.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildSpotSymbol, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildTopicStatus } from '#shared/testing/build-topic-status.ts';
import { buildPublicTrade } from '#shared/testing/build-trade.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { readKey } from '#bridge/query-keys.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setTimeView } from '#lib/time.ts';
import { TapePanel } from './tape-panel.tsx';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const trade = (sequence: string, change: Partial<PublicTrade> = {}) =>
  buildPublicTrade({
    sequence,
    price: '64250.5',
    size: '0.25',
    timeMs: new Date(2026, 2, 5, 14, 3, 9).getTime(),
    ...change,
  });
const tick = buildSpotSymbol();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tradesKey = (symbol: string) => readKey('trades.recent', { profileId: 'p', venue: 'spot', symbol });

const tape = (symbol: string) => <TapePanel profileId="p" market={spotMarket(symbol)} />;

async function open(answer: readonly PublicTrade[] = [trade('2'), trade('1')]) {
  const desk = installFakeDesk({
    'watch.set': () => succeed({}),
    'symbols.list': always([tick]),
    'trades.recent': ({ symbol }) => succeed(answer.map(each => ({ ...each, symbol }))),
  });
  const client = createQueryClient();
  const shown = renderPage(tape('BTC-USDT'), client);
  await pass(10);
  await pass(10);
  const push = async (...arrived: PublicTrade[]) => {
    const symbol = arrived[0]?.symbol ?? '';
    client.setQueryData<PublicTrade[]>(tradesKey(symbol), old => [...arrived, ...(old ?? [])]);
    await pass(0);
  };
  const show = async (symbol: string) => {
    shown.rerender(tape(symbol));
    await pass(10);
  };
  const feeds = (topics: TopicStatus[]) => client.setQueryData(readKey('feeds.read', { profileId: 'p' }), topics);
  return { desk, push, show, feeds };
}

const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const prices = () => rows().map(row => within(row).getAllByRole('cell')[0]?.textContent);
const list = () => screen.getByRole('rowgroup');
const numbered = (sequence: Decimal, change: Partial<PublicTrade> = {}) =>
  trade(sequence, { price: sequence, ...change });

it('a tape row shows price at the decimals of the tick, size and local time, with the full time on hover', async () => {
  await open([trade('1')]);
  expect(rows()[0]?.textContent).toBe('+64,250.500.2500014:03:09');
  expect(screen.getByText('14:03:09').title).toMatch(/^2026-03-0\d \d\d:\d\d:09\.000 UTC$/);
  expect(screen.getByRole('table', { name: 'Trades of BTC-USDT' })).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map(each => each.textContent)).toEqual(['Price USDT', 'Size BTC', 'Time']);
});

it('all tape rows change to another time zone, not only new ones', async () => {
  const { push } = await open([trade('1', { timeMs: 0 })]);
  setTimeView(() => 3_600_000, false);
  await push(trade('2', { timeMs: 1000 }));
  const times = rows().map(row => within(row).getAllByRole('cell').at(-1)?.textContent);
  setTimeView(null, false);
  expect(times).toEqual(['01:00:01', '01:00:00']);
});

it('the tape shows milliseconds in a wider column', async () => {
  setTimeView(() => 0, true);
  await open([trade('1', { timeMs: Date.UTC(2026, 2, 5, 14, 49, 49, 128) })]);
  const shownTime = within(rows()[0] ?? document.body)
    .getAllByRole('cell')
    .at(-1)?.textContent;
  setTimeView(null, false);
  expect(shownTime).toBe('14:49:49.128');
  expect(screen.getByRole('table').dataset['exact']).toBe('true');
});

it('tape sizes have the decimals of the lot, aligned, with fainter padding', async () => {
  await open([trade('3', { size: '0.25' }), trade('2', { size: '12' }), trade('1', { size: '0.12345' })]);
  const sizes = rows().map(row => within(row).getAllByRole('cell')[1]);
  expect(sizes.map(cell => cell?.textContent)).toEqual(['0.25000', '12.00000', '0.12345']);
  expect(sizes.map(cell => cell?.querySelector('.tape-zeros')?.textContent)).toEqual(['000', '.00000', '']);
});

it('the taker side has a sign and a text, not a colour alone', async () => {
  await open([trade('2', { takerSide: 'sell' }), trade('1')]);
  expect(prices()).toEqual(['−64,250.50', '+64,250.50']);
  expect(screen.getByTitle('The taker sold').textContent).toBe('−');
  expect(screen.getByTitle('The taker bought').textContent).toBe('+');
  expect(rows().map(row => row.querySelector('.direction-up, .direction-down')?.className)).toEqual([
    'direction-down',
    'direction-up',
  ]);
});

it('tape bars are relative to the largest shown trade', async () => {
  await open([trade('2', { size: '4' }), trade('1', { size: '1' })]);
  const bars = rows().map(row => row.style.backgroundSize);
  expect(bars).toEqual(['100% calc(100% - 2px)', '50% calc(100% - 2px)']);
});

it('new trades are added on top', async () => {
  const { push } = await open([numbered('1')]);
  await push(numbered('2'));
  expect(prices()).toEqual(['+2.00', '+1.00']);
});

it('a check is joined to the shown trades', async () => {
  const { desk } = await open([numbered('2'), numbered('1')]);
  desk.answer('trades.recent', () => succeed([numbered('3'), numbered('2')]));
  await pass(5100);
  expect(prices()).toEqual(['+3.00', '+2.00', '+1.00']);
});

it('the tape has as many rows as fit into the window, and two hundred for scrolling', async () => {
  await open(Array.from({ length: 300 }, (_, index) => trade(String(index))));
  expect(rows()).toHaveLength(window.innerHeight / 16);
  fireEvent.mouseEnter(list());
  expect(rows()).toHaveLength(200);
  fireEvent.mouseLeave(list());
  expect(rows()).toHaveLength(window.innerHeight / 16);
  fireEvent.focus(list());
  expect(rows()).toHaveLength(200);
  fireEvent.blur(list());
  expect(rows()).toHaveLength(window.innerHeight / 16);
});

it('the tape under the pointer does not move and counts missed trades; then all are shown', async () => {
  const { push } = await open([numbered('1')]);
  fireEvent.mouseEnter(list());
  await push(numbered('2'));
  await push(numbered('4'), numbered('3'));
  expect(prices()).toEqual(['+1.00']);
  expect(screen.getByText('3 new')).toBeTruthy();
  fireEvent.mouseLeave(list());
  expect(prices()).toEqual(['+4.00', '+3.00', '+2.00', '+1.00']);
  expect(screen.queryByText(/new$/)).toBeNull();
});

it('the tape is replaced when the held trades have dropped out', async () => {
  const { push } = await open([numbered('1')]);
  fireEvent.mouseEnter(list());
  await push(...Array.from({ length: 250 }, (_, index) => numbered(`${index + 2}`)));
  expect(screen.getByText('200+ new')).toBeTruthy();
});

it('another pair is shown at once, also under the pointer, and is held when the pointer moves there', async () => {
  const { push, show } = await open([numbered('1')]);
  fireEvent.mouseEnter(list());
  await show('ETH-USDT');
  await push(numbered('2', { symbol: 'ETH-USDT' }));
  expect(prices()).toEqual(['+2', '+1']);
  fireEvent.mouseMove(list());
  await push(numbered('3', { symbol: 'ETH-USDT' }));
  expect(prices()).toEqual(['+2', '+1']);
  expect(screen.getByText('1 new')).toBeTruthy();
});

it('moving over held rows does not show newer ones', async () => {
  const { push } = await open([numbered('1')]);
  fireEvent.mouseEnter(list());
  await push(numbered('2'));
  fireEvent.mouseMove(list());
  expect(prices()).toEqual(['+1.00']);
});

it('the list can be focused and scrolled by keyboard', async () => {
  await open();
  expect(list().tabIndex).toBe(0);
});

it('the tape shows grey rows before the first answer', async () => {
  const desk = installFakeDesk({ 'watch.set': () => succeed({}), 'trades.recent': () => new Promise(() => undefined) });
  renderPage(tape('BTC-USDT'));
  await pass(10);
  expect(desk.calls.some(each => each.name === 'trades.recent')).toBe(true);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('a pair without trades has a text', async () => {
  await open([]);
  expect(screen.getByText('No recent trades in BTC-USDT.')).toBeTruthy();
});

it('trades that cannot be read stay dimmed, with the reason', async () => {
  const { desk } = await open([numbered('1')]);
  // it comes when something has failed, and real time is not waited for here
  await import('#ui/panel/panel-failure.tsx');
  desk.answer('trades.recent', () => fail('unreachable', 'The exchange cannot be reached.'));
  await pass(6000);
  expect(prices()).toEqual(['+1.00']);
  expect(screen.getByText('The exchange cannot be reached.')).toBeTruthy();
  expect(screen.getByRole('table').closest('.panel-content-old')).not.toBeNull();
});

it('trades without updates are marked delayed and stale in words', async () => {
  const { desk } = await open();
  desk.answer('trades.recent', () => new Promise(() => undefined));
  await pass(16_000);
  expect(screen.getByText('late')).toBeTruthy();
  await pass(36_000);
  expect(screen.getByText('stale')).toBeTruthy();
  expect(screen.getByRole('table').closest('.panel-content-old')).not.toBeNull();
});

it('pushed trades are live, and polled ones are marked as such', async () => {
  const { feeds } = await open();
  expect(screen.getByText('polled')).toBeTruthy();
  act(() => void feeds([buildTopicStatus()]));
  await pass(500);
  expect(screen.getByText('live')).toBeTruthy();
});

it('the tape draws the rows that fit into its list, and all of them for scrolling', async () => {
  const measured: ResizeObserverCallback[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: ResizeObserverCallback) {
        measured.push(callback);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  try {
    await open(Array.from({ length: 9 }, (_, index) => trade(String(20 - index))));
    expect(rows()).toHaveLength(9);
    const observer = new ResizeObserver(() => undefined);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of it
    const entry = { contentRect: { height: 60 } } as ResizeObserverEntry;
    act(() => {
      for (const publish of measured) publish([entry], observer);
    });
    expect(rows()).toHaveLength(4);
    fireEvent.mouseEnter(screen.getByRole('rowgroup'));
    expect(rows()).toHaveLength(9);
  } finally {
    vi.unstubAllGlobals();
  }
});
