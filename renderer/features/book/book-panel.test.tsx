import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BookSnapshot } from '../../../shared/domain/book.ts';
import { fail } from '../../../shared/errors.ts';
import { createQueryClient } from '../../bridge/query-client.ts';
import { always, type FakeDesk, installFakeDesk } from '../../bridge/testing/fake-desk.ts';
import { BookPanel } from './book-panel.tsx';
import { ownLevelKey } from './book-view.ts';
import { DepthPanel } from './depth-panel.tsx';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const book: BookSnapshot = {
  symbol: 'BTC-USDT',
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
};

async function open(snapshot: BookSnapshot, own = new Map<string, string>()): Promise<FakeDesk> {
  const desk = installFakeDesk({ 'book.read': always(snapshot) });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BookPanel profileId="p" symbol="BTC-USDT" own={own} />
    </QueryClientProvider>,
  );
  await pass(0);
  return desk;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const rowsOf = (side: string) =>
  within(screen.getByRole('table', { name: side }))
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    );

test('shows both sides, best price first, with totals and the middle', async () => {
  await open(book);
  expect(rowsOf('Bids')).toEqual([
    ['64,250.1', '0.50', '0.50'],
    ['64,249.0', '1.25', '1.75'],
  ]);
  expect(rowsOf('Asks')).toEqual(
    [
      ['64,250.4', '0.1', '0.1'],
      ['64,251.0', '0.2', '0.3'],
    ].map(([price, size, total]) => [price, `${size}0`, `${total}0`]),
  );
  expect(screen.getByText('64,250.25')).toBeTruthy();
});

test('marks own orders, also for those who hear the book', async () => {
  await open(book, new Map([[ownLevelKey('sell', '64251'), '0.15']]));
  expect(rowsOf('Asks')[1]?.[0]).toBe('64,251.0. Your 0.15 rest at this price');
});

test('a crossed book is an error and is not drawn', async () => {
  await open({ ...book, asks: [['64000', '1']] });
  expect(screen.getByRole('alert').textContent).toContain('cannot be right');
  expect(screen.queryByRole('table')).toBeNull();
});

test('an empty book says so; one empty side too', async () => {
  await open({ ...book, bids: [], asks: [] });
  expect(screen.getByText('Nobody is bidding or offering in BTC-USDT now.')).toBeTruthy();
  cleanup();
  await open({ ...book, asks: [] });
  expect(screen.getByText('No asks')).toBeTruthy();
});

test('a picture that goes backwards is not shown', async () => {
  const desk = await open(book);
  desk.answer('book.read', always({ ...book, sequence: '9', bids: [['1', '1']] }));
  await pass(600);
  expect(rowsOf('Bids')).toHaveLength(2);
  desk.answer('book.read', always({ ...book, sequence: '11', bids: [['64250.2', '1']] }));
  await pass(600);
  expect(rowsOf('Bids')).toEqual([['64,250.2', '1.0', '1.0']]);
});

test('the age is the picture’s own: an old book is stale however often it is read', async () => {
  await open({ ...book, timeMs: 1_000_000 - 30_000 });
  expect(screen.getByText('stale')).toBeTruthy();
});

test('the exchange’s clock is not ours: the offset is taken out of the age', async () => {
  const desk = installFakeDesk({ 'book.read': always({ ...book, timeMs: 1_000_000 - 30_000 }) });
  desk.answer(
    'link.read',
    always({ profileId: 'p', hosts: [], clock: { offsetMs: -30_000, measuredAtMs: 1, uncertaintyMs: 1 }, pools: [] }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BookPanel profileId="p" symbol="BTC-USDT" own={new Map()} />
    </QueryClientProvider>,
  );
  await pass(10);
  expect(screen.queryByText('stale')).toBeNull();
  expect(screen.getByText('< 1 s')).toBeTruthy();
});

test('a failure keeps the last book under the exchange’s words', async () => {
  const desk = await open(book);
  desk.answer('book.read', () => fail('exchange-failed', 'The exchange is in trouble.', { code: '500000' }));
  await pass(600);
  expect(screen.getByText('The exchange is in trouble. (500000)')).toBeTruthy();
  expect(rowsOf('Bids')).toHaveLength(2);
});

test('the chart waits for the ladder to be painted, and never draws a crossed book', async () => {
  installFakeDesk({ 'book.read': always({ ...book, bids: [['70000', '1']] }) });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DepthPanel profileId="p" symbol="BTC-USDT" />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  await pass(100);
  expect(screen.getByText('Not drawn: the book is crossed.')).toBeTruthy();
});
