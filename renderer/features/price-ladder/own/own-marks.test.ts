import { expect, it } from 'vitest';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { buildMark, buildStopMark } from '../testing/build-ladder.ts';
import {
  accountFirst,
  isSharedRow,
  marksOf,
  outOfView,
  pairsOnce,
  placeMarks,
  restOfMarks,
  rowOfMark,
} from './own-marks.ts';

const order = buildOrder({ id: 'a', price: '100', size: '2', filledSize: '0.5', createdAtMs: 1 });

it('own marks show resting and waiting orders, the newest first', () => {
  const marks = marksOf(
    [
      order,
      buildOrder({ id: 'done', isActive: false }),
      buildOrder({ id: 'market', price: null }),
      buildOrder({ id: 'funds', size: null }),
      buildOrder({ id: 'b', createdAtMs: 3 }),
    ],
    [buildStopOrder({ id: 's', createdAtMs: 2 }), buildStopOrder({ id: 'fired', status: 'triggered' })],
  );
  expect(marks.map(({ id }) => id)).toEqual(['b', 's', 'a']);
  expect(marks[1]).toMatchObject({ isStop: true, price: '90', rest: '1' });
  expect(marks[2]).toMatchObject({ isStop: false, price: '100', rest: '1.5' });
});

it('own marks are in the row of their level: bids down, asks up, exact price kept', () => {
  const [buy, sell] = [buildMark({ price: '99.7' }), buildMark({ id: 'o2', side: 'sell', price: '99.7' })];
  const marks = placeMarks([buy, buildMark({ id: 'o3', price: '99.2' }), sell], '1');
  expect(marks.at('buy', 99).map(({ price }) => price)).toEqual(['99.7', '99.2']);
  expect(marks.at('sell', 100)).toEqual([sell]);
  expect(marks.at('sell', 99)).toEqual([]);
  expect(rowOfMark(buildStopMark(), '1')).toBe(90);
});

it('own marks sum the remaining sizes of several; one that closes a position counts nothing', () => {
  expect(restOfMarks([buildMark({ size: '2', filledSize: '0.5' }), buildMark(), buildStopMark({ size: null })])).toBe(
    '3.5',
  );
  expect(restOfMarks([])).toBe('0');
});

it('own marks count those above and below the rows', () => {
  const marks = [buildMark({ price: '120' }), buildMark({ price: '100' }), buildMark({ price: '80' })];
  expect(outOfView(marks, { step: '1', top: 110, count: 21 })).toEqual({ above: 1, below: 1 });
  expect(outOfView(marks, { step: '1', top: 120, count: 40 })).toEqual({ above: 0, below: 1 });
});

it('own marks need one leg of a pair: cancelling it cancels both', () => {
  const marks = [
    buildStopMark({ id: 'tp', pairId: 'p1' }),
    buildStopMark({ id: 'alone' }),
    buildStopMark({ id: 'sl', pairId: 'p1' }),
    buildStopMark({ id: 'other', pairId: 'p2' }),
    buildMark({ id: 'o' }),
  ];
  expect(pairsOnce(marks).map(({ id }) => id)).toEqual(['tp', 'alone', 'other', 'o']);
});

it('own marks find a row with both an order and a stop of one side', () => {
  const [limit, stop] = [buildMark({ price: '99.2' }), buildStopMark({ side: 'buy', stopPrice: '99.6' })];
  expect(isSharedRow(placeMarks([limit, stop], '1'), limit, '1')).toBe(true);
  expect(isSharedRow(placeMarks([limit, stop], '0.1'), limit, '0.1')).toBe(false);
  expect(isSharedRow(placeMarks([limit, buildMark({ id: 'b', price: '99.2' })], '1'), limit, '1')).toBe(false);
});

it('own marks cancel and move the order of the chosen account first in a row with several accounts', () => {
  const marks = [buildMark({ id: 'cross', tradeType: 'cross' }), buildMark({ id: 'spot' }), buildMark({ id: 'older' })];
  expect(accountFirst(marks, 'spot').map(({ id }) => id)).toEqual(['spot', 'older', 'cross']);
  expect(accountFirst(marks, 'cross').map(({ id }) => id)).toEqual(['cross', 'spot', 'older']);
});

it('own marks count a stop for its account, and all of a contract for one', () => {
  const stop = buildStopMark({ tradeType: 'isolated' });
  expect(accountFirst([buildMark(), stop], 'isolated')[0]).toBe(stop);
  const marks = [buildMark({ venue: 'futures' })];
  expect(accountFirst(marks, 'futures')).toBe(marks);
});
