import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { BookSnapshot } from '#shared/domain/market/book.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildBookSnapshot, buildLiveBook } from '#shared/testing/build-book.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { BookPanel } from './book-panel.tsx';
import { ownLevelKey } from './model/own-levels.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const read = buildBookSnapshot({
  sequence: '10',
  timeMs: 1_000_000,
  bids: [
    ['64250.1', '0.5'],
    ['64249', '1.25'],
  ],
  asks: [
    ['64250.4', '0.1'],
    ['64251', '0.2'],
  ],
});
const pushed = buildLiveBook({
  sequence: '11',
  asOfMs: 1_000_000,
  bids: [
    ['64300.1', '0.5'],
    ['64299', '1.25'],
  ],
  asks: [
    ['64300.4', '0.1'],
    ['64301', '0.2'],
  ],
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function open(snapshot: BookSnapshot = read, own = new Map<string, Decimal>()): Promise<FakeDesk> {
  const desk = installFakeDesk({ 'book.read': always(snapshot), 'watch.set': () => succeed({}) });
  renderPage(<BookPanel profileId="p" market={spotMarket()} own={own} />);
  await pass(0);
  return desk;
}

const prices = (side: string) =>
  within(screen.getByRole('table', { name: side }))
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getAllByRole('cell')[0]?.textContent);
const asked = (desk: FakeDesk) => desk.calls.filter(each => each.name === 'book.read').length;

it('a pushed book is shown with its state, without a request', async () => {
  const desk = await open();
  act(() => desk.push('book.changed', wholeMessage(pushed)));
  await pass(700);
  expect(prices('Bids')).toEqual(['64,300.1', '64,299.0']);
  expect(prices('Asks')).toEqual(['64,300.4', '64,301.0']);
  expect(screen.getByText('live')).toBeTruthy();
  await pass(5000);
  expect(asked(desk)).toBe(0);
});

it('a book that is not live keeps its last correct rows and states the error', async () => {
  const desk = await open();
  act(() => desk.push('book.changed', wholeMessage(pushed)));
  await pass(700);
  act(() => desk.push('book.changed', wholeMessage({ ...pushed, state: 'syncing', detail: 'A message was lost.' })));
  await pass(700);
  expect(screen.queryByText('live')).toBeNull();
  expect(prices('Bids')).toEqual(['64,300.1', '64,299.0']);
});

it('a book without a feed is requested, and the panel says so', async () => {
  const desk = await open();
  await pass(3000);
  expect(asked(desk)).toBeGreaterThan(0);
  await pass(700);
  expect(prices('Bids')).toEqual(['64,250.1', '64,249.0']);
  expect(screen.queryByText('live')).toBeNull();
});

it('a book with a dead feed and no answers keeps its last rows, with state and reason, until newer ones arrive', async () => {
  const desk = await open();
  desk.answer('book.read', () => fail('unreachable', 'The exchange cannot be reached.'));
  act(() => desk.push('book.changed', wholeMessage(pushed)));
  await pass(700);
  act(() => desk.push('book.changed', wholeMessage({ ...pushed, state: 'dead', detail: 'The line is cut.' })));
  await pass(700);
  expect(prices('Bids')).toEqual(['64,300.1', '64,299.0']);
  expect(screen.getByText('dead')).toBeTruthy();
  expect(screen.getByText(/The exchange cannot be reached/)).toBeTruthy();
  desk.answer('book.read', always(read));
  await pass(5000);
  expect(prices('Bids')).toEqual(['64,250.1', '64,249.0']);
});

it('own orders are marked, also for screen readers', async () => {
  const desk = await open(read, new Map([[ownLevelKey('sell', '64301'), '0.15']]));
  act(() => desk.push('book.changed', wholeMessage(pushed)));
  await pass(700);
  expect(prices('Asks')[1]).toBe('64,301.0. Your 0.15 rest at this price');
});

it('a crossed book is not drawn as a market (fault 26)', async () => {
  const desk = await open();
  act(() => desk.push('book.changed', wholeMessage({ ...pushed, asks: [['64000', '1']] })));
  await pass(700);
  expect(screen.queryByRole('table', { name: 'Asks' })).toBeNull();
});
