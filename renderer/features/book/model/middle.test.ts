import { expect, it } from 'vitest';
import { middleOf, midOf } from './middle.ts';

const book = { bids: [['64250.1', '1'] as const], asks: [['64250.4', '1'] as const] };

it('tells mid and spread', () => {
  expect(midOf(book, 2)).toBe('64250.25');
  expect(middleOf(book, 1)).toEqual({ midText: '64,250.25', spreadText: '0.3', spreadBpsText: '0.05' });
});

it('a one-sided book has no middle', () => {
  const none = { midText: null, spreadText: null, spreadBpsText: null };
  expect(middleOf({ ...book, bids: [] }, 1)).toEqual(none);
  expect(middleOf({ ...book, asks: [] }, 1)).toEqual(none);
  expect(midOf({ bids: [], asks: [] }, 1)).toBeNull();
});

it('a book at nothing has no bps', () => {
  expect(middleOf({ bids: [['0', '1']], asks: [['0', '1']] }, 0).spreadBpsText).toBeNull();
});
