import { expect, it } from 'vitest';
import type { LiveBook } from '#shared/domain/live.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { bookOrigin, describePushed, shownOrigin } from './book-status.ts';

const live = buildLiveBook({
  bids: [
    ['100', '1'],
    ['99', '1'],
  ],
});

const nothingPushed = describePushed(undefined);

it('book status states the fields that a panel needs of a pushed book', () => {
  expect(nothingPushed).toMatchObject({ state: null, hasRows: false, isCrossed: false });
  expect(describePushed(live)).toEqual({
    state: 'live',
    detail: null,
    source: 'full',
    hasRows: true,
    isCrossed: false,
  });
  expect(describePushed({ ...live, bids: [], asks: [] }).hasRows).toBe(false);
  expect(describePushed({ ...live, bids: [] })).toMatchObject({ hasRows: true, isCrossed: false });
  expect(describePushed({ ...live, asks: [] })).toMatchObject({ hasRows: true, isCrossed: false });
});

it('book status detects a crossed push by its best prices', () => {
  expect(describePushed({ ...live, asks: [['100', '1']] }).isCrossed).toBe(true);
  expect(describePushed({ ...live, asks: [['100.0', '1']] }).isCrossed).toBe(true);
});

const facts = { pushed: nothingPushed, watchFailure: null, isLate: false };
const pushed = (change: Partial<LiveBook>) => describePushed({ ...live, ...change });

it('book status shows data of the feed, also when it is old', () => {
  expect(bookOrigin({ ...facts, pushed: pushed({}) })).toEqual({ kind: 'feed' });
  expect(bookOrigin({ ...facts, pushed: pushed({ state: 'stale' }), isLate: true })).toEqual({ kind: 'feed' });
  expect(bookOrigin({ ...facts, pushed: pushed({ state: 'syncing' }), watchFailure: 'no' })).toEqual({ kind: 'feed' });
  // an empty market is a market
  expect(bookOrigin({ ...facts, pushed: pushed({ bids: [], asks: [] }) })).toEqual({ kind: 'feed' });
});

it('book status replaces a dead feed by requests, with its reason', () => {
  expect(bookOrigin({ ...facts, pushed: pushed({ state: 'dead', detail: '509' }) })).toEqual({
    kind: 'poll',
    reason: '509',
  });
  expect(bookOrigin({ ...facts, pushed: pushed({ state: 'dead' }) })).toEqual({
    kind: 'poll',
    reason: 'The feed does not come.',
  });
});

it('book status waits for a feed that has not started, then replaces it', () => {
  const syncing = pushed({ state: 'syncing', bids: [], asks: [], detail: 'asked for' });
  expect(bookOrigin(facts)).toEqual({ kind: 'waiting' });
  expect(bookOrigin({ ...facts, pushed: syncing })).toEqual({ kind: 'waiting' });
  expect(bookOrigin({ ...facts, isLate: true })).toEqual({ kind: 'poll', reason: 'The feed has not begun yet.' });
  expect(bookOrigin({ ...facts, pushed: syncing, isLate: true })).toEqual({ kind: 'poll', reason: 'asked for' });
  expect(bookOrigin({ ...facts, watchFailure: 'no feed here' })).toEqual({ kind: 'poll', reason: 'no feed here' });
});

it('book status keeps the pushed data on the screen until a request returns newer data', () => {
  const poll = { kind: 'poll', reason: 'The feed does not come.' } as const;
  const old = { hasRows: true, pushedAtMs: 100, polledAtMs: null };
  expect(shownOrigin(poll, old)).toEqual({ kind: 'feed' });
  expect(shownOrigin(poll, { ...old, polledAtMs: 99 })).toEqual({ kind: 'feed' });
  expect(shownOrigin(poll, { ...old, polledAtMs: 100 })).toBe(poll);
  expect(shownOrigin(poll, { ...old, pushedAtMs: null, polledAtMs: 1 })).toBe(poll);
  expect(shownOrigin(poll, { ...old, hasRows: false })).toBe(poll);
  expect(shownOrigin({ kind: 'waiting' }, old)).toEqual({ kind: 'waiting' });
});
