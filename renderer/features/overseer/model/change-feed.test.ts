import { expect, it } from 'vitest';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import { coinPrices, valuationIn } from './valuation.ts';
import { feedOf } from './change-feed.ts';
import { seenAccounts } from './changes.ts';
import { buildBalance, buildHoldings, buildRows, testPrices } from '../testing/overseen-builders.ts';

const priced = coinPrices([
  buildHoldings(
    'p',
    Object.keys(testPrices).map(currency => buildBalance({ currency })),
  ),
]);
const telling = { valuation: valuationIn(priced, 'USDT'), least: '1', large: '1000' } as const;
const lookAt = (atMs: number, amount: `${number}`) =>
  seenAccounts(buildRows({ a: { USDT: amount } }), { prices: priced.prices, atMs, hasFutures: true });
const noted = (atMs: number): NotedChange => ({
  userId: 'a',
  name: 'a',
  kind: 'balance',
  before: '1',
  after: '2',
  coin: 'USDT',
  moved: '1',
  currency: 'USDT',
  key: String(atMs),
  sinceMs: atMs - 10,
  atMs,
});

const known = {
  changes: [noted(300), noted(200)],
  looks: { closed: lookAt(50, '900'), session: lookAt(150, '1000'), seen: null, hour: lookAt(90, '700') },
  now: lookAt(400, '1000'),
  telling,
};

it('tells the changes as they were seen, and which of them came after the last mark', () => {
  const items = feedOf(known, { from: 'noted', seenAtMs: 250 });
  expect(items.map(({ moments, isUnseen }) => [moments?.atMs, isUnseen])).toEqual([
    [300, true],
    [200, false],
  ]);
  expect(feedOf(known, { from: 'noted', seenAtMs: null }).every(({ isUnseen }) => isUnseen)).toBe(true);
});

it('tells what differs between an earlier look and now', () => {
  expect(feedOf(known, { from: 'closed', seenAtMs: null }).map(({ change }) => [change.before, change.after])).toEqual([
    ['900', '1000'],
  ]);
  expect(feedOf(known, { from: 'hour', seenAtMs: null }).map(({ change }) => change.before)).toEqual(['700']);
  expect(feedOf(known, { from: 'session', seenAtMs: null })).toEqual([]);
  expect(feedOf(known, { from: 'seen', seenAtMs: null })).toEqual([]);
});
