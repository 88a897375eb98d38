import { describe, expect, it } from 'vitest';
import { makerOf, takerOf } from '../markets/simulation.ts';
import { createLivingExchange } from './living-exchange.ts';

const startMs = 1_790_000_000_000;
const dayMs = 86_400_000;
/** then the margin trades of the last days begin */
const pastMs = startMs - 3 * dayMs;

function open() {
  const refusals: string[] = [];
  const exchange = createLivingExchange({
    seed: 5,
    startMs,
    stepMs: 1000,
    onRefusal: (symbol, { message }) => void refusals.push(`${symbol} ${message}`),
  });
  const { accountId } = exchange.directory.master;
  const older = exchange.spot
    .orders(accountId, 'done', { endAtMs: pastMs })
    .filter(order => order.createdAtMs < pastMs);
  return { exchange, accountId, older, refusals };
}

describe('the half year before the prepared days', () => {
  it('has orders of every end, one every day or two, and nothing was refused', () => {
    const { older, refusals } = open();
    expect(refusals).toEqual([]);
    expect(older.length).toBeGreaterThan(110);
    const times = older.map(({ createdAtMs }) => createdAtMs);
    expect(startMs - (times.at(-1) ?? 0)).toBeGreaterThan(190 * dayMs);
    for (const [index, time] of times.entries())
      expect((times[index - 1] ?? time) - time, `after ${index}`).toBeLessThan(2.5 * dayMs);
    const ends = older.map(({ cancelExist, dealSize }) => `${cancelExist} ${dealSize === '0'}`);
    expect(new Set(ends)).toEqual(new Set(['false false', 'true true', 'true false']));
    expect(new Set(older.map(({ placement }) => placement.type))).toEqual(new Set(['limit', 'market']));
    for (const order of older) expect(order.endedAtMs).toBeGreaterThanOrEqual(order.createdAtMs);
  });

  it('has fills in their order, with ids that say when', () => {
    const { exchange, accountId, older } = open();
    const fills = exchange.spot.fills(accountId, 0).filter(fill => fill.createdAtMs < pastMs);
    expect(fills.length).toBeGreaterThan(70);
    const times = fills.map(({ createdAtMs }) => createdAtMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const trades = fills.map(({ tradeId }) => tradeId);
    expect(trades).toEqual(trades.toSorted((a, b) => (a < b ? 1 : -1)));
    for (const { id, createdAtMs } of older)
      expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Math.floor(createdAtMs / 1000));
  });

  it('is in no candle and in no ledger, and holds nothing', () => {
    const { exchange, accountId } = open();
    expect(exchange.movements.list(accountId).every(({ createdAtMs }) => createdAtMs >= pastMs)).toBe(true);
    expect(exchange.spot.orders(accountId, 'active', { endAtMs: pastMs })).toEqual([]);
    const [print] = exchange.spot.prints('BTC-USDT', 1);
    expect(Number((print?.timeNs ?? 0n) / 1_000_000n)).toBeGreaterThan(pastMs);
  });

  it('leaves no candle alone before the day that all others are of', () => {
    const { exchange } = open();
    const all = { fromMs: 0, toMs: Infinity, most: 1500, keep: 'newest' } as const;
    for (const { symbol } of exchange.spot.pairs) {
      const candles = exchange.history.spot.candles(symbol, '15min', all);
      expect(candles[0]?.startMs, symbol).toBeGreaterThanOrEqual(startMs - dayMs - 900_000);
    }
  });

  it('has no order that is as old as the program alone', () => {
    const { exchange, accountId } = open();
    const ages = exchange.spot.orders(accountId, 'active', {}).map(({ createdAtMs }) => startMs - createdAtMs);
    expect(Math.min(...ages)).toBeGreaterThan(60_000);
    expect(new Set(ages).size).toBe(ages.length);
    const half = exchange.spot.orders(accountId, 'active', { symbol: 'USDC-USDT' });
    expect(half).toMatchObject([{ dealSize: '1840.5', createdAtMs: startMs - 11 * 60_000 }]);
  });

  it('has one order that is forgotten two minutes after the market has opened', () => {
    const { older } = open();
    const left = older
      .filter(({ cancelExist }) => cancelExist)
      .map(({ endedAtMs }) => 30 * dayMs - (startMs - (endedAtMs ?? 0)))
      .filter(ms => ms > 0);
    expect(Math.min(...left)).toBe(120_000);
  });
});

it('writes no records of the simulated traders: nobody hears of their orders, and a start waits for each', () => {
  const { exchange } = open();
  for (const accountId of [makerOf('BTC-USDT'), takerOf('BTC-USDT')])
    expect(exchange.spot.fills(accountId, 0), accountId).toEqual([]);
});
