import { expect, it } from 'vitest';
import { coverageText, emptyText, listParts } from './fill-coverage.ts';

const spot = { part: 'spot', count: 3 } as const;
const margin = { part: 'margin', count: 1 } as const;
const futures = { part: 'futures', count: 2 } as const;
const noFutures = { part: 'futures', count: null } as const;
const noMargin = { part: 'margin', count: null } as const;

it('fill coverage states the range of the list, the missing and the truncated part', () => {
  expect(coverageText([spot, margin, futures])).toBe('Spot, cross, isolated and futures, last 24 hours');
  expect(coverageText([spot])).toBe('Spot and cross, last 24 hours');
  expect(coverageText([spot, noMargin, noFutures])).toBe(
    'Spot and cross, last 24 hours; isolated and futures fills are missing here',
  );
  expect(coverageText([spot, margin, { ...futures, count: 1000 }])).toBe(
    'Spot, cross, isolated and futures, last 24 hours; futures cut at the newest 1,000: older ones are missing here',
  );
});

it('fill coverage of an empty list states only what is known', () => {
  expect(emptyText([spot, margin, futures], null)).toBe(
    'No spot, cross, isolated or futures fill in the last 24 hours.',
  );
  expect(emptyText([futures], 'XBTUSDTM')).toBe('No futures fill on XBTUSDTM in the last 24 hours.');
  expect(emptyText([spot, margin, noFutures], null)).toBe(
    'No spot, cross or isolated fill in the last 24 hours. Those of futures are unknown.',
  );
});

it('fill coverage names places', () => {
  expect([listParts(['futures']), listParts(['spot', 'futures'])]).toEqual(['Futures', 'Spot, cross and futures']);
});
