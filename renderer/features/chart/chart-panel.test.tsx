import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { CallInput } from '#shared/contract.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildCandle } from '#shared/testing/build-candle.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildSpotSymbol, spotMarket } from '#shared/testing/build-instrument.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { setPrivacy } from '#lib/own/privacy.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import type { ChartBoardOptions } from './chart-board.ts';
import { ChartPanel } from './chart-panel.tsx';
import { createFakeBoard, type FakeBoard } from './testing/fake-board.ts';

// the library needs a canvas, which this page does not have
const { boards, openings } = vi.hoisted(() => ({ boards: [] as FakeBoard[], openings: [] as ChartBoardOptions[] }));
vi.mock(import('./chart-board.ts'), () => ({
  openChartBoard: options => {
    const board = createFakeBoard();
    boards.push(board);
    openings.push(options);
    return board.open(options);
  },
}));

// it comes by an import, which no fake clock moves
beforeAll(() => import('./candle-chart.tsx'));
beforeEach(() => {
  vi.useFakeTimers({ now: 10_000_000 });
  boards.length = 0;
  openings.length = 0;
});
afterEach(() => {
  cleanup();
  // what leaves the screen is let go with the next frame
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
  useUiStore.setState(useUiStore.getInitialState());
});

const minute = 60_000;
const candle = (index: number, change: Partial<Candle> = {}) =>
  buildCandle({ openAtMs: index * minute, high: '103.25', low: '99', close: '101', volume: '7.123456', ...change });
const tick = buildSpotSymbol({ priceIncrement: '0.1' });
const fill = buildFill({
  tradeId: 't',
  orderId: 'o',
  size: '0.25',
  funds: '25',
  fee: '0',
  feeRate: '0',
  createdAtMs: minute + 5,
});
type Query = CallInput<'candles.history'>;
type Answer = Result<Candle[]> | Promise<Result<Candle[]>>;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Candles come, the chart after them, and what is marked in it after that. */
async function settle() {
  for (let step = 0; step < 8; step += 1) await pass(10);
}
const newest = [candle(1), candle(2, { close: '102' })];
const pair = (symbol: string) => <ChartPanel profileId="p" market={spotMarket(symbol)} />;

function open(
  history: (query: Query) => Answer = ({ beforeMs }) => succeed(beforeMs === null ? newest : []),
  orders: readonly Order[] = [],
) {
  const desk = installFakeDesk({
    'candles.history': history,
    'symbols.list': always([tick]),
  });
  serveAccount(desk, { 'spot.fills': [fill], 'spot.orders': orders, 'spot.stops': [] });
  const shown = renderPage(pair('BTC-USDT'));
  return { show: (symbol: string) => shown.rerender(pair(symbol)) };
}
const legend = () => document.querySelector('.chart-legend')?.textContent;
const footer = () => document.querySelector('.chart-past')?.textContent;
const linePrices = () =>
  boards
    .at(-1)
    ?.lines()
    .map(({ price }) => price);
const shownBars = () =>
  boards
    .at(-1)
    ?.bars()
    .map(bar => bar.close);

it('chart panel shows the candles, the figures of the last one at the decimals of the tick, and a label for screen readers', async () => {
  open();
  await settle();
  expect(shownBars()).toEqual([101, 102]);
  expect(legend()).toBe('BTC-USDTO 100.0H 103.25L 99.0C 102.0V 7.1235');
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'BTC-USDT, 15min candles: 2 candles, last close 102.0',
  );
  expect(footer()).toBe('2 candles');
});

it('chart panel shows no number of candles before the first answer', async () => {
  open(() => new Promise(() => undefined));
  await settle();
  expect(footer()).toBe('');
});

it('chart panel shows grey rows before the first answer, and says so for a pair without trades', async () => {
  open(() => succeed([]));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  await settle();
  expect(screen.getByText('BTC-USDT has not been traded yet.')).toBeTruthy();
});

it('chart panel states why candles cannot be read', async () => {
  // the words of a failure are in a file of their own, and fake time does not wait for it
  await import('#ui/panel/panel-failure.tsx');
  open(() => fail('unreachable', 'The exchange cannot be reached.'));
  await settle();
  expect(screen.getByRole('alert').textContent).toContain('The exchange cannot be reached.');
});

it('chart panel shows the figures and own fills of the candle under the pointer', async () => {
  open();
  await settle();
  act(() => boards.at(-1)?.point(60));
  expect(legend()).toBe('BTC-USDTO 100.0H 103.25L 99.0C 101.0V 7.1235own buy 0.25');
  act(() => boards.at(-1)?.point(null));
  expect(legend()).toContain('C 102.0');
});

it('chart panel loads older candles on scrolling, and shows a failure', async () => {
  let isFailing = false;
  open(({ beforeMs }) => {
    if (beforeMs === null) return succeed(newest);
    if (isFailing) return fail('unreachable', 'No answer.');
    return succeed([candle(0, { close: '99.5' })]);
  });
  await settle();
  act(() => boards.at(-1)?.scroll({ from: 3, to: 100 }));
  await pass(0);
  expect(shownBars()).toEqual([99.5, 101, 102]);
  expect(footer()).toBe('3 candles');
  isFailing = true;
  act(() => boards.at(-1)?.scroll({ from: 3, to: 100 }));
  await pass(0);
  expect(footer()).toBe('The past could not be read: No answer.');
});

it('chart panel reads another interval and keeps nothing of the old one', async () => {
  const asked: string[] = [];
  open(({ interval }) => {
    asked.push(interval);
    return succeed(interval === '1hour' ? [candle(60, { close: '7' })] : newest);
  });
  await settle();
  fireEvent.change(screen.getByRole('combobox', { name: 'Candle length' }), { target: { value: '1hour' } });
  expect(document.querySelector('.chart-legend')).toBeNull();
  await settle();
  expect(new Set(asked)).toEqual(new Set(['15min', '1hour']));
  expect(shownBars()).toEqual([7]);
  expect(boards.slice(0, -1).every(each => each.log.at(-1) === 'remove')).toBe(true);
});

it('chart panel drops a late page of older candles for the old pair', async () => {
  const waiting: (() => void)[] = [];
  const { show } = open(async ({ beforeMs, symbol }) => {
    if (beforeMs === null) return succeed(symbol === 'BTC-USDT' ? newest : [candle(1, { close: '5' })]);
    await new Promise<void>(resolve => waiting.push(resolve));
    return succeed([candle(0, { close: '99.5' })]);
  });
  await settle();
  act(() => boards.at(-1)?.scroll({ from: 3, to: 100 }));
  await pass(0);
  expect(footer()).toBe('loading more of the past…');
  // it begins at the very same moment
  show('ETH-USDT');
  await settle();
  for (const resolve of waiting) resolve();
  await pass(0);
  expect(shownBars()).toEqual([5]);
  expect(footer()).toBe('1 candle');
});

it('chart panel creates another chart with the same candles for another theme', async () => {
  open();
  await settle();
  const before = boards.length;
  act(() => document.documentElement.setAttribute('data-theme', 'light'));
  await pass(0);
  expect(boards.length).toBe(before + 1);
  expect(boards[before - 1]?.log.at(-1)).toBe('remove');
  expect(shownBars()).toEqual([101, 102]);
  expect(
    boards
      .at(-1)
      ?.markers()
      .map(each => each.shape),
  ).toEqual(['arrowUp']);
  document.documentElement.removeAttribute('data-theme');
});

const arrows = () => boards.at(-1)?.markers().length;

it('chart panel shows no line of an own order, and no arrow of an own fill, while own amounts are hidden', async () => {
  open(undefined, [buildOrder({ symbol: 'BTC-USDT', price: '100.5', size: '1' })]);
  await settle();
  expect(linePrices()).toEqual([100.5]);
  act(() => setPrivacy('amounts'));
  expect([linePrices(), arrows()]).toEqual([[100.5], 1]);
  act(() => setPrivacy('all'));
  expect([linePrices(), arrows()]).toEqual([[], 0]);
  expect(document.querySelector('.chart-own')).toBeNull();
  act(() => setPrivacy('off'));
  expect([linePrices(), arrows()]).toEqual([[100.5], 1]);
});
