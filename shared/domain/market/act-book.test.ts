import { expect, it } from 'vitest';
import { buildLiveBook } from '../../testing/build-book.ts';
import { actBook, touchOf } from './act-book.ts';

it('an act is measured by a live book alone, never by one that is stale or crossed', () => {
  expect(actBook(buildLiveBook()).state).toBe('live');
  expect(actBook(undefined)).toEqual({ state: 'none', reason: 'The book has not come yet.' });
  expect(actBook(buildLiveBook({ state: 'stale', detail: 'silent' }))).toEqual({ state: 'none', reason: 'silent' });
  expect(actBook(buildLiveBook({ state: 'syncing' }))).toEqual({ state: 'none', reason: 'The book is syncing.' });
  expect(actBook(buildLiveBook({ bids: [['101', '1']] }))).toMatchObject({ state: 'none' });
  expect(actBook(buildLiveBook({ bids: [] })).state).toBe('live');
});

it('its touch is what stands first on each side, and empty where it is not to be leant on', () => {
  const bids = [['99', '1']] as [[`${number}`, `${number}`]];
  expect(touchOf(actBook(buildLiveBook({ bids, asks: [] })))).toEqual({ bid: '99', ask: null });
  expect(touchOf(actBook(buildLiveBook({ bids: [], asks: [['101', '1']] })))).toEqual({ bid: null, ask: '101' });
  expect(touchOf(actBook(undefined))).toEqual({ bid: null, ask: null });
});
