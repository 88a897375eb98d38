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
  const told: Omit<TickerMessage, 'profileId'>[] = [];
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
  const tickers = createTickers({ feed: fake.feed, client, clock, publish: message => told.push(message) });
  fake.state(topic, 'live');
  await clock.pass(600);
  const last = () => told.at(-1);
  return { fake, clock, told, asked, answers, tickers, last };
}

it('all of both venues at once, whole', async () => {
  const { told, last } = await open();
  expect(told.flatMap(({ tickers }) => tickers.map(({ symbol }) => symbol))).toEqual(['BTC-USDT', 'XBTUSDTM']);
  expect(told[0]?.isWhole).toBe(true);
  expect(last()?.details).toEqual({ spot: null, futures: null });
});

it('a pushed price moves the change by the price of 24 hours ago; only what changed is told', async () => {
  const { fake, clock, last } = await open();
  fake.tell(topic, pushed('BTC-USDT', '99'));
  fake.tell(topic, pushed('ETH-USDT', null));
  await clock.pass(600);
  expect(last()).toMatchObject({
    isWhole: false,
    tickers: [{ symbol: 'BTC-USDT', lastPrice: '99', changeRate: '-0.01', turnover: '5' }],
  });
});

it('a price whose 24 hours are not known has no change, and the same price again is not told', async () => {
  const { fake, clock, told, last } = await open();
  fake.tell(topic, pushed('NEW-USDT', '3'));
  await clock.pass(600);
  expect(last()?.tickers).toEqual([
    { venue: 'spot', symbol: 'NEW-USDT', lastPrice: '3', changeRate: null, turnover: null },
  ]);
  fake.tell(topic, pushed('NEW-USDT', '3'));
  await clock.pass(600);
  expect(told.flatMap(({ tickers }) => tickers).filter(({ symbol }) => symbol === 'NEW-USDT')).toHaveLength(1);
});

it('says of each venue why its figures may be old, keeps them, and reads again', async () => {
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

it('a venue that could not be read is asked again soon, and not a minute later', async () => {
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

it('a read that brings nothing new is told to nobody', async () => {
  const { clock, told, asked } = await open();
  const before = told.length;
  await clock.pass(15_600);
  expect(asked.filter(venue => venue === 'futures').length).toBeGreaterThan(2);
  expect(told).toHaveLength(before);
});

it('a page that asks anew gets all of it', async () => {
  const { clock, tickers, last } = await open();
  tickers.refresh();
  await clock.pass(600);
  expect(last()?.isWhole).toBe(true);
  expect(last()?.tickers).toHaveLength(2);
});

it('the end leaves no timer and no subscription', async () => {
  const { fake, clock, tickers } = await open();
  tickers.close();
  await clock.pass(120_000);
  expect(fake.wanted()).toEqual([]);
  expect(clock.waiting()).toBe(0);
});
