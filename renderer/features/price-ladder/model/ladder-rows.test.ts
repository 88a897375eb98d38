import { expect, it } from 'vitest';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { isCrossedView, ladderRows, bookError, sideOfColumn, sizeText, touchOfView } from './ladder-rows.ts';

const book = buildLiveBook({
  bids: [
    ['100', '4'],
    ['98', '1'],
  ],
  asks: [
    ['102', '2'],
    ['104', '1'],
  ],
});
const window = { step: '1', top: 105, count: 9 } as const;

it('each row has its price, its resting size and its place in the market', () => {
  const rows = ladderRows(book, window, 20);
  expect(rows.map(({ price, bid, ask, place }) => [price, bid, ask, place])).toEqual([
    ['105', '0', '0', null],
    ['104', '0', '1', null],
    ['103', '0', '0', null],
    ['102', '0', '2', 'ask'],
    ['101', '0', '0', 'spread'],
    ['100', '4', '0', 'bid'],
    ['99', '0', '0', null],
    ['98', '1', '0', null],
    ['97', '0', '0', null],
  ]);
  expect(rows.map(({ bidShare }) => bidShare)).toEqual([0, 0, 0, 0, 0, 1, 0, 0.5, 0]);
});

it('a level deeper than the requested ones is unknown, not empty', () => {
  const rows = ladderRows(book, window, 2);
  expect(rows.map(({ bid, ask }) => [bid, ask])).toMatchObject([
    ['0', null],
    ['0', '1'],
    ['0', '0'],
    ['0', '2'],
    ['0', '0'],
    ['4', '0'],
    ['0', '0'],
    ['1', '0'],
    [null, '0'],
  ]);
  expect([sizeText(null, String), sizeText('0', String), sizeText('2', String)]).toEqual(['·', '', '2']);
});

it('an empty book has rows without sizes', () => {
  const rows = ladderRows({ bids: [], asks: [] }, { step: '1', top: 2, count: 2 }, 20);
  expect(rows.map(({ bid, bidShare, place }) => [bid, bidShare, place])).toEqual([
    ['0', 0, null],
    ['0', 0, null],
  ]);
});

it('a grouped book carries its touch, another one has it in its first rows', () => {
  expect(touchOfView(book)).toEqual({ bid: '100', ask: '102' });
  expect(touchOfView({ ...book, touch: { bid: '100.5', ask: null } })).toEqual({ bid: '100.5', ask: null });
  expect(touchOfView({ bids: [], asks: [] })).toEqual({ bid: null, ask: null });
});

it('the price ladder accepts an order only with a live, uncrossed book of two sides', () => {
  expect(bookError(book)).toBeNull();
  expect(bookError(undefined)).toBe('The book has not come yet.');
  expect(bookError({ ...book, state: 'stale', detail: 'It was silent.' })).toBe('It was silent.');
  expect(bookError({ ...book, state: 'syncing' })).toBe('The book is syncing.');
  const crossed = { ...book, bids: [['102', '1']] } as const;
  expect(isCrossedView(crossed)).toBe(true);
  expect(bookError(crossed)).toContain('crossed');
  expect(isCrossedView({ ...book, asks: [] })).toBe(false);
});

it('buys are placed left of the price, sells right of it, nothing elsewhere', () => {
  expect((['buys', 'bid', 'price', 'ask', 'sells', 'vol', 'ahead'] as const).map(sideOfColumn)).toEqual([
    'buy',
    'buy',
    null,
    'sell',
    'sell',
    null,
    null,
  ]);
});
