import { expect, it } from 'vitest';
import { type LadderDropFacts, readDrop } from './drag-rules.ts';

const drop: LadderDropFacts = {
  moved: { side: 'buy', stopWay: null, price: '99' },
  isShared: false,
  to: '98',
  sinceShiftMs: 1000,
  bookValidationError: null,
  touch: { bid: '100', ask: '101' },
};
const read = (change: Partial<LadderDropFacts> = {}) => readDrop({ ...drop, ...change });

it('dragged order moves to the row of its drop', () => {
  expect(read()).toEqual({ kind: 'amend', price: '98' });
  expect(read({ to: '100' })).toEqual({ kind: 'amend', price: '100' });
  expect(read({ touch: { bid: null, ask: null }, to: '500' })).toMatchObject({ kind: 'amend' });
});

it('dragged order stays for a drop on its own row or beside the rows', () => {
  expect(read({ to: '99.0' })).toEqual({ kind: 'nothing' });
  expect(read({ to: null })).toEqual({ kind: 'nothing' });
});

it('dragged order cannot cross the spread, and states why', () => {
  expect(read({ to: '101' })).toEqual({
    kind: 'refused',
    reason: 'Not dragged through the spread: 101 meets the ask 101: it would buy at once. Press to place this order.',
  });
  expect(read({ moved: { side: 'sell', stopWay: null, price: '102' }, to: '100' })).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('meets the bid 100'),
  });
});

it('dragged stop stays on its side of the market', () => {
  const stop = { side: 'sell', stopWay: 'down', price: '95' } as const;
  expect(read({ moved: stop, to: '97' })).toEqual({ kind: 'amend', price: '97' });
  expect(read({ moved: stop, to: '100' })).toMatchObject({ reason: expect.stringContaining('below the bid') });
  expect(read({ moved: { ...stop, stopWay: 'up' }, to: '105' })).toMatchObject({ kind: 'amend' });
});

it('dragged order cannot be dropped on rows that just moved or a book that is not live', () => {
  expect(read({ sinceShiftMs: 10 })).toMatchObject({ reason: expect.stringContaining('moved') });
  expect(read({ bookValidationError: 'The book is crossed.' })).toEqual({
    kind: 'refused',
    reason: 'The book is crossed.',
  });
});

it('dragged row with both an order and a stop moves neither', () => {
  expect(read({ isShared: true })).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('an order and a stop'),
  });
  expect(read({ isShared: true, to: null })).toEqual({ kind: 'nothing' });
});
