import { marketRates } from '#lib/money/market-rates.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { describe, expect, it } from 'vitest';
import { buildBalance, buildHoldings } from '../testing/overseen-builders.ts';
import {
  coinOf,
  coinPrices,
  countedIn,
  valuationIn,
  valueCurrencies,
  valueDecimals,
  withMarketPrices,
} from './valuation.ts';

const priced = coinPrices([
  buildHoldings('a', [buildBalance(), buildBalance({ currency: 'ETH' }), buildBalance({ currency: 'NONE' })]),
  buildHoldings('b', [
    // listed a moment later: the first price counts for all
    buildBalance({ unitPrice: '50001' }),
    buildBalance({ currency: 'SOL', valueCurrency: 'EUR', unitPrice: '3' }),
  ]),
]);

describe('the prices of coins', () => {
  it('use the currency in which most rows are valued, one price per coin', () => {
    expect(priced).toEqual({ base: 'BTC', prices: { BTC: '1', USDT: '50000', ETH: '20' } });
    expect(coinPrices([])).toEqual({ base: null, prices: {} });
  });

  it('use the first currency by name for equal numbers of rows', () => {
    const rows = [buildBalance({ valueCurrency: 'EUR' }), buildBalance({ valueCurrency: 'BTC' })];
    expect(coinPrices([buildHoldings('a', rows)]).base).toBe('BTC');
  });

  it('list the currencies for values, dollars first', () => {
    expect(valueCurrencies(priced, {})).toEqual(['USDT', 'BTC', 'ETH']);
    expect(valueCurrencies({ base: null, prices: {} }, {})).toEqual([]);
    expect(valueCurrencies({ base: 'KCS', prices: { KCS: '1' } }, {})).toEqual(['KCS']);
  });
});

const ticker = (symbol: string, lastPrice: Decimal | null, venue: Venue = 'spot') =>
  [`${venue}:${symbol}`, { venue, symbol, lastPrice, changeRate: null, turnover: null }] as const;

describe('the prices of the markets', () => {
  const rates = marketRates(
    new Map([
      ticker('BTC-USDT', '50000'),
      ticker('SOL-USDT', '200'),
      ticker('BTC-EUR', '40000'),
      ticker('DEAD-USDT', null),
      ticker('XBTUSDTM', '1', 'futures'),
    ]),
  );

  it('complement the stated prices for the required coins', () => {
    const both = withMarketPrices(priced, rates, ['SOL', 'ETH', 'EUR', 'DEAD']);
    expect(both.prices).toEqual({ BTC: '1', USDT: '50000', ETH: '20', SOL: '250', EUR: '40000' });
    expect(valuationIn(both, 'EUR').valueOf('USDT', '3')).toBe('2.4');
    expect(withMarketPrices(priced, rates, ['DEAD'])).toBe(priced);
  });

  it('the prices of the markets are used alone without any assets, and not at all when they do not price the stated ones', () => {
    expect(withMarketPrices({ base: null, prices: {} }, rates, ['BTC'])).toEqual({
      base: 'USDT',
      prices: { BTC: '0.00002' },
    });
    const unknown = { base: 'KCS', prices: { KCS: '1' } } as const;
    expect(withMarketPrices(unknown, rates, ['SOL'])).toBe(unknown);
    expect(valueCurrencies(unknown, rates)).toEqual(['KCS']);
  });

  it('offer every priced currency, the usual ones first', () => {
    expect(valueCurrencies(priced, rates)).toEqual(['USDT', 'EUR', 'BTC', 'ETH', 'SOL']);
  });
});

it('valuation keeps the threshold for small accounts in its own currency when another one is shown', () => {
  expect(countedIn('BTC', { valueCurrency: 'USDT', smallCurrency: 'EUR' })).toEqual({
    valueCurrency: 'BTC',
    smallCurrency: 'EUR',
  });
  expect(countedIn('BTC', { valueCurrency: 'USDT', smallCurrency: null }).smallCurrency).toBe('USDT');
});

describe('a valuation', () => {
  it('converts from any coin to any other', () => {
    const dollars = valuationIn(priced, 'USDT');
    expect(dollars.currency).toBe('USDT');
    expect(dollars.valueOf('BTC', '2')).toBe('100000');
    expect(dollars.valueOf('ETH', '0.5')).toBe('1250');
    expect(dollars.valueOf('USDT', '3.02')).toBe('3.02');
    expect(valuationIn(priced, 'ETH').valueOf('USDT', '2500')).toBe('1');
  });

  it('shows three dollars in bitcoin', () => {
    const value = valuationIn(priced, 'BTC').valueOf('USDT', '3');
    expect(value).toBe('0.00006');
    expect(Number(value).toFixed(valueDecimals('BTC'))).toBe('0.000060');
    expect(Number(valuationIn(priced, 'ETH').valueOf('USDT', '3')).toFixed(valueDecimals('ETH'))).toBe('0.001200');
    expect(['USDC', 'EUR', 'TRY'].map(valueDecimals)).toEqual([2, 2, 2]);
    expect(valueDecimals('WBTC')).toBe(6);
    expect(valueDecimals('SOL')).toBe(4);
  });

  it('has no value of a coin without a price, and none at all without any price', () => {
    expect(valuationIn(priced, 'USDT').valueOf('NONE', '1')).toBeNull();
    expect(valuationIn({ base: null, prices: {} }, 'USDT').valueOf('BTC', '1')).toBeNull();
    expect(valuationIn({ base: null, prices: {} }, null).currency).toBe('');
  });

  it('uses the exchange’s own currency when the chosen one has no price', () => {
    expect(valuationIn(priced, 'NONE').currency).toBe('BTC');
    expect(valuationIn(priced, null).currency).toBe('BTC');
    expect(valuationIn(priced, 'toString').currency).toBe('BTC');
  });

  it('accepts bitcoin under its name in the futures wallets', () => {
    expect(coinOf('XBT')).toBe('BTC');
    expect(coinOf('ETH')).toBe('ETH');
  });
});
