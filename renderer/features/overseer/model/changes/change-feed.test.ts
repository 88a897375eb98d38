import { expect, it } from 'vitest';
import type { ListedChange } from './recorded-changes.ts';
import { coinPrices, valuationIn } from '../valuation.ts';
import { feedOf } from './change-feed.ts';
import { seenAccounts } from './changes.ts';
import { buildBalance, buildHoldings, buildRows, testPrices } from '../../testing/overseen-builders.ts';

const priced = coinPrices([
  buildHoldings(
    'p',
    Object.keys(testPrices).map(currency => buildBalance({ currency })),
  ),
]);
const changeOptions = { valuation: valuationIn(priced, 'USDT'), least: '1', large: '1000' } as const;
const buildSnapshot = (atMs: number, amount: `${number}`) =>
  seenAccounts(buildRows({ a: { USDT: amount } }), { prices: priced.prices, atMs, hasFutures: true });
const noted = (atMs: number): ListedChange => ({
  moves: [],
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
  looks: {
    closed: buildSnapshot(50, '900'),
    session: buildSnapshot(150, '1000'),
    seen: null,
    hour: buildSnapshot(90, '700'),
  },
  now: buildSnapshot(400, '1000'),
  changeOptions,
};

it('change history lists the changes as they were recorded, and those after the last mark', () => {
  const items = feedOf(known, { from: 'noted', seenAtMs: 250 });
  expect(items.map(({ moments, isUnseen }) => [moments?.atMs, isUnseen])).toEqual([
    [300, true],
    [200, false],
  ]);
  expect(feedOf(known, { from: 'noted', seenAtMs: null }).every(({ isUnseen }) => isUnseen)).toBe(true);
});

it('change history lists the differences between an earlier snapshot and now', () => {
  expect(feedOf(known, { from: 'closed', seenAtMs: null }).map(({ change }) => [change.before, change.after])).toEqual([
    ['900', '1000'],
  ]);
  expect(feedOf(known, { from: 'hour', seenAtMs: null }).map(({ change }) => change.before)).toEqual(['700']);
  expect(feedOf(known, { from: 'session', seenAtMs: null })).toEqual([]);
  expect(feedOf(known, { from: 'seen', seenAtMs: null })).toEqual([]);
});
