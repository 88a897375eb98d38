import { expect, it } from 'vitest';
import type { GroupedBook } from '../model/levels.ts';
import { ownLevelKey } from '../model/own-levels.ts';
import { freezeRows, ladderFrame, type LadderOptions } from './ladder-frame.ts';

const book: GroupedBook = {
  symbol: 'BTC-USDT',
  step: null,
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
const options: LadderOptions = {
  rows: 20,
  decimals: { price: 1, size: 5 },
  own: new Map(),
  isInQuote: false,
  isCumulative: true,
  frozen: null,
};
const frame = (change: Partial<LadderOptions> = {}, view = book) => ladderFrame(view, { ...options, ...change });

it('ladder totals of a coin traded in thousands have one decimal, because four would widen the column', () => {
  const totals = [0, 1, 4, 5, 8].map(size => frame({ decimals: { price: 1, size } }).bids[1]?.totalText);
  expect(totals).toEqual(['2', '1.8', '1.8', '1.7500', '1.7500']);
});

it('ladder rows have prices at tick decimals, sizes at lot decimals, totals summed exactly', () => {
  expect(frame().bids.map(row => [row.priceText, row.sizeText + row.zerosText, row.totalText])).toEqual([
    ['64,250.1', '0.50000', '0.5000'],
    ['64,249.0', '1.25000', '1.7500'],
  ]);
  expect(frame().asks.at(-1)?.totalText).toBe('0.6000');
});

it('ladder rows separate padding zeros', () => {
  expect(frame().bids[0]).toMatchObject({ sizeText: '0.5', zerosText: '0000' });
});

it('ladder bars draw totals or single levels, relative to the longest of both sides', () => {
  expect(frame().bids.map(row => row.share)).toEqual([0.285, 1]);
  expect(frame().asks.map(row => row.share)).toEqual([0.055, 0.17, 0.345]);
  expect(frame({ isCumulative: false }).asks.map(row => row.share)).toEqual([0.08, 0.16, 0.24]);
});

it('ladder sizes in quote currency are price times size, exact, shown to the cent', () => {
  expect(frame({ isInQuote: true }).bids.map(row => [row.sizeText + row.zerosText, row.totalText])).toEqual([
    ['32,125.05', '32,125.05'],
    ['80,311.25', '112,436.30'],
  ]);
});

it('ladder rows are limited per side', () => {
  expect(frame({ rows: 1 }).asks).toHaveLength(1);
});

it('a level of zero draws no bar', () => {
  expect(frame({}, { ...book, bids: [['1', '0']], asks: [] }).bids[0]?.share).toBe(0);
});

it('own orders are marked with their size, on their side, in any notation of the price', () => {
  const shown = frame({ own: new Map([[ownLevelKey('buy', '64249.00'), '0.4']]) });
  expect(shown.bids.map(row => row.ownText)).toEqual(['', '0.4']);
  expect(shown.asks.every(row => row.ownText === '')).toBe(true);
  expect(shown.hasOwn).toBe(true);
  expect(frame().hasOwn).toBe(false);
});

it('a planned order is marked without a market size, and a resting one comes before it', () => {
  const key = ownLevelKey('buy', '64249');
  const ghosts = new Map([[key, '0.5' as const]]);
  expect(frame({ ghosts }).bids[1]).toMatchObject({ ownText: '0.5', isGhost: true });
  expect(frame({ ghosts, own: new Map([[key, '0.4']]) }).bids[1]).toMatchObject({ ownText: '0.4', isGhost: false });
  const empty = { ...book, bids: [['64249', '0'] as const] };
  expect(frame({ ghosts }, empty).bids[0]).toMatchObject({ sizeText: '', zerosText: '', isGhost: true });
  expect(frame({ ghosts }).hasOwn).toBe(true);
});

it('held rows keep their prices, while sizes and totals update', () => {
  const frozen = freezeRows(book, 2);
  expect(frozen).toEqual({ bids: ['64250.1', '64249'], asks: ['64250.4', '64251'] });
  const moved: GroupedBook = {
    ...book,
    // a better bid came, one level went, deeper ones are known
    bids: [
      ['64250.3', '2'],
      ['64249', '1'],
      ['64248', '1'],
    ],
    asks: [
      ['64250.4', '0.7'],
      ['64250.9', '0.1'],
    ],
  };
  const shown = frame({ frozen }, moved);
  expect(shown.bids.map(row => [row.price, row.sizeText, row.totalText])).toEqual([
    ['64250.1', 'moved', ''],
    ['64249', '1', '3.0000'],
  ]);
  // the second ask lies deeper than anything that is known now: not zero, unknown
  expect(shown.asks.map(row => [row.price, row.sizeText, row.totalText])).toEqual([
    ['64250.4', '0.7', '0.7000'],
    ['64251', '–', '0.8000'],
  ]);
});

it('ladder totals are exact where doubles are not', () => {
  const small: GroupedBook = {
    ...book,
    bids: [
      ['1', '0.1'],
      ['0.9', '0.2'],
    ],
    asks: [['2', '100000000.00000001']],
  };
  const shown = frame({ decimals: { price: 1, size: 1 } }, small);
  expect(shown.bids[1]?.totalText).toBe('0.3');
  expect(shown.asks[0]?.sizeText).toBe('100,000,000.00000001');
});
