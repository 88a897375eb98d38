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
  const told: Candle[] = [];
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
    publish: some => told.push(some),
  });
  const tell = (timeMs: number, some: Candle) =>
    fake.tell(topic, { ...market, interval: '1min', candle: some, timeMs });
  return { clock, fake, told, client, feed, tell, queries };
}

describe('the candle that grows', () => {
  it('is told once a frame as it last was, and the one that ended before the one that began', async () => {
    const { clock, told, tell } = build();
    tell(1, candle(1, '2'));
    tell(2, candle(1, '3'));
    await clock.pass(0);
    tell(3, candle(1, '4'));
    tell(4, candle(2, '5'));
    await clock.pass(20);
    tell(5, candle(2, '5'));
    await clock.pass(20);
    expect(told).toEqual([candle(1, '3'), candle(1, '4'), candle(2, '5')]);
    expect(clock.waiting()).toBe(0);
  });

  it('never goes back to what it was', async () => {
    const { clock, told, tell } = build();
    tell(5, candle(1, '5'));
    tell(4, candle(1, '4'));
    await clock.pass(20);
    expect(told).toEqual([candle(1, '5')]);
  });

  it('after a pause REST tells what was missed, but nothing older than what is known', async () => {
    const missed = [candle(0, '1'), candle(1, '7', '2'), candle(2, '8', '1'), candle(3, '9', '1')];
    const { clock, told, tell, fake } = build(() => succeed(missed));
    fake.reset(topic);
    await clock.pass(20);
    expect(told).toEqual([]);
    tell(1, candle(1, '2', '1'));
    await clock.pass(20);
    fake.reset(topic);
    tell(9, candle(3, '10', '4'));
    await clock.pass(20);
    expect(told).toEqual([candle(1, '2', '1'), candle(1, '7', '2'), candle(2, '8', '1'), candle(3, '10', '4')]);
  });

  it('is quiet when REST is, and once it is closed', async () => {
    const { clock, told, tell, fake, feed } = build(() => fail('timeout', 'late'));
    tell(1, candle(1, '2'));
    feed.refresh();
    await clock.pass(20);
    fake.reset(topic);
    await clock.pass(20);
    tell(2, candle(1, '3'));
    fake.reset(topic);
    feed.close();
    await clock.pass(20);
    expect(told).toHaveLength(1);
    expect(fake.wanted()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });
});

describe('the history', () => {
  const hour = { ...market, interval: '1hour' } as const;
  const hourMs = 3_600_000;

  it('has the newest candles that open before the moment, five hundred at most', async () => {
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

  it('goes back over times without a trade, but not for ever, and never before the epoch', async () => {
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

  it('tells why it cannot be had', async () => {
    const { client } = build(() => fail('rate-limited', 'later'));
    expect(await readHistory(client, { ...hour, beforeMs: null }, 1e12)).toMatchObject({
      error: { kind: 'rate-limited' },
    });
  });
});
