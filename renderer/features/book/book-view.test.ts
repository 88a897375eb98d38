import { expect, test } from 'vitest';
import type { BookSnapshot } from '../../../shared/domain/book.ts';
import type { SpotSymbol } from '../../../shared/domain/instrument.ts';
import { bookDecimals, bookView, isCrossed, ownLevelKey } from './book-view.ts';

const book: BookSnapshot = {
  symbol: 'BTC-USDT',
  sequence: '1',
  timeMs: 1,
  bids: [
    ['64250.1', '0.5'],
    ['64249', '1.25'],
  ],
  asks: [
    ['64250.4', '0.1'],
    ['64251', '0.2'],
    ['64252', '0.3'],
  ],
};
const instrument: SpotSymbol = {
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
const decimals = { price: 1, size: 5 };
const view = (own = new Map<string, string>(), levels = 20) => bookView(book, { levels, decimals, own });

test('shows prices at tick decimals, sizes at lot decimals, totals added up exactly', () => {
  expect(view().bids.map(row => [row.priceText, row.sizeText, row.totalText])).toEqual([
    ['64,250.1', '0.50000', '0.5000'],
    ['64,249.0', '1.25000', '1.7500'],
  ]);
  expect(view().asks.at(-1)?.totalText).toBe('0.6000');
});

test('draws bars as shares of the deeper side', () => {
  expect(view().bids.map(row => row.share)).toEqual([0.285, 1]);
  expect(view().asks.map(row => row.share)).toEqual([0.055, 0.17, 0.345]);
});

test('shows only so many levels a side', () => {
  expect(view(new Map(), 1).asks).toHaveLength(1);
});

test('tells mid and spread', () => {
  expect(view()).toMatchObject({ midText: '64,250.25', spreadText: '0.3', spreadBpsText: '0.05' });
});

test('a one-sided or empty book has no mid', () => {
  const none = { midText: null, spreadText: null, spreadBpsText: null };
  expect(bookView({ ...book, bids: [] }, { levels: 20, decimals, own: new Map() })).toMatchObject(none);
  const empty = bookView({ ...book, bids: [], asks: [] }, { levels: 20, decimals, own: new Map() });
  expect(empty).toMatchObject({ ...none, bids: [], asks: [] });
});

test('a level of nothing draws no bar, a book at nothing has no bps', () => {
  const odd: BookSnapshot = { ...book, bids: [['0', '0']], asks: [['0', '0']] };
  const shown = bookView(odd, { levels: 20, decimals, own: new Map() });
  expect(shown.bids[0]?.share).toBe(0);
  expect(shown.spreadBpsText).toBeNull();
});

test('marks own orders on their side, however the price is written', () => {
  const own = new Map([[ownLevelKey('buy', '64249.00'), '0.4']]);
  const shown = view(own);
  expect(shown.bids.map(row => row.ownText)).toEqual([null, '0.40000']);
  expect(shown.asks.every(row => row.ownText === null)).toBe(true);
});

test('knows a crossed and a locked book', () => {
  expect(isCrossed(book)).toBe(false);
  expect(isCrossed({ ...book, asks: [['64250.1', '1']] })).toBe(true);
  expect(isCrossed({ ...book, asks: [['64000', '1']] })).toBe(true);
  expect(isCrossed({ ...book, asks: [] })).toBe(false);
});

test('takes decimals from the instrument, before it is known from the book itself', () => {
  expect(bookDecimals(book, instrument)).toEqual({ price: 1, size: 5 });
  expect(bookDecimals(book, undefined)).toEqual({ price: 1, size: 2 });
  expect(bookDecimals({ ...book, bids: [], asks: [] }, undefined)).toEqual({ price: 0, size: 0 });
});
