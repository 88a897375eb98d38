import { expect, it } from 'vitest';
import type { LiveBook } from '#shared/domain/live.ts';
import { comparedBook } from './compared-book.ts';

const book: LiveBook = {
  profileId: 'p',
  venue: 'spot',
  symbol: 'BTC-USDT',
  step: null,
  state: 'live',
  detail: null,
  source: 'full',
  sequence: '1',
  asOfMs: 7,
  bids: [['99', '1']],
  asks: [['101', '2']],
};

it('a live book of two sides is compared', () => {
  expect(comparedBook(book)).toEqual({ isUsable: true, bids: book.bids, asks: book.asks, mid: '100', asOfMs: 7 });
});

it.each([
  [undefined, null, 'The book has not come yet.'],
  [{ ...book, state: 'stale', detail: 'Nothing was heard for 10 s.' }, 7, 'Nothing was heard for 10 s.'],
  [{ ...book, state: 'syncing' }, 7, 'The book is syncing.'],
  [{ ...book, bids: [] }, 7, 'A side of the book is empty.'],
  [{ ...book, asks: [] }, 7, 'A side of the book is empty.'],
  [{ ...book, asks: [['99', '1']] }, 7, 'The book is crossed: its bid is not below its ask.'],
] satisfies [LiveBook | undefined, number | null, string][])(
  'an unusable book is not compared, and the reason is stated',
  (given, asOfMs, reason) => {
    expect(comparedBook(given)).toEqual({ isUsable: false, reason, asOfMs });
  },
);
