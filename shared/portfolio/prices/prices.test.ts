import { describe, expect, it } from 'vitest';
import { type Decimal, multiply } from '../../decimal.ts';
import { createPriceBook, type PairPrice, priceAt } from './price-path.ts';
import {
  candlePoint,
  freshnessOf,
  lastPrice,
  markAt,
  type PricePoint,
  type PriceSource,
  sortPoints,
} from './price-series.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function pair(base: string, quote: string, price: Decimal, knownAtMs = 0): PairPrice {
  return { base, quote, price, knownAtMs, source: 'candle' };
}

function point(knownAtMs: number, price: Decimal, source: PriceSource = 'candle'): PricePoint {
  return { knownAtMs, price, source };
}

describe('priceAt', () => {
  it('takes a path through BTC (example I)', () => {
    const book = createPriceBook([pair('XYZ', 'BTC', '0.00002'), pair('BTC', 'USDT', '60000')]);
    const found = priceAt(book, { coin: 'XYZ', currency: 'USDT', atMs: 0 });
    expect(multiply('1000', found?.price ?? '0')).toBe('1200');
    expect(found?.legs.map(({ base, quote }) => `${base}-${quote}`)).toEqual(['XYZ-BTC', 'BTC-USDT']);
  });

  it('takes stablecoins at their market (example I2)', () => {
    const book = createPriceBook([pair('USDC', 'USDT', '0.93'), pair('USDT', 'USD', '0.998')]);
    const worth = (currency: string) =>
      multiply('10000', priceAt(book, { coin: 'USDC', currency, atMs: 0 })?.price ?? '0');
    expect([worth('USDT'), worth('USD')]).toEqual(['9300', '9281.4']);
  });

  it('prefers the direct pair, then USDT, then BTC, then both', () => {
    const prices = [
      pair('XYZ', 'EUR', '1'),
      pair('XYZ', 'USDT', '2'),
      pair('USDT', 'EUR', '3'),
      pair('XYZ', 'XBT', '4'),
      pair('BTC', 'EUR', '5'),
      pair('BTC', 'USDT', '6'),
    ];
    const without = (...pairs: readonly string[]) => {
      const book = createPriceBook(prices.filter(({ base, quote }) => !pairs.includes(`${base}-${quote}`)));
      return priceAt(book, { coin: 'XYZ', currency: 'EUR', atMs: 0 })?.price ?? null;
    };
    expect(without()).toBe('1');
    expect(without('XYZ-EUR')).toBe('6');
    expect(without('XYZ-EUR', 'XYZ-USDT')).toBe('20');
    expect(without('XYZ-EUR', 'XYZ-USDT', 'BTC-EUR')).toBe('72');
    expect(without('XYZ-EUR', 'XYZ-USDT', 'USDT-EUR', 'BTC-EUR')).toBeNull();
  });

  it('divides by an inverted pair, once', () => {
    const book = createPriceBook([pair('EUR', 'USDT', '3'), pair('XYZ', 'USDT', '2')]);
    const found = priceAt(book, { coin: 'XYZ', currency: 'EUR', atMs: 0 });
    expect(found?.price).toBe('0.666666666666666667');
    expect(found?.legs.map(({ isInverted }) => isInverted)).toEqual([false, true]);
  });

  it('returns 1 for the valuation currency, with the age of the oldest leg otherwise', () => {
    const book = createPriceBook([pair('XYZ', 'USDT', '2', hourMs), pair('USDT', 'EUR', '1')]);
    expect(priceAt(book, { coin: 'XBT', currency: 'BTC', atMs: 0 })).toEqual({
      price: '1',
      legs: [],
      ageMs: 0,
      freshness: 'current',
    });
    const found = priceAt(book, { coin: 'XYZ', currency: 'EUR', atMs: 2 * hourMs });
    expect(found).toMatchObject({ ageMs: 2 * hourMs, freshness: 'stale' });
    expect(found?.legs.map(({ ageMs }) => ageMs)).toEqual([hourMs, 2 * hourMs]);
  });
});

describe('lastPrice', () => {
  it('uses a candle when its minute is over, and never a later one', () => {
    const candles = sortPoints([candlePoint(minuteMs, '2'), candlePoint(0, '1'), candlePoint(2 * minuteMs, '3')]);
    const at = (atMs: number) => lastPrice(candles, atMs)?.price ?? null;
    expect([at(minuteMs - 1), at(minuteMs), at(2 * minuteMs - 1), at(2 * minuteMs)]).toEqual([null, '1', '1', '2']);
    expect(at(5 * minuteMs)).toBe('3');
  });

  it('carries a price, stale after an hour, and missing after 24 hours', () => {
    expect([0, minuteMs - 1].map(freshnessOf)).toEqual(['current', 'current']);
    expect([minuteMs, hourMs].map(freshnessOf)).toEqual(['carried', 'carried']);
    expect(freshnessOf(hourMs + 1)).toBe('stale');
    expect(lastPrice([point(0, '1')], 24 * hourMs)?.ageMs).toBe(24 * hourMs);
    expect(lastPrice([point(0, '1')], 24 * hourMs + 1)).toBeNull();
  });
});

describe('markAt', () => {
  it('takes the recorded mark, else that of the funding row, else the close of the contract', () => {
    const recorded = [point(30 * hourMs, '1', 'mark')];
    const funding = [point(20 * hourMs, '2', 'funding')];
    const closes = [point(0, '3', 'contract')];
    const sources = [30, 21, 1, -1].map(hour => markAt({ recorded, funding, closes }, hour * hourMs)?.source ?? null);
    expect(sources).toEqual(['mark', 'funding', 'contract', null]);
  });
});
