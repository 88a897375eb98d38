import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { FuturesEvent } from '../futures/types.ts';
import { inverse, linear } from '../futures/testing/venue-kit.ts';
import { spotPairs } from '../markets/listing/spot-pairs.ts';
import type { SpotEvent } from '../spot/types.ts';
import { createMarketHistory } from './market-history.ts';

const startMs = Date.UTC(2024, 10, 20, 12);
const all = { fromMs: 0, toMs: Infinity, most: 1500, keep: 'newest' } as const;
const dayMs = 86_400_000;

/** Two venues that say what the test lets them say. */
function createTape() {
  const listeners = { spot: new Set<(event: SpotEvent) => void>(), futures: new Set<(event: FuturesEvent) => void>() };
  let nowMs = startMs;
  const history = createMarketHistory({
    spot: { pairs: spotPairs, onEvent: heard => (listeners.spot.add(heard), () => undefined) },
    futures: { contracts: [linear, inverse], onEvent: heard => (listeners.futures.add(heard), () => undefined) },
    clock: { nowMs: () => nowMs },
    fromMs: startMs,
  });
  const printOf = (symbol: string, price: Decimal, size: Decimal) => ({
    symbol,
    sequence: 1n,
    tradeId: 1n,
    price,
    size,
    takerSide: 'buy' as const,
    takerOrderId: 't',
    makerOrderId: 'm',
    timeNs: BigInt(nowMs) * 1_000_000n + 17n,
  });
  const publish = (
    venue: 'spot' | 'futures',
    [symbol, price, size]: readonly [symbol: string, price: Decimal, size: Decimal],
  ): void => {
    const event = { kind: 'print' as const, print: printOf(symbol, price, size) };
    for (const listener of listeners[venue]) listener(event);
  };
  return {
    history,
    spot: (...deal: readonly [symbol: string, price: Decimal, size: Decimal]) => publish('spot', deal),
    futures: (...deal: readonly [symbol: string, price: Decimal, size: Decimal]) => publish('futures', deal),
    noise: () => {
      for (const listener of listeners.spot) {
        listener({
          kind: 'level',
          symbol: 'BTC-USDT',
          sequence: 1n,
          side: 'buy',
          price: '1',
          size: '1',
          timeMs: nowMs,
        });
      }
      for (const listener of listeners.futures)
        listener({ kind: 'funding', symbol: 'XBTUSDTM', rate: '0', timeMs: nowMs });
    },
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('spot history', () => {
  it('has nothing before its start', () => {
    const tape = createTape();
    tape.pass(-1);
    tape.spot('BTC-USDT', '50000', '1');
    expect(tape.history.spot.candles('BTC-USDT', '1day', all)).toEqual([]);
    expect(tape.history.spot.day('BTC-USDT')).toBeNull();
    tape.pass(1);
    tape.spot('BTC-USDT', '97000', '1');
    expect(tape.history.spot.candles('BTC-USDT', '1day', all)).toMatchObject([{ open: '97000' }]);
  });

  it('stores candles of every interval in exact decimals', () => {
    const tape = createTape();
    tape.spot('BTC-USDT', '97000.1', '0.00000001');
    tape.spot('BTC-USDT', '97010', '2.5');
    tape.noise();
    const [minute] = tape.history.spot.candles('BTC-USDT', '1min', all);
    expect(minute).toEqual({
      startMs,
      open: '97000.1',
      close: '97010',
      high: '97010',
      low: '97000.1',
      volume: '2.50000001',
      turnover: '242525.000970001',
    });
    expect(tape.history.spot.openCandle('BTC-USDT', '1day')).toEqual({
      startMs: Date.UTC(2024, 10, 20),
      open: '97000.1',
      close: '97010',
      high: '97010',
      low: '97000.1',
      volume: '2.50000001',
      turnover: '242525.000970001',
    });
  });

  it('applies waiting trades before any read, however many', () => {
    const asked = createTape();
    const unasked = createTape();
    for (let trade = 0; trade < 5000; trade += 1) {
      for (const tape of [asked, unasked]) {
        tape.spot('BTC-USDT', `${90_000 + (trade % 700)}`, '0.1');
        tape.pass(1000);
      }
      if (trade % 900 === 0) asked.history.spot.candles('BTC-USDT', '5min', all);
    }
    const { spot } = unasked.history;
    for (const interval of ['1min', '5min', '1hour', '1week'] as const)
      expect(spot.candles('BTC-USDT', interval, all), interval).toEqual(
        asked.history.spot.candles('BTC-USDT', interval, all),
      );
    const volume = spot.candles('BTC-USDT', '1min', all).reduce((total, candle) => total + Number(candle.volume), 0);
    expect(volume).toBeCloseTo(500, 6);
    expect(spot.day('BTC-USDT')).toMatchObject({ volume: '500', high: '90699', low: '90000' });
  });

  it('has no open candle before the first trade in it, and none for unknown pairs', () => {
    const { history, spot, pass } = createTape();
    expect(history.spot.openCandle('BTC-USDT', '1min')).toBeNull();
    spot('BTC-USDT', '97000', '1');
    expect(history.spot.openCandle('BTC-USDT', '1min')?.close).toBe('97000');
    pass(60_000);
    expect(history.spot.openCandle('BTC-USDT', '1min')).toBeNull();
    expect(history.spot.openCandle('BTC-USDT', '1hour')?.close).toBe('97000');
    expect(history.spot.openCandle('BTC-USDT', '7min')).toBeNull();
    expect(history.spot.openCandle('NO-PE', '1min')).toBeNull();
    expect(history.spot.candles('NO-PE', '1min', all)).toEqual([]);
    expect(history.spot.isInterval('1month')).toBe(true);
    expect(history.spot.isInterval('7min')).toBe(false);
  });

  it('publishes each trade after applying it', () => {
    const { history, spot } = createTape();
    const heard: unknown[] = [];
    const stop = history.spot.onTrade(symbol => heard.push([symbol, history.spot.openCandle(symbol, '1min')?.close]));
    spot('ETH-USDT', '3400', '1');
    spot('ETH-USDT', '3401', '1');
    stop();
    spot('ETH-USDT', '3402', '1');
    expect(heard).toEqual([
      ['ETH-USDT', '3400'],
      ['ETH-USDT', '3401'],
    ]);
  });

  it('rolls the day', () => {
    const { history, spot, pass, now } = createTape();
    expect(history.spot.day('BTC-USDT')).toBeNull();
    expect(history.spot.day('NO-PE')).toBeNull();
    spot('BTC-USDT', '100', '1');
    pass(3_600_000);
    spot('BTC-USDT', '90', '2');
    spot('BTC-USDT', '130', '1');
    pass(3_600_000);
    spot('BTC-USDT', '110', '1');
    const symbol = 'BTC-USDT';
    expect(history.spot.day(symbol)).toEqual({
      startMs: now() - dayMs,
      open: '100',
      high: '130',
      low: '90',
      close: '110',
      volume: '5',
      turnover: '520',
    });
    // a minute counts until all of it has left the window
    pass(dayMs - 3_600_000 + 60_000);
    expect(history.spot.day(symbol)).toEqual({
      startMs: now() - dayMs,
      open: '130',
      high: '110',
      low: '110',
      close: '110',
      volume: '1',
      turnover: '110',
    });
    pass(dayMs);
    expect(history.spot.day(symbol)).toEqual({
      startMs: now() - dayMs,
      open: '110',
      high: '110',
      low: '110',
      close: '110',
      volume: '0',
      turnover: '0',
    });
  });
});

describe('futures history', () => {
  it('counts lots, and turnover in the settle coin: linear by the price, inverse through it', () => {
    const { history, futures } = createTape();
    futures('XBTUSDTM', '50000', '3');
    futures('XBTUSDTM', '50000.1', '1');
    futures('XBTUSDM', '50000', '1000');
    futures('XBTUSDM', '30000', '1');
    expect(history.futures.openCandle('XBTUSDTM', '1hour')).toEqual({
      startMs,
      open: '50000',
      close: '50000.1',
      high: '50000.1',
      low: '50000',
      volume: '4',
      turnover: '200.0001',
    });
    expect(history.futures.openCandle('XBTUSDM', '1hour')).toMatchObject({ volume: '1001', turnover: '0.02003333' });
    expect(history.futures.openCandle('NOPE', '1hour')).toBeNull();
    expect(history.futures.isInterval('3min')).toBe(false);
    expect(history.futures.candles('XBTUSDTM', '3min', all)).toEqual([]);
  });
});
