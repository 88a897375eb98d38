import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { CandlesQuery } from '#client/types.ts';
import { blockAt, createCandleCache } from './candle-cache.ts';
import { loadPrices, type PriceNeed } from './load-prices.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const t0 = Date.UTC(2026, 2, 1);
const market = { venue: 'spot', symbol: 'BTC-USDT', interval: '1min' } as const;

/** An exchange whose markets have these closes, by symbol and open time. */
function createExchange(closes: Readonly<Record<string, readonly (readonly [number, Decimal])[]>>) {
  const asked: CandlesQuery[] = [];
  const state = { nowMs: t0 + 30 * dayMs, isDown: false };
  const cache = createCandleCache({
    nowMs: () => state.nowMs,
    candles: query => {
      asked.push(query);
      if (state.isDown) return Promise.resolve(fail('unreachable', 'down'));
      const found = (closes[query.symbol] ?? []).filter(([at]) => at >= query.fromMs && at < query.toMs);
      const volume = '1' as const;
      return Promise.resolve(
        succeed(found.map(([openAtMs, close]) => ({ openAtMs, open: close, high: close, low: close, close, volume }))),
      );
    },
  });
  const load = (needs: readonly PriceNeed[], currency = 'USDT') =>
    loadPrices(needs, { cache, pairs: new Set(Object.keys(closes)), currency });
  return { asked, state, cache, load };
}

function blockOf(day: number) {
  return blockAt(market, t0 - day * dayMs);
}

function need(coin: string, atMs: number, interval: PriceNeed['interval'] = '1min'): PriceNeed {
  return { coin, atMs, interval };
}

describe('candles of the past', () => {
  it('candles of the past are read once per window, by one request within the limits of the exchange', async () => {
    const { cache, asked } = createExchange({ 'BTC-USDT': [[t0, '5']] });
    const block = blockAt(market, t0 + minuteMs);
    const [one, other] = await Promise.all([cache.load(block, t0 + hourMs), cache.load(block, t0 + hourMs)]);
    expect(one).toBe(other);
    expect(one).toEqual([{ knownAtMs: t0 + minuteMs, price: '5', source: 'candle' }]);
    expect(asked).toEqual([{ ...market, fromMs: t0, toMs: t0 + dayMs }]);
    const futures = blockAt({ ...market, venue: 'futures' }, t0 + minuteMs);
    await cache.load(futures, t0);
    const query = asked[1];
    expect(((query?.toMs ?? 0) - (query?.fromMs ?? 0)) / minuteMs).toBeLessThanOrEqual(500);
  });

  it('candles of the past are read again for a running window when a later price is needed, without the open candle', async () => {
    const { cache, asked, state } = createExchange({ 'BTC-USDT': [[t0 + hourMs, '5']] });
    state.nowMs = t0 + hourMs + minuteMs / 2;
    const block = blockAt(market, state.nowMs);
    expect(await cache.load(block, state.nowMs)).toEqual([]);
    state.nowMs += minuteMs;
    expect(await cache.load(block, t0 + minuteMs)).toEqual([]);
    expect(await cache.load(block, state.nowMs)).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });

  it('candles of the past are not requested for the future', async () => {
    const { cache, asked, state } = createExchange({});
    state.nowMs = t0 - dayMs;
    expect(await cache.load(blockAt(market, t0 + hourMs), t0 + hourMs)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('candles of the past are requested again after a failure', async () => {
    const { cache, state } = createExchange({ 'BTC-USDT': [[t0, '5']] });
    state.isDown = true;
    const block = blockAt(market, t0 + minuteMs);
    expect(await cache.load(block, t0 + hourMs)).toBeNull();
    state.isDown = false;
    expect(await cache.load(block, t0 + hourMs)).toHaveLength(1);
  });

  it('use bounded memory, and keep the most recently used windows', async () => {
    const { cache, asked } = createExchange({});
    for (let day = 1; day <= 250; day += 1) void cache.load(blockOf(day), 0);
    void cache.load(blockOf(1), 0);
    void cache.load(blockOf(251), 0);
    expect(asked).toHaveLength(251);
    void cache.load(blockOf(1), 0);
    expect(asked).toHaveLength(251);
    await cache.load(blockOf(2), 0);
    expect(asked).toHaveLength(252);
  });
});

describe('prices of the past', () => {
  it('prices of the past are the last close known at a time, never a later one', async () => {
    const { load } = createExchange({
      'BTC-USDT': [
        [t0, '5'],
        [t0 + minuteMs, '6'],
      ],
    });
    const times = [t0 + minuteMs - 1, t0 + minuteMs, t0 + 2 * minuteMs - 1, t0 + 2 * minuteMs];
    const { priceOf } = await load(times.map(atMs => need('BTC', atMs)));
    expect(times.map(atMs => priceOf('BTC', atMs))).toEqual([null, '5', '5', '6']);
  });

  it('use the window before when a market had no trade, up to 24 hours', async () => {
    const { load } = createExchange({ 'BTC-USDT': [[t0 - 20 * hourMs, '5']] });
    const { priceOf } = await load([need('BTC', t0 + hourMs), need('BTC', t0 + 10 * hourMs)]);
    expect([priceOf('BTC', t0 + hourMs), priceOf('BTC', t0 + 10 * hourMs)]).toEqual(['5', null]);
  });

  it('use another route only when the first one has no price', async () => {
    const { load, asked } = createExchange({
      'XYZ-USDT': [],
      'XYZ-BTC': [[t0, '0.00002']],
      'BTC-USDT': [[t0, '60000']],
    });
    const { priceOf } = await load([need('XYZ', t0 + hourMs), need('BTC', t0 + hourMs)]);
    expect(priceOf('XYZ', t0 + hourMs)).toBe('1.2');
    expect(asked.map(({ symbol }) => symbol)).toContain('XYZ-BTC');
    asked.length = 0;
    await load([need('BTC', t0 + hourMs)]);
    expect(asked).toEqual([]);
  });

  it('invert a pair with the coin as quote, and use one name for a coin', async () => {
    const { load } = createExchange({ 'USDT-EUR': [[t0, '0.5']], 'BTC-USDT': [[t0, '60000']] });
    const { priceOf } = await load([need('EUR', t0 + hourMs), need('XBT', t0 + hourMs)]);
    expect([priceOf('EUR', t0 + hourMs), priceOf('XBT', t0 + hourMs)]).toEqual(['2', '60000']);
  });

  it('prices of the past are missing without a pair, and need no request for the valuation currency', async () => {
    const { load, asked } = createExchange({ 'BTC-USDT': [] });
    const { priceOf } = await load([need('USDT', t0), need('NOPE', t0)]);
    expect(priceOf('NOPE', t0)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('prices of the past are hourly closes beyond the newest 150 windows of minutes', async () => {
    const { load, asked } = createExchange({ 'BTC-USDT': [] });
    await load(Array.from({ length: 155 }, (_, day) => need('BTC', t0 - day * dayMs)));
    const hourly = asked.filter(({ interval }) => interval === '1hour');
    expect(hourly.length).toBeGreaterThan(0);
    expect(hourly.every(({ fromMs }) => fromMs < t0 - 100 * dayMs)).toBe(true);
  });
});
