import { expect, it } from 'vitest';
import type { Venue } from '#shared/domain/scalars.ts';
import type { TickerMessage } from '#shared/domain/market/ticker.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import type { DaySummary } from '#client/types.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createTickers } from './tickers.ts';

const topic = { venue: 'spot', kind: 'tickers' } as const;
const pair: DaySummary = {
  symbol: 'BTC-USDT',
  lastPrice: '110',
  change: '10',
  changeRate: '0.1',
  turnover: '5',
  bid: null,
  ask: null,
};
const contract: DaySummary = {
  symbol: 'XBTUSDTM',
  lastPrice: '111',
  change: '1',
  changeRate: '0.009',
  turnover: '7',
  bid: null,
  ask: null,
};
const pushed = (symbol: string, price: `${number}` | null) =>
  ({ symbol, price, size: null, sequence: '1', bid: null, ask: null, timeMs: 1 }) as const;

async function open() {
  const fake = createFakeFeed();
  const clock = createFakeClock();
  const published: Omit<TickerMessage, 'profileId'>[] = [];
  const asked: Venue[] = [];
  const answers: Record<Venue, Result<readonly DaySummary[]>> = {
    spot: succeed([pair]),
    futures: succeed([contract]),
  };
  const client = createFakeClient({
    market: {
      daySummaries: ({ venue }) => {
        asked.push(venue);
        return Promise.resolve(answers[venue]);
      },
    },
  });
  const tickers = createTickers({ feed: fake.feed, client, clock, publish: message => published.push(message) });
  fake.state(topic, 'live');
  await clock.pass(600);
  const last = () => published.at(-1);
  return { fake, clock, published, asked, answers, tickers, last };
}

it('tickers publish all of both venues at once', async () => {
  const { published, last } = await open();
  expect(published.flatMap(({ tickers }) => tickers.map(({ symbol }) => symbol))).toEqual(['BTC-USDT', 'XBTUSDTM']);
  expect(published[0]?.isWhole).toBe(true);
  expect(last()?.details).toEqual({ spot: null, futures: null });
});

it('tickers compute the change from the price 24 hours ago, and publish only changes', async () => {
  const { fake, clock, last } = await open();
  fake.publish(topic, pushed('BTC-USDT', '99'));
  fake.publish(topic, pushed('ETH-USDT', null));
  await clock.pass(600);
  expect(last()).toMatchObject({
    isWhole: false,
    tickers: [{ symbol: 'BTC-USDT', lastPrice: '99', changeRate: '-0.01', turnover: '5' }],
  });
});

it('tickers give no change without a price 24 hours ago, and do not publish the same price again', async () => {
  const { fake, clock, published, last } = await open();
  fake.publish(topic, pushed('NEW-USDT', '3'));
  await clock.pass(600);
  expect(last()?.tickers).toEqual([
    { venue: 'spot', symbol: 'NEW-USDT', lastPrice: '3', changeRate: null, turnover: null },
  ]);
  fake.publish(topic, pushed('NEW-USDT', '3'));
  await clock.pass(600);
  expect(published.flatMap(({ tickers }) => tickers).filter(({ symbol }) => symbol === 'NEW-USDT')).toHaveLength(1);
});

it('tickers state per venue why its figures may be stale, keep them, and read again', async () => {
  const { fake, clock, answers, last, asked } = await open();
  answers.futures = fail('exchange-failed', 'The exchange is busy.');
  await clock.pass(6_000);
  expect(last()?.details).toEqual({ spot: null, futures: 'The exchange is busy.' });
  fake.state(topic, 'stale', 'Nothing comes.');
  await clock.pass(600);
  expect(last()?.details.spot).toBe('Nothing comes.');
  answers.futures = succeed([{ ...contract, lastPrice: '112' }]);
  await clock.pass(6_000);
  expect(last()?.details.futures).toBeNull();
  expect(asked.filter(venue => venue === 'spot')).toHaveLength(1);
});

it('tickers read a failed venue again soon, not a minute later', async () => {
  const { clock, answers, asked, last } = await open();
  answers.spot = fail('timeout', 'No answer in time.');
  await clock.pass(60_000);
  expect(last()?.details.spot).toBe('No answer in time.');
  const before = asked.filter(venue => venue === 'spot').length;
  answers.spot = succeed([{ ...pair, lastPrice: '112' }]);
  await clock.pass(5_600);
  expect(last()?.details.spot).toBeNull();
  await clock.pass(30_000);
  expect(asked.filter(venue => venue === 'spot')).toHaveLength(before + 1);
});

it('tickers publish nothing after a read without changes', async () => {
  const { clock, published, asked } = await open();
  const before = published.length;
  await clock.pass(15_600);
  expect(asked.filter(venue => venue === 'futures').length).toBeGreaterThan(2);
  expect(published).toHaveLength(before);
});

it('tickers publish everything to a page that requests it again', async () => {
  const { clock, tickers, last } = await open();
  tickers.refresh();
  await clock.pass(600);
  expect(last()?.isWhole).toBe(true);
  expect(last()?.tickers).toHaveLength(2);
});

it('tickers leave no timer and no subscription at their end', async () => {
  const { fake, clock, tickers } = await open();
  tickers.close();
  await clock.pass(120_000);
  expect(fake.wanted()).toEqual([]);
  expect(clock.waiting()).toBe(0);
});
