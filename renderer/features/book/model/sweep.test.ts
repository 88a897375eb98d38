import { expect, it } from 'vitest';
import { levelsUpTo, sweepLevels } from './sweep.ts';

const asks = [
  ['100', '1'],
  ['101', '2'],
  ['103', '4'],
] as const;
const bids = [
  ['99', '1'],
  ['98', '3'],
] as const;
const terms = { mid: '99.5', takerFeeRate: '0.001', priceScale: 1 } as const;

it('sweep sums its size, cost, slippage and fee', () => {
  expect(sweepLevels(asks, 2, terms)).toEqual({
    levels: 2,
    size: '3',
    cost: '302',
    averagePrice: '100.667',
    slippageBps: '117.3',
    fee: '0.302',
  });
});

it('sweep of a sale slips the other way, and its slippage is a distance too', () => {
  expect(sweepLevels(bids, 2, terms)).toMatchObject({
    size: '4',
    cost: '393',
    averagePrice: '98.25',
    slippageBps: '125.6',
  });
});

it('sweep beyond the last level takes all of them', () => {
  expect(sweepLevels(asks, 9, terms)?.levels).toBe(3);
});

it('sweep without a mid or a fee rate has these unknown; a mid of zero is no mid', () => {
  expect(sweepLevels(asks, 1, { ...terms, mid: null, takerFeeRate: null })).toMatchObject({
    slippageBps: null,
    fee: null,
  });
  expect(sweepLevels(asks, 1, { ...terms, mid: '0' })?.slippageBps).toBeNull();
});

it('sweep of an empty book is empty', () => {
  expect(sweepLevels([], 3, terms)).toBeNull();
  expect(sweepLevels([['100', '0']], 1, terms)).toBeNull();
});

it('sweep counts the levels at a price or better, also without the price itself', () => {
  expect(levelsUpTo(asks, '101', 'ask')).toBe(2);
  expect(levelsUpTo(asks, '102', 'ask')).toBe(2);
  expect(levelsUpTo(asks, '200', 'ask')).toBe(3);
  expect(levelsUpTo(bids, '98.5', 'bid')).toBe(1);
  expect(levelsUpTo(bids, '100', 'bid')).toBe(0);
});
