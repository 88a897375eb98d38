import { describe, expect, it } from 'vitest';
import { exposureOf } from '#shared/risk/exposure.ts';
import { dollarConstants } from '#shared/risk/price-move.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { type DistanceSample, useDistanceHistory } from '#state/distance-history.ts';
import { pricesFrom } from '#lib/money/spot-prices.ts';
import { exposureBars, shortAmount, ticksTo, topOf } from './chart-data.ts';

it('risk bars are in the value currency, the largest first, and none without a price', () => {
  const { coins } = exposureOf({
    balances: [
      buildBalance({ currency: 'BTC', total: '2' }),
      buildBalance({ currency: 'USDT', total: '5', wallet: 'futures' }),
      buildBalance({ currency: 'ZZZ', total: '5' }),
    ],
    marginAccounts: [],
    legs: [],
    still: dollarConstants,
    priceOf: currency => (currency === 'ZZZ' ? null : currency === 'BTC' ? '100' : '1'),
  });
  expect(exposureBars(coins)).toEqual([
    { coin: 'BTC', spot: 200, margin: 0, debt: 0, futures: 0, collateral: 0 },
    { coin: 'USDT', spot: 0, margin: 0, debt: 0, futures: 0, collateral: 5 },
  ]);
});

it('risk axis shows short amounts', () => {
  expect([0, 950, -1200, 300_000, -2_500_000].map(shortAmount)).toEqual(['0', '950', '−1k', '300k', '−2.5M']);
});

it('risk axis of distances ends on a full step', () => {
  const samples = [{ atMs: 1, distances: { a: 0.212, b: 0.9 } }];
  expect(topOf(samples, ['a'])).toBe(0.25);
  expect(topOf([], ['a'])).toBe(0.05);
  expect(ticksTo(0.25)).toHaveLength(6);
  expect(ticksTo(0.4).map(tick => Math.round(tick * 100))).toEqual([0, 10, 20, 30, 40]);
});

const second = 1000;
const history = (atMs: readonly number[]) => {
  useDistanceHistory.setState({ samples: {} });
  for (const each of atMs) useDistanceHistory.getState().note('p', { atMs: each, distances: { a: 0.1 } });
  return useDistanceHistory.getState().samples['p'] ?? [];
};
const gapsOf = (samples: readonly DistanceSample[]) => samples.filter(({ distances }) => distances['a'] === undefined);

describe('the history of distances', () => {
  it('a history of a long session is thinned, never cut', () => {
    const held = history(Array.from({ length: 721 }, (_, index) => index * 5 * second));
    expect(held.length).toBeLessThan(720);
    expect([held[0]?.atMs, held.at(-1)?.atMs]).toEqual([0, 3600 * second]);
    expect(gapsOf(held)).toEqual([]);
  });

  it('has one sample per period, for any number of readers', () => {
    expect(history([0, 2 * second, 5 * second, 7 * second]).map(({ atMs }) => atMs)).toEqual([0, 5 * second]);
  });

  it('marks gaps, and keeps them when it is thinned', () => {
    expect(history([0, 19 * second])).toHaveLength(2);
    expect(gapsOf(history([0, 20 * second]))).toMatchObject([{ atMs: 1 }]);
    const block = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => (from + index) * 5 * second);
    const held = history([...block(0, 100), ...block(200, 100), ...block(400, 800)]);
    expect(gapsOf(held)).toHaveLength(2);
    expect(held.length).toBeLessThan(730);
  });

  it('stays small with nothing but gaps', () => {
    expect(history(Array.from({ length: 3000 }, (_, index) => index * 60 * second)).length).toBeLessThan(1500);
  });
});

const ticker = (symbol: string, lastPrice: `${number}` | null) =>
  [`spot:${symbol}`, { venue: 'spot', symbol, lastPrice, changeRate: null, turnover: null }] as const;

it('a currency is priced directly, else over another, else not at all', () => {
  const priceOf = pricesFrom(
    new Map([ticker('BTC-USDT', '100'), ticker('OLD-BTC', '2'), ticker('BAD-USDT', '0'), ticker('NEW-USDT', null)]),
  );
  expect(['USDT', 'XBT', 'OLD', 'BAD', 'NEW'].map(priceOf)).toEqual(['1', '100', '200', null, null]);
});
