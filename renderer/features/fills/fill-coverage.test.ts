import { expect, it } from 'vitest';
import { coverageText, emptyText, listVenues } from './fill-coverage.ts';

const spot = { venue: 'spot', count: 3 } as const;
const futures = { venue: 'futures', count: 2 } as const;
const noFutures = { venue: 'futures', count: null } as const;

it('says what the list covers, what is missing and what is cut', () => {
  expect(coverageText([spot, futures])).toBe('Spot and futures, last 24 hours');
  expect(coverageText([spot])).toBe('Spot, last 24 hours');
  expect(coverageText([spot, noFutures])).toBe('Spot, last 24 hours; futures fills are missing here');
  expect(coverageText([spot, { ...futures, count: 1000 }])).toBe(
    'Spot and futures, last 24 hours; futures cut at the newest 1,000: older ones are missing here',
  );
});

it('an empty list claims no more than is known', () => {
  expect(emptyText([spot, futures], null)).toBe('No spot or futures fill in the last 24 hours.');
  expect(emptyText([spot], 'BTC-USDT')).toBe('No spot fill on BTC-USDT in the last 24 hours.');
  expect(emptyText([spot, noFutures], null)).toBe('No spot fill in the last 24 hours. Those of futures are not known.');
});

it('names venues', () => {
  expect([listVenues(['futures']), listVenues(['spot', 'futures'])]).toEqual(['Futures', 'Spot and futures']);
});
