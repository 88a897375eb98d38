import { expect, it } from 'vitest';
import { touchOf } from './levels.ts';
import { middleOf, midOf } from './middle.ts';

const touch = { bid: '64250.1', ask: '64250.4' } as const;

it('middle has mid, spread and the best prices', () => {
  expect(midOf(touch, 2)).toBe('64250.25');
  expect(middleOf(touch, 1)).toEqual({
    midText: '64,250.25',
    spreadText: '0.3',
    spreadBpsText: '0.05',
    bidText: '64,250.1',
    askText: '64,250.4',
  });
});

it('middle of a one-sided book has no mid, but its one best price', () => {
  const none = { midText: null, spreadText: null, spreadBpsText: null };
  expect(middleOf({ ...touch, bid: null }, 1)).toEqual({ ...none, bidText: null, askText: '64,250.4' });
  expect(middleOf({ ...touch, ask: null }, 1)).toEqual({ ...none, bidText: '64,250.1', askText: null });
  expect(midOf({ bid: null, ask: null }, 1)).toBeNull();
});

it('middle of a book at zero has no bps', () => {
  expect(middleOf({ bid: '0', ask: '0' }, 0).spreadBpsText).toBeNull();
});

it('middle uses the best prices that came with the grouped rows, else the first rows', () => {
  const rows = { bids: [['64250', '1'] as const], asks: [['64260', '1'] as const] };
  expect(touchOf(rows)).toEqual({ bid: '64250', ask: '64260' });
  expect(touchOf({ ...rows, touch })).toEqual(touch);
  expect(touchOf({ bids: [], asks: [] })).toEqual({ bid: null, ask: null });
});
