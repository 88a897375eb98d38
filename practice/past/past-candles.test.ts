import { describe, expect, it } from 'vitest';
import { compare, type Decimal } from '#shared/decimal.ts';
import type { VenueHistory } from '#practice/history/market-history.ts';
import { candleEndMs, candleStartMs } from '#practice/history/intervals.ts';
import type { Candle } from '#practice/history/measure.ts';
import { dayMs, hourMs, minuteMs } from '#practice/kernel/durations.ts';
import { contracts } from '#practice/markets/listing/contracts.ts';
import { spotPairs } from '#practice/markets/listing/spot-pairs.ts';
import { type EarlyTrade, withPastCandles } from './past-candles.ts';
import { createPastPrices } from './past-prices.ts';
import { accountIds, playMonths, startMs } from './testing/play-months.ts';

const livingMs = startMs - dayMs;
const livingCandle: Candle = {
  startMs: candleStartMs('1hour', livingMs),
  open: '97000',
  close: '97100',
  high: '200000',
  low: '96000',
  volume: '5',
  turnover: '485000',
};

function livingHistory(candles: readonly Candle[]): VenueHistory {
  return {
    isInterval: (interval): interval is '1min' => interval !== '7min',
    candles: (_symbol, _interval, { fromMs, toMs }) =>
      candles.filter(candle => candle.startMs >= fromMs && candle.startMs < toMs),
    openCandle: () => null,
    day: () => null,
    onTrade: () => () => {},
  };
}

function historyOf(seed: number, candles: readonly Candle[] = [], earlyTrades: readonly EarlyTrade[] = []) {
  const prices = createPastPrices({ seed, endMs: livingMs, pairs: spotPairs, contracts });
  const living = livingHistory(candles);
  return withPastCandles({ spot: living, futures: living }, { prices, pairs: spotPairs, contracts, earlyTrades });
}

interface Priced {
  readonly symbol: string;
  readonly price: Decimal;
  readonly createdAtMs: number;
}

function expectWithin(history: VenueHistory, { symbol, price, createdAtMs }: Priced): void {
  for (const interval of ['1min', '1hour', '1day'] as const) {
    const fromMs = candleStartMs(interval, createdAtMs);
    const toMs = candleEndMs(interval, fromMs);
    const [candle] = history.candles(symbol, interval, { fromMs, toMs, most: 1, keep: 'newest' });
    const name = `${symbol} ${interval} ${new Date(createdAtMs).toISOString()}`;
    expect(candle?.startMs, name).toBe(fromMs);
    expect(compare(price, candle?.low ?? '0'), name).toBeGreaterThanOrEqual(0);
    expect(compare(price, candle?.high ?? '0'), name).toBeLessThanOrEqual(0);
  }
}

describe('candles of the past', () => {
  it.each([1, 5])('contain each fill of the earlier months (seed %i)', seed => {
    const { months } = playMonths(seed);
    const history = historyOf(seed);
    for (const fill of months.spot.fills(accountIds.master, 0)) expectWithin(history.spot, fill);
    for (const fill of months.futures.fills(accountIds.master, 0)) expectWithin(history.futures, fill);
  });

  it('have no gap in six months of hours, and each begins where the one before ended', () => {
    const history = historyOf(1);
    const range = { fromMs: startMs - 184 * dayMs, toMs: livingMs - hourMs, most: 10_000, keep: 'newest' } as const;
    for (const symbol of ['BTC-USDT', 'ETH-BTC', 'USDC-USDT']) {
      const candles = history.spot.candles(symbol, '1hour', range);
      expect(candles.length).toBeGreaterThan(183 * 24 - 2);
      for (const [index, candle] of candles.entries()) {
        const before = candles[index - 1];
        if (before === undefined) continue;
        expect([candle.startMs, candle.open]).toEqual([before.startMs + hourMs, before.close]);
      }
    }
  });

  it('candles of a day have the range of its minutes', () => {
    const { spot } = historyOf(1);
    const dayStart = candleStartMs('1day', startMs - 100 * dayMs);
    const range = { fromMs: dayStart, toMs: dayStart + dayMs, most: 1500, keep: 'newest' } as const;
    const minutes = spot.candles('ETH-USDT', '1min', range);
    const [day] = spot.candles('ETH-USDT', '1day', range);
    expect(minutes).toHaveLength(1440);
    expect([day?.open, day?.close]).toEqual([minutes[0]?.open, minutes.at(-1)?.close]);
    expect(Math.max(...minutes.map(({ high }) => Number(high)))).toBe(Number(day?.high));
    expect(Math.min(...minutes.map(({ low }) => Number(low)))).toBe(Number(day?.low));
  });

  it('keep the requested end', () => {
    const { futures } = historyOf(1);
    const fromMs = startMs - 50 * dayMs;
    const range = { fromMs, toMs: fromMs + dayMs, most: 10 } as const;
    const first = candleStartMs('1hour', fromMs) + hourMs;
    const oldest = futures.candles('XBTUSDTM', '1hour', { ...range, keep: 'oldest' });
    expect(oldest.map(candle => candle.startMs)).toEqual(oldest.map((_, index) => first + index * hourMs));
    const newest = futures.candles('XBTUSDTM', '1hour', { ...range, keep: 'newest' });
    expect(newest).toHaveLength(10);
    expect(newest.at(-1)?.startMs).toBe(first + 23 * hourMs);
  });

  it('join the live candle at their end', () => {
    const { spot } = historyOf(1, [livingCandle]);
    const range = { fromMs: livingMs - 3 * hourMs, toMs: Infinity, most: 1500, keep: 'newest' } as const;
    const candles = spot.candles('BTC-USDT', '1hour', range);
    const last = candles.at(-1);
    expect(last).toMatchObject({ startMs: livingCandle.startMs, close: '97100', high: '200000' });
    expect(last?.open).toBe(candles.at(-2)?.close);
    expect(new Set(candles.map(candle => candle.startMs)).size).toBe(candles.length);
  });

  it('reach to the trades of accounts before the live prices', () => {
    const timeMs = livingMs - 5 * hourMs;
    const { spot } = historyOf(1, [], [{ symbol: 'BTC-USDT', timeMs, price: '150000' }]);
    const fromMs = candleStartMs('1min', timeMs);
    const range = { fromMs, toMs: fromMs + minuteMs, most: 1, keep: 'newest' } as const;
    expect(spot.candles('BTC-USDT', '1min', range)[0]?.high).toBe('150000');
    expect(spot.candles('ETH-USDT', '1min', range)[0]?.high).not.toBe('150000');
  });

  it('equal each other in any sequence of requests', () => {
    const range = { fromMs: startMs - 60 * dayMs, toMs: startMs - 59 * dayMs, most: 1500, keep: 'newest' } as const;
    const [one, other] = [historyOf(9), historyOf(9)];
    other.spot.candles('BTC-USDT', '1day', { ...range, fromMs: 0, toMs: Infinity });
    expect(one.spot.candles('BTC-USDT', '1min', range)).toEqual(other.spot.candles('BTC-USDT', '1min', range));
  });
});
