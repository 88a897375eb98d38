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

it('says what a panel must know of a pushed book', () => {
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

it('a crossed push is known by its best prices', () => {
  expect(describePushed({ ...live, asks: [['100', '1']] }).isCrossed).toBe(true);
  expect(describePushed({ ...live, asks: [['100.0', '1']] }).isCrossed).toBe(true);
});

const facts = { pushed: nothingPushed, refusal: null, isLate: false };
const pushed = (change: Partial<LiveBook>) => describePushed({ ...live, ...change });

it('what the feed brings is shown, also when it is old', () => {
  expect(bookOrigin({ ...facts, pushed: pushed({}) })).toEqual({ kind: 'feed' });
  expect(bookOrigin({ ...facts, pushed: pushed({ state: 'stale' }), isLate: true })).toEqual({ kind: 'feed' });
  expect(bookOrigin({ ...facts, pushed: pushed({ state: 'syncing' }), refusal: 'no' })).toEqual({ kind: 'feed' });
  // an empty market is a market
  expect(bookOrigin({ ...facts, pushed: pushed({ bids: [], asks: [] }) })).toEqual({ kind: 'feed' });
});

it('a dead feed is replaced by asking, with its reason', () => {
  expect(bookOrigin({ ...facts, pushed: pushed({ state: 'dead', detail: '509' }) })).toEqual({
    kind: 'poll',
    reason: '509',
  });
  expect(bookOrigin({ ...facts, pushed: pushed({ state: 'dead' }) })).toEqual({
    kind: 'poll',
    reason: 'The feed does not come.',
  });
});

it('a feed that has not begun is waited for, then replaced', () => {
  const syncing = pushed({ state: 'syncing', bids: [], asks: [], detail: 'asked for' });
  expect(bookOrigin(facts)).toEqual({ kind: 'waiting' });
  expect(bookOrigin({ ...facts, pushed: syncing })).toEqual({ kind: 'waiting' });
  expect(bookOrigin({ ...facts, isLate: true })).toEqual({ kind: 'poll', reason: 'The feed has not begun yet.' });
  expect(bookOrigin({ ...facts, pushed: syncing, isLate: true })).toEqual({ kind: 'poll', reason: 'asked for' });
  expect(bookOrigin({ ...facts, refusal: 'no feed here' })).toEqual({ kind: 'poll', reason: 'no feed here' });
});

it('what was pushed stays on the screen until asking has brought something newer', () => {
  const poll = { kind: 'poll', reason: 'The feed does not come.' } as const;
  const old = { hasRows: true, pushedAtMs: 100, polledAtMs: null };
  expect(shownOrigin(poll, old)).toEqual({ kind: 'feed' });
  expect(shownOrigin(poll, { ...old, polledAtMs: 99 })).toEqual({ kind: 'feed' });
  expect(shownOrigin(poll, { ...old, polledAtMs: 100 })).toBe(poll);
  expect(shownOrigin(poll, { ...old, pushedAtMs: null, polledAtMs: 1 })).toBe(poll);
  expect(shownOrigin(poll, { ...old, hasRows: false })).toBe(poll);
  expect(shownOrigin({ kind: 'waiting' }, old)).toEqual({ kind: 'waiting' });
});
