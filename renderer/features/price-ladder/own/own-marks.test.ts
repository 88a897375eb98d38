import { expect, it } from 'vitest';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { buildMark, buildStopMark } from '../testing/build-ladder.ts';
import { isSharedRow, marksOf, outOfView, pairsOnce, placeMarks, restOfMarks, rowOfMark } from './own-marks.ts';

const order = buildOrder({ id: 'a', price: '100', size: '2', filledSize: '0.5', createdAtMs: 1 });

it('shows what rests and what waits, the newest first', () => {
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

it('stands in the row of its level: bids down, asks up, exact price kept', () => {
  const [buy, sell] = [buildMark({ price: '99.7' }), buildMark({ id: 'o2', side: 'sell', price: '99.7' })];
  const marks = placeMarks([buy, buildMark({ id: 'o3', price: '99.2' }), sell], '1');
  expect(marks.at('buy', 99).map(({ price }) => price)).toEqual(['99.7', '99.2']);
  expect(marks.at('sell', 100)).toEqual([sell]);
  expect(marks.at('sell', 99)).toEqual([]);
  expect(rowOfMark(buildStopMark(), '1')).toBe(90);
});

it('what is left of several is their sum; what closes a position counts nothing', () => {
  expect(restOfMarks([buildMark({ size: '2', filledSize: '0.5' }), buildMark(), buildStopMark({ size: null })])).toBe(
    '3.5',
  );
  expect(restOfMarks([])).toBe('0');
});

it('counts what stands above and below the rows', () => {
  const marks = [buildMark({ price: '120' }), buildMark({ price: '100' }), buildMark({ price: '80' })];
  expect(outOfView(marks, { step: '1', top: 110, count: 21 })).toEqual({ above: 1, below: 1 });
  expect(outOfView(marks, { step: '1', top: 120, count: 40 })).toEqual({ above: 0, below: 1 });
});

it('of a pair one leg is enough: cancelling it cancels both', () => {
  const marks = [
    buildStopMark({ id: 'tp', pairId: 'p1' }),
    buildStopMark({ id: 'alone' }),
    buildStopMark({ id: 'sl', pairId: 'p1' }),
    buildStopMark({ id: 'other', pairId: 'p2' }),
    buildMark({ id: 'o' }),
  ];
  expect(pairsOnce(marks).map(({ id }) => id)).toEqual(['tp', 'alone', 'other', 'o']);
});

it('finds a row in which an order and a stop of one side stand', () => {
  const [limit, stop] = [buildMark({ price: '99.2' }), buildStopMark({ side: 'buy', stopPrice: '99.6' })];
  expect(isSharedRow(placeMarks([limit, stop], '1'), limit, '1')).toBe(true);
  expect(isSharedRow(placeMarks([limit, stop], '0.1'), limit, '0.1')).toBe(false);
  expect(isSharedRow(placeMarks([limit, buildMark({ id: 'b', price: '99.2' })], '1'), limit, '1')).toBe(false);
});
