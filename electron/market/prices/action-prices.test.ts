import { expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { BookSnapshot } from '#shared/domain/market/book.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { DaySummary } from '#client/types.ts';
import type { BookFeed } from '../books/book-feed.ts';
import type { BookStatus } from '../books/book-health.ts';
import { proveSnapshot } from '../order-book/proved-book.ts';
import { createActionPrices } from './action-prices.ts';

const spot = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const futures = { venue: 'futures', symbol: 'XBTUSDTM' } as const;
const snapshot: BookSnapshot = {
  symbol: 'BTC-USDT',
  sequence: '1',
  timeMs: 1,
  bids: [['99', '1']],
  asks: [['101', '2']],
};
const row: DaySummary = {
  symbol: 'BTC-USDT',
  lastPrice: '1',
  change: null,
  changeRate: null,
  turnover: null,
  bid: '99',
  ask: '101',
};

function build(state: BookStatus['state'] | null) {
  const asked: string[] = [];
  const answers = { nowMs: 1000, tickers: succeed([row]) as Result<readonly DaySummary[]> };
  const asking =
    <T>(what: string, answer: () => Result<T>) =>
    (input: object, { priority }: { readonly priority: string }) => {
      asked.push(`${what} ${JSON.stringify(input)} ${priority}`);
      return Promise.resolve(answer());
    };
  const client = createFakeClient({
    reference: { book: asking('spot', () => succeed({ ...snapshot, asks: [] })) },
    market: {
      futuresBook: asking('futures', () => fail('unreachable', 'no line')),
      daySummaries: asking('tickers', () => answers.tickers),
    },
  });
  const proved = proveSnapshot(snapshot, null);
  if (typeof proved === 'string') throw new Error(proved);
  const status: BookStatus = { state: state ?? 'dead', detail: null, source: 'full', asOfMs: 1, proved, sequence: 1 };
  const book: BookFeed = { status: () => status, onChange: () => () => {}, deepen: () => {}, close: () => {} };
  const prices = createActionPrices({
    client,
    books: { find: () => (state === null ? null : book) },
    clock: { nowMs: () => answers.nowMs },
  });
  return { prices, asked, answers };
}

it('action prices come from our own book without a request', async () => {
  const { prices, asked } = build('live');
  expect(await prices.book(spot)).toEqual({ bids: [['99', '1']], asks: [['101', '2']] });
  expect(asked).toEqual([]);
});

it.each([null, 'stale', 'syncing', 'dead'] as const)(
  'action prices without a live book (%s) are requested as part of the action',
  async state => {
    const { prices, asked } = build(state);
    expect(await prices.book(spot)).toMatchObject({ bids: [['99', '1']], asks: [] });
    expect(await prices.book(futures)).toBeNull();
    expect(asked).toEqual(['spot {"symbol":"BTC-USDT","depth":100} action', 'futures {"symbol":"XBTUSDTM"} action']);
  },
);

it('conversion rates are read once for simultaneous actions, and again when they are old', async () => {
  const { prices, asked, answers } = build(null);
  const both = await Promise.all([prices.rates('USDT', 'action'), prices.rates('BTC', 'visible')]);
  expect(both).toEqual([
    { rates: { BTC: '100', USDT: '1' }, asOfMs: 1000 },
    { rates: { BTC: '1', USDT: '0.01' }, asOfMs: 1000 },
  ]);
  expect(await prices.rates('USDT', 'action')).toBe(both[0]);
  expect(asked).toEqual(['tickers {"venue":"spot"} action']);
  answers.nowMs += 10_000;
  expect(await prices.rates('USDT', 'action')).toMatchObject({ asOfMs: 11_000 });
  expect(asked).toHaveLength(2);
});

it('conversion rates stay valid for a minute when they cannot be read again', async () => {
  const { prices, answers } = build(null);
  await prices.rates('USDT', 'action');
  answers.tickers = fail('unreachable', 'no line');
  answers.nowMs += 59_999;
  expect(await prices.rates('USDT', 'action')).toMatchObject({ asOfMs: 1000 });
  answers.nowMs += 1;
  expect(await prices.rates('USDT', 'action')).toBeNull();
});
