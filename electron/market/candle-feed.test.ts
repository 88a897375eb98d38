import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { CandlesQuery } from '#client/types.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createCandleFeed, readHistory } from './candle-feed.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';

const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const topic = { ...market, kind: 'candles', interval: '1min' } as const;
const minuteMs = 60_000;

function candle(minute: number, close: Decimal, volume: Decimal = '1'): Candle {
  return { openAtMs: minute * minuteMs, open: '1', high: '9', low: '1', close, volume };
}

function build(answer: (query: CandlesQuery) => Result<readonly Candle[]> = () => succeed([])) {
  const clock = createFakeClock();
  const fake = createFakeFeed();
  const reported: Candle[] = [];
  const queries: CandlesQuery[] = [];
  const client = createFakeClient({
    market: {
      candles: query => {
        queries.push(query);
        return Promise.resolve(answer(query));
      },
    },
  });
  const feed = createCandleFeed({
    market,
    interval: '1min',
    feed: fake.feed,
    client,
    clock,
    publish: some => reported.push(some),
  });
  const publishCandle = (timeMs: number, some: Candle) =>
    fake.publish(topic, { ...market, interval: '1min', candle: some, timeMs });
  return { clock, fake, reported, client, feed, publishCandle, queries };
}

describe('the open candle', () => {
  it('the open candle is published once a frame in its last state, and a closed one before the next', async () => {
    const { clock, reported, publishCandle } = build();
    publishCandle(1, candle(1, '2'));
    publishCandle(2, candle(1, '3'));
    await clock.pass(0);
    publishCandle(3, candle(1, '4'));
    publishCandle(4, candle(2, '5'));
    await clock.pass(20);
    publishCandle(5, candle(2, '5'));
    await clock.pass(20);
    expect(reported).toEqual([candle(1, '3'), candle(1, '4'), candle(2, '5')]);
    expect(clock.waiting()).toBe(0);
  });

  it('never returns to an earlier state', async () => {
    const { clock, reported, publishCandle } = build();
    publishCandle(5, candle(1, '5'));
    publishCandle(4, candle(1, '4'));
    await clock.pass(20);
    expect(reported).toEqual([candle(1, '5')]);
  });

  it('takes missed updates from REST after a pause, but none that are older', async () => {
    const missed = [candle(0, '1'), candle(1, '7', '2'), candle(2, '8', '1'), candle(3, '9', '1')];
    const { clock, reported, publishCandle, fake } = build(() => succeed(missed));
    fake.reset(topic);
    await clock.pass(20);
    expect(reported).toEqual([]);
    publishCandle(1, candle(1, '2', '1'));
    await clock.pass(20);
    fake.reset(topic);
    publishCandle(9, candle(3, '10', '4'));
    await clock.pass(20);
    expect(reported).toEqual([candle(1, '2', '1'), candle(1, '7', '2'), candle(2, '8', '1'), candle(3, '10', '4')]);
  });

  it('the open candle is unchanged when REST fails, and after it is closed', async () => {
    const { clock, reported, publishCandle, fake, feed } = build(() => fail('timeout', 'late'));
    publishCandle(1, candle(1, '2'));
    feed.refresh();
    await clock.pass(20);
    fake.reset(topic);
    await clock.pass(20);
    publishCandle(2, candle(1, '3'));
    fake.reset(topic);
    feed.close();
    await clock.pass(20);
    expect(reported).toHaveLength(1);
    expect(fake.wanted()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });
});

describe('the candle history', () => {
  const hour = { ...market, interval: '1hour' } as const;
  const hourMs = 3_600_000;

  it('has the newest candles that open before the time, at most five hundred', async () => {
    const all = Array.from({ length: 1_600 }, (_, n): Candle => ({ ...candle(0, '1'), openAtMs: n * hourMs }));
    const { client, queries } = build(({ fromMs, toMs }) =>
      succeed(all.filter(({ openAtMs }) => openAtMs >= fromMs && openAtMs <= toMs)),
    );
    const read = await readHistory(client, { ...hour, beforeMs: 1_000 * hourMs }, 0);
    expect(read.ok && [read.value.length, read.value[0]?.openAtMs, read.value.at(-1)?.openAtMs]).toEqual([
      500,
      500 * hourMs,
      999 * hourMs,
    ]);
    expect(queries).toHaveLength(1);
    const newest = await readHistory(client, { ...hour, beforeMs: null }, 1_550 * hourMs);
    expect(newest.ok && newest.value.at(-1)?.openAtMs).toBe(1_550 * hourMs);
  });

  it('reads back over times without a trade up to a limit, and never before the epoch', async () => {
    const old = [candle(0, '1')];
    const sparse = build(({ fromMs }) => succeed(fromMs === 0 ? old : []));
    expect(await readHistory(sparse.client, { ...hour, beforeMs: 4_000 * hourMs }, 0)).toEqual(succeed(old));
    expect(sparse.queries.map(({ fromMs }) => fromMs / hourMs)).toEqual([2_500, 1_000, 0]);
    const empty = build();
    expect(await readHistory(empty.client, { ...hour, venue: 'futures', beforeMs: 9e5 * hourMs }, 0)).toEqual(
      succeed([]),
    );
    expect(empty.queries).toHaveLength(4);
    expect(await readHistory(empty.client, { ...hour, beforeMs: 0 }, 0)).toEqual(succeed([]));
  });

  it('states why it is unavailable', async () => {
    const { client } = build(() => fail('rate-limited', 'later'));
    expect(await readHistory(client, { ...hour, beforeMs: null }, 1e12)).toMatchObject({
      error: { kind: 'rate-limited' },
    });
  });
});
