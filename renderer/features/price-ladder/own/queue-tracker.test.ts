import { expect, it } from 'vitest';
import { buildMark, buildStopMark } from '../testing/build-ladder.ts';
import type { OwnMark } from './own-marks.ts';
import { createQueueTracker, type QueueBook } from './queue-tracker.ts';

const book = (size: `${number}`): QueueBook => ({
  bids: [
    ['100', size],
    ['98', '1'],
  ],
  asks: [
    ['101', '1'],
    ['103', '1'],
  ],
});
const taken = (size: `${number}` = '0') => ({ takenAt: () => size });
const order = (change: Parameters<typeof buildMark>[0] = {}): OwnMark => buildMark({ id: 'a', size: '1', ...change });

it('an order whose placing was seen is behind all others, and follows trades', () => {
  const tracker = createQueueTracker();
  tracker.look({ book: book('4'), marks: [], volume: taken() });
  tracker.look({ book: book('5'), marks: [order()], volume: taken() });
  expect(tracker.of('a')).toMatchObject({ least: '4', most: '4' });
  tracker.look({ book: book('3'), marks: [order()], volume: taken('2') });
  expect(tracker.of('a')).toMatchObject({ least: '2', most: '2' });
  tracker.look({ book: book('0.5'), marks: [order({ filledSize: '0.5' })], volume: taken('5') });
  expect(tracker.of('a')).toMatchObject({ most: '0' });
});

it('an order from before has only a maximum', () => {
  const tracker = createQueueTracker();
  tracker.look({ book: book('5'), marks: undefined, volume: taken() });
  tracker.look({ book: book('5'), marks: [order()], volume: taken() });
  expect(tracker.of('a')).toMatchObject({ least: '0', most: '4' });
});

it('earlier own orders count like those of others, later ones do not', () => {
  const tracker = createQueueTracker();
  const [first, second] = [order({ createdAtMs: 1 }), order({ id: 'b', createdAtMs: 2 })];
  tracker.look({ book: book('6'), marks: [second, first], volume: taken() });
  expect([tracker.of('a')?.most, tracker.of('b')?.most]).toEqual(['4', '5']);
});

it('queue tracker counts an own order before the other when one of the two times is unknown', () => {
  const tracker = createQueueTracker();
  const [first, second] = [order({ createdAtMs: null }), order({ id: 'b', createdAtMs: 2 })];
  tracker.look({ book: book('6'), marks: [second, first], volume: taken() });
  expect([tracker.of('a')?.most, tracker.of('b')?.most]).toEqual(['5', '5']);
});

it('a queue is unknown without a live book, for stops, for hidden orders, and deeper than the known levels', () => {
  const tracker = createQueueTracker();
  const all = [
    order({ id: 'hidden', isHidden: true }),
    order({ id: 'deep', price: '90' }),
    order({ id: 'high', side: 'sell', price: '110' }),
    buildStopMark({ id: 'stop' }),
  ];
  tracker.look({ book: book('4'), marks: all, volume: taken() });
  expect(all.map(({ id }) => tracker.of(id))).toEqual([null, null, null, null]);
  tracker.look({ book: null, marks: [order()], volume: taken() });
  expect(tracker.of('a')).toBeNull();
  tracker.look({ book: { bids: [], asks: [] }, marks: [order()], volume: taken() });
  expect(tracker.of('a')).toBeNull();
});

it('a queue between two levels is empty', () => {
  const tracker = createQueueTracker();
  const marks = [order({ price: '99' }), order({ id: 'b', side: 'sell', price: '102' })];
  tracker.look({ book: book('4'), marks, volume: taken() });
  expect([tracker.of('a')?.most, tracker.of('b')?.most]).toEqual(['0', '0']);
});
