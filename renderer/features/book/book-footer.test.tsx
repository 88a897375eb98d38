import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import type { BookSnapshot } from '#shared/domain/market/book.ts';
import { succeed } from '#shared/errors.ts';
import { buildBookSnapshot } from '#shared/testing/build-book.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { BookFooter } from './book-footer.tsx';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const snapshot = (bids: BookSnapshot['bids'], asks: BookSnapshot['asks']) =>
  buildBookSnapshot({ sequence: '10', timeMs: 1_000_000, bids, asks });

/** Without a feed: what is read is shown. */
async function open(book: BookSnapshot) {
  installFakeDesk({ 'book.read': always(book), 'watch.set': () => succeed({}) });
  renderPage(<BookFooter profileId="p" market={spotMarket()} priceDecimals={1} />);
  // patience with the feed, and then the answer
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await act(() => vi.advanceTimersByTimeAsync(10));
}
const source = () => document.querySelector<HTMLElement>('.book-source');
const weights = () => [...document.querySelectorAll<HTMLElement>('.book-imbalance')];

it('a polled book says so and states its range', async () => {
  await open(
    snapshot(
      [
        ['999.5', '3'],
        ['980', '1'],
      ],
      [
        ['1000.5', '1'],
        ['1020', '1'],
      ],
    ),
  );
  expect(source()?.textContent).toBe('snapshot 980–1,020');
  expect(source()?.title).toContain('Read from the exchange again and again');
});

it('each band shows which side is larger, with its sign and not by colour alone', async () => {
  await open(
    snapshot(
      [
        ['999.5', '3'],
        ['980', '1'],
      ],
      [
        ['1000.5', '1'],
        ['1004', '9'],
        ['1020', '1'],
      ],
    ),
  );
  expect(weights().map(each => each.textContent)).toEqual(['±0.1 % +50 %', '±0.5 % −54 %', '±1 % −54 %']);
  expect(weights().map(each => each.querySelector('.number')?.className)).toEqual([
    'number direction-up',
    'number direction-down',
    'number direction-down',
  ]);
  expect(weights()[0]?.title).toContain('within 0.1 % of the mid');
});

it('a band beyond the book is a dash with its reason', async () => {
  await open(snapshot([['999.5', '3']], [['1000.5', '1']]));
  expect(weights().map(each => each.querySelector('.number')?.textContent)).toEqual(['–', '–', '–']);
  expect(weights()[0]?.title).toBe('The loaded order book is not deep enough.');
});

it('a book with one side has no mid for a balance, and no range', async () => {
  await open(snapshot([['999.5', '3']], []));
  expect(weights()).toEqual([]);
  expect(source()?.textContent).toBe('snapshot');
});
