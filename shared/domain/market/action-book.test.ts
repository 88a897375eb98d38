import { expect, it } from 'vitest';
import { buildLiveBook } from '../../testing/build-book.ts';
import { actionBook, touchOf } from './action-book.ts';

it('action book is usable only when it is live, never when stale or crossed', () => {
  expect(actionBook(buildLiveBook()).state).toBe('live');
  expect(actionBook(undefined)).toEqual({ state: 'none', reason: 'The book has not come yet.' });
  expect(actionBook(buildLiveBook({ state: 'stale', detail: 'silent' }))).toEqual({ state: 'none', reason: 'silent' });
  expect(actionBook(buildLiveBook({ state: 'syncing' }))).toEqual({ state: 'none', reason: 'The book is syncing.' });
  expect(actionBook(buildLiveBook({ bids: [['101', '1']] }))).toMatchObject({ state: 'none' });
  expect(actionBook(buildLiveBook({ bids: [] })).state).toBe('live');
});

it('action book has the best price of each side, and none for an unreliable side', () => {
  const bids = [['99', '1']] as [[`${number}`, `${number}`]];
  expect(touchOf(actionBook(buildLiveBook({ bids, asks: [] })))).toEqual({ bid: '99', ask: null });
  expect(touchOf(actionBook(buildLiveBook({ bids: [], asks: [['101', '1']] })))).toEqual({ bid: null, ask: '101' });
  expect(touchOf(actionBook(undefined))).toEqual({ bid: null, ask: null });
});
