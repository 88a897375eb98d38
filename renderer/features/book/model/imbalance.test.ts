import { expect, it } from 'vitest';
import { imbalances } from './imbalance.ts';
import type { GroupedBook } from './levels.ts';

const book = (bids: GroupedBook['bids'], asks: GroupedBook['asks']): GroupedBook => ({
  symbol: 'BTC-USDT',
  step: null,
  bids,
  asks,
});
const deep = book(
  [
    ['999.5', '3'],
    ['996', '1'],
    ['980', '100'],
  ],
  [
    ['1000.5', '1'],
    ['1004', '1'],
    ['1020', '100'],
  ],
);

it('imbalance compares bids and asks within each band around the mid', () => {
  expect(imbalances(deep, '1000', false).map(({ band, ratio }) => [band, ratio])).toEqual([
    ['0.001', '0.5'],
    ['0.005', '0.3333'],
    ['0.01', '0.3333'],
  ]);
});

it('imbalance includes a level on the edge of a band', () => {
  const edge = book(
    [
      ['999', '1'],
      ['1', '1'],
    ],
    [
      ['1001', '3'],
      ['2000', '1'],
    ],
  );
  expect(imbalances(edge, '1000', false)[0]?.ratio).toBe('-0.5');
});

it('imbalance is unknown when the book ends inside a band, unless it is the whole book', () => {
  const shallow = book(
    [['999.5', '3']],
    [
      ['1000.5', '1'],
      ['1020', '1'],
    ],
  );
  expect(imbalances(shallow, '1000', false)[0]).toMatchObject({
    ratio: null,
    reason: 'The loaded order book is not deep enough.',
  });
  expect(imbalances(shallow, '1000', true)[0]).toMatchObject({ ratio: '0.5', reason: null });
  const otherSide = book(
    [
      ['999.5', '3'],
      ['900', '1'],
    ],
    [['1000.5', '1']],
  );
  expect(imbalances(otherSide, '1000', false)[0]?.ratio).toBeNull();
});

it('imbalance has no ratio without resting orders so near', () => {
  const empty = book([['900', '1']], [['1100', '1']]);
  expect(imbalances(empty, '1000', false)[0]).toMatchObject({
    ratio: null,
    reason: 'Nothing rests so near to the mid.',
  });
});
