import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BookSnapshot } from '../../../shared/domain/book.ts';
import type { LiveBook } from '../../../shared/domain/live.ts';
import { fail, succeed } from '../../../shared/errors.ts';
import { createQueryClient } from '../../bridge/query-client.ts';
import { always, type FakeDesk, installFakeDesk } from '../../bridge/testing/fake-desk.ts';
import { useUiStore } from '../../state/ui-store.ts';
import { BookPanel } from './book-panel.tsx';
import { DepthPanel } from './depth/depth-panel.tsx';
import { ownLevelKey } from './model/own-levels.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  useUiStore.setState(useUiStore.getInitialState());
  vi.useRealTimers();
});

const read: BookSnapshot = {
  symbol: 'BTC-USDT',
  sequence: '10',
  timeMs: 1_002_000,
  bids: [
    ['64250.1', '0.5'],
    ['64249', '1.25'],
  ],
  asks: [
    ['64250.4', '0.1'],
    ['64251', '0.2'],
  ],
};
const pushed: LiveBook = {
  profileId: 'p',
  venue: 'spot',
  symbol: 'BTC-USDT',
  step: null,
  state: 'live',
  detail: null,
  source: 'full',
  sequence: '11',
  asOfMs: 1_000_000,
  bids: '64300.1|0.5;64299|1.25',
  asks: '64300.4|0.1;64301|0.2',
};
const instrument = {
  symbol: 'BTC-USDT',
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  feeCurrency: 'USDT',
  priceIncrement: '0.1',
  baseIncrement: '0.00001',
  quoteIncrement: '0.01',
  baseMinSize: '0.00001',
  baseMaxSize: '100',
  quoteMinSize: '0.1',
  minFunds: null,
  priceLimitRate: null,
  isMarginEnabled: true,
  isTradingEnabled: true,
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function draw(own = new Map<string, string>()) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <BookPanel profileId="p" symbol="BTC-USDT" own={own} />
    </QueryClientProvider>,
  );
}

/** A desk whose feed has been asked and has not answered yet. */
async function open(snapshot: BookSnapshot = read, own = new Map<string, string>()): Promise<FakeDesk> {
  const desk = installFakeDesk({
    'book.read': always(snapshot),
    'watch.set': () => succeed({}),
    'symbols.list': always([instrument]),
    'accounts.baseFee': always({ takerFeeRate: '0.001', makerFeeRate: '0.001' }),
  });
  draw(own);
  await pass(20);
  return desk;
}

/** A desk without feeds: the book is asked for at once. */
async function openPolled(snapshot: BookSnapshot = read): Promise<FakeDesk> {
  const desk = installFakeDesk({
    'book.read': always(snapshot),
    'watch.set': () => fail('not-found', 'This exchange has no feed.'),
  });
  draw();
  await pass(60);
  return desk;
}

async function push(desk: FakeDesk, change: Partial<LiveBook> = {}) {
  act(() => desk.push('book.changed', { ...pushed, ...change }));
  await pass(700);
}

const cells = (side: string) =>
  within(screen.getByRole('table', { name: side }))
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    );
const prices = (side: string) => cells(side).map(row => row[0]);
const asked = (desk: FakeDesk) => desk.calls.filter(each => each.name === 'book.read').length;
const wanted = (desk: FakeDesk) => desk.calls.findLast(each => each.name === 'watch.set')?.input;

test('a pushed book is shown with its state, and nobody asks for it', async () => {
  const desk = await open();
  await push(desk);
  expect(cells('Bids')).toEqual([
    ['64,300.1', '0.50000', '0.5000'],
    ['64,299.0', '1.25000', '1.7500'],
  ]);
  expect(prices('Asks')).toEqual(['64,300.4', '64,301.0']);
  expect(screen.getByText('64,300.25')).toBeTruthy();
  expect(screen.getByText('live')).toBeTruthy();
  await pass(5000);
  expect(asked(desk)).toBe(0);
  expect(screen.getByText('full book')).toBeTruthy();
});

test('a book that is not live keeps its last right rows, dimmed, with the reason and its age', async () => {
  const desk = await open();
  await push(desk);
  await push(desk, { state: 'syncing', detail: 'A message was lost.', asOfMs: 1_000_000 });
  await pass(4000);
  const chip = screen.getByText('syncing');
  expect(chip.parentElement?.title).toBe('A message was lost.');
  expect(chip.parentElement?.textContent).toMatch(/^syncing\d+ s$/);
  expect(prices('Bids')).toEqual(['64,300.1', '64,299.0']);
  expect(document.querySelector('.panel-content-old')).not.toBeNull();
  expect(asked(desk)).toBe(0);
  await push(desk);
  expect(document.querySelector('.panel-content-old')).toBeNull();
});

test('a dead feed is replaced by asking, and the chip says why; when it lives again the asking stops', async () => {
  const desk = await open();
  await push(desk, { state: 'dead', detail: 'The exchange closed the feed (509).', bids: '', asks: '' });
  expect(asked(desk)).toBeGreaterThan(0);
  expect(prices('Bids')).toEqual(['64,250.1', '64,249.0']);
  expect(screen.getByText('polled').parentElement?.title).toContain('The exchange closed the feed (509).');
  expect(screen.getByText(/^snapshot 64,249–64,251/)).toBeTruthy();
  await push(desk);
  const before = asked(desk);
  await pass(3000);
  expect(asked(desk)).toBe(before);
  expect(prices('Bids')).toEqual(['64,300.1', '64,299.0']);
});

test('a feed that does not begin is not waited for longer than two seconds', async () => {
  const desk = await open();
  await pass(1500);
  expect(asked(desk)).toBe(0);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  await pass(1300);
  expect(prices('Bids')).toEqual(['64,250.1', '64,249.0']);
});

test('without a feed: a picture that goes backwards is not shown', async () => {
  const desk = await openPolled();
  desk.answer('book.read', always({ ...read, sequence: '9', bids: [['1', '1']] }));
  await pass(1100);
  expect(prices('Bids')).toHaveLength(2);
  desk.answer('book.read', always({ ...read, sequence: '11', bids: [['64250.2', '1']] }));
  await pass(1100);
  expect(prices('Bids')).toEqual(['64,250.2']);
});

test('without a feed: the age is the picture’s own, by our clock', async () => {
  const desk = await openPolled({ ...read, timeMs: 1_000_000 - 30_000 });
  expect(screen.getByText('stale')).toBeTruthy();
  cleanup();
  desk.answer(
    'link.read',
    always({ profileId: 'p', hosts: [], clock: { offsetMs: -30_000, measuredAtMs: 1, uncertaintyMs: 1 }, pools: [] }),
  );
  draw();
  await pass(60);
  expect(screen.queryByText('stale')).toBeNull();
  expect(screen.getByText('< 1 s')).toBeTruthy();
});

test('without a feed: a failure keeps the last book under the exchange’s words', async () => {
  const desk = await openPolled();
  desk.answer('book.read', () => fail('exchange-failed', 'The exchange is in trouble.', { code: '500000' }));
  await pass(600);
  expect(screen.getByText('The exchange is in trouble. (500000)')).toBeTruthy();
  expect(prices('Bids')).toHaveLength(2);
});

test('26: a crossed book is not drawn as a market, however it came', async () => {
  const desk = await open();
  await push(desk, { asks: '64000|1' });
  expect(screen.queryByRole('table', { name: 'Asks' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('cannot be right');
  cleanup();
  await openPolled({ ...read, asks: [['64000', '1']] });
  expect(screen.getByRole('alert').textContent).toContain('Best bid 64250.1 is not below best ask 64000.');
});

test('an empty book says so; one empty side too', async () => {
  const desk = await open();
  await push(desk, { bids: '', asks: '' });
  expect(screen.getByText('Nobody is bidding or offering in BTC-USDT now.')).toBeTruthy();
  await push(desk, { asks: '' });
  expect(screen.getByText('No asks')).toBeTruthy();
});

test('own orders are marked with their size, also for those who hear the book', async () => {
  const desk = await open(read, new Map([[ownLevelKey('sell', '64301'), '0.15']]));
  await push(desk);
  expect(prices('Asks')[1]).toBe('64,301.0. Your 0.15 rest at this price');
});

test('grouping by keys asks the feed for another step and is remembered for the pair', async () => {
  const desk = await open(read, new Map([[ownLevelKey('buy', '64299'), '0.4']]));
  await push(desk);
  fireEvent.keyDown(document.body, { key: '+' });
  fireEvent.keyDown(document.body, { key: '+' });
  await pass(20);
  expect(useUiStore.getState().bookSteps).toEqual({ 'BTC-USDT': '0.5' });
  expect(wanted(desk)).toMatchObject({
    watches: expect.arrayContaining([expect.objectContaining({ step: '0.5', rows: 20 })]),
  });
  act(() => desk.push('book.changed', pushed));
  await push(desk, { step: '0.5', bids: '64300|0.5;64299|1.25', asks: '64300.5|0.1;64301|0.2' });
  expect(prices('Bids')).toEqual(['64,300.0', '64,299.0. Your 0.4 rest at this price']);
  // the middle is that of the true best prices
  expect(screen.getByText('64,300.25')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: '-' });
  fireEvent.keyDown(document.body, { key: '-' });
  fireEvent.keyDown(document.body, { key: '-' });
  expect(useUiStore.getState().bookSteps).toEqual({});
});

test('keys belong to whoever types, and to nobody with a modifier', async () => {
  await open();
  const input = document.createElement('input');
  document.body.append(input);
  fireEvent.keyDown(input, { key: '+' });
  fireEvent.keyDown(document.body, { key: '+', ctrlKey: true });
  expect(useUiStore.getState().bookSteps).toEqual({});
  input.remove();
});

test('without a feed a grouped book is grouped here, of more levels', async () => {
  useUiStore.getState().setBookStep('BTC-USDT', '10');
  const desk = await openPolled();
  expect(prices('Bids')).toEqual(['64,250', '64,240']);
  expect(prices('Asks')).toEqual(['64,260']);
  expect(desk.calls.find(each => each.name === 'book.read')?.input).toMatchObject({ depth: 100 });
});

test('totals and currency are chosen by the reader', async () => {
  const desk = await open();
  await push(desk);
  fireEvent.click(screen.getByRole('button', { name: 'Totals' }));
  fireEvent.click(screen.getByRole('button', { name: 'Sizes in BTC' }));
  await pass(700);
  expect(cells('Bids')[0]).toEqual(['64,300.1', '32,150.05']);
  expect(screen.getAllByRole('columnheader', { name: 'Size USDT' })).toHaveLength(2);
});

test('a level is picked by the keyboard, told what sweeping to it comes to, and let go', async () => {
  const desk = await open();
  await push(desk);
  const ladder = screen.getByRole('region', { name: 'Order book of BTC-USDT' });
  fireEvent.keyDown(ladder, { key: 'ArrowRight' });
  fireEvent.keyDown(ladder, { key: 'ArrowDown' });
  fireEvent.keyDown(ladder, { key: 'x' });
  await pass(20);
  expect(useUiStore.getState().pickedLevel).toEqual({ symbol: 'BTC-USDT', side: 'ask', price: '64301' });
  await pass(700);
  const note = screen.getByText('Buying 2 levels').parentElement?.textContent ?? '';
  for (const part of ['64,300.8', '0.3 BTC', '19,290.24 USDT', '0.1 bps', '19.29 USDT']) expect(note).toContain(part);
  fireEvent.keyDown(ladder, { key: 'ArrowUp' });
  fireEvent.keyDown(ladder, { key: 'ArrowUp' });
  expect(useUiStore.getState().pickedLevel?.price).toBe('64300.4');
  fireEvent.keyDown(ladder, { key: 'Escape' });
  expect(useUiStore.getState().pickedLevel).toBeNull();
});

test('Space recentres, but not while it presses a button', async () => {
  const desk = await open();
  await push(desk);
  const taken = fireEvent.keyDown(document.body, { key: ' ' });
  expect(taken).toBe(false);
  expect(fireEvent.keyDown(screen.getByRole('button', { name: 'Totals' }), { key: ' ' })).toBe(true);
});

test('a book of which only the best levels are known says how deep it is right', async () => {
  const desk = await open();
  await push(desk, { source: 'top-50' });
  expect(screen.getByText('best 50 levels 64,299–64,301')).toBeTruthy();
});

test('the depth chart waits for the ladder to be painted, and never draws a crossed book', async () => {
  installFakeDesk({
    'book.read': always({ ...read, bids: [['70000', '1']] }),
    'watch.set': () => fail('not-found', 'no feed'),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DepthPanel profileId="p" symbol="BTC-USDT" />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  await pass(100);
  expect(screen.getByText('Not drawn: the book is crossed.')).toBeTruthy();
});

test('an empty book has no curve', async () => {
  installFakeDesk({ 'book.read': always({ ...read, bids: [], asks: [] }), 'watch.set': () => fail('not-found', 'no') });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DepthPanel profileId="p" symbol="BTC-USDT" />
    </QueryClientProvider>,
  );
  await pass(100);
  expect(screen.getByText('Nothing rests in the book of BTC-USDT.')).toBeTruthy();
});
