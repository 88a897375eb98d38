import { expect, it } from 'vitest';
import { bookGhosts } from './ghost-levels.ts';
import type { GroupedBook } from './levels.ts';
import { ownLevelKey } from './own-levels.ts';

const book: GroupedBook = {
  symbol: 'BTC-USDT',
  step: null,
  bids: [
    ['100', '1'],
    ['98', '2'],
  ],
  asks: [
    ['101', '3'],
    ['103', '4'],
  ],
};
const buy = (price: `${number}`) => ({ side: 'buy', price, size: '0.5' }) as const;
const sell = (price: `${number}`) => ({ side: 'sell', price, size: '0.5' }) as const;

it('a ghost has its own row among those of the book, also without a resting order', () => {
  const ghosts = bookGhosts([buy('99'), sell('102')]);
  expect(ghosts?.merge(book)).toEqual({
    ...book,
    bids: [
      ['100', '1'],
      ['99', '0'],
      ['98', '2'],
    ],
    asks: [
      ['101', '3'],
      ['102', '0'],
      ['103', '4'],
    ],
  });
});

it('a ghost has no row beyond the rows, before the best price and at a resting order', () => {
  const merged = bookGhosts([buy('97'), buy('100.5'), buy('98.0'), sell('104'), sell('100.5')])?.merge(book);
  expect(merged).toEqual(book);
  expect(merged?.bids).toBe(book.bids);
  expect(bookGhosts([buy('99')])?.merge({ ...book, bids: [] }).bids).toEqual([]);
});

it('ghost sizes at one price are summed, and follow the grouping of the book', () => {
  const ghosts = bookGhosts([buy('99'), buy('99.0'), buy('92')]);
  expect(ghosts?.levels.get(ownLevelKey('buy', '99'))).toBe('1');
  const grouped: GroupedBook = {
    ...book,
    step: '5',
    bids: [
      ['100', '1'],
      ['85', '1'],
    ],
  };
  expect(ghosts?.merge(grouped).bids.map(([price]) => price)).toEqual(['100', '95', '90', '85']);
});

it('no ghosts give no rows', () => {
  expect(bookGhosts([])).toBeNull();
});
