import type { Decimal } from '#shared/decimal.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { describe, expect, it } from 'vitest';
import { buildBalance, buildHoldings } from '../testing/overseen-builders.ts';
import {
  coinOf,
  coinPrices,
  countedIn,
  marketRates,
  valuationIn,
  valueCurrencies,
  valueDecimals,
  withMarketPrices,
} from './valuation.ts';

const priced = coinPrices([
  buildHoldings('a', [buildBalance(), buildBalance({ currency: 'ETH' }), buildBalance({ currency: 'NONE' })]),
  buildHoldings('b', [
    // told a moment later: the first price stands for all
    buildBalance({ unitPrice: '50001' }),
    buildBalance({ currency: 'SOL', valueCurrency: 'EUR', unitPrice: '3' }),
  ]),
]);

describe('the prices of coins', () => {
  it('are those of the currency that most rows are valued in, one a coin', () => {
    expect(priced).toEqual({ base: 'BTC', prices: { BTC: '1', USDT: '50000', ETH: '20' } });
    expect(coinPrices([])).toEqual({ base: null, prices: {} });
  });

  it('with as many rows in two currencies, the first by name is taken', () => {
    const rows = [buildBalance({ valueCurrency: 'EUR' }), buildBalance({ valueCurrency: 'BTC' })];
    expect(coinPrices([buildHoldings('a', rows)]).base).toBe('BTC');
  });

  it('are what values can be shown in, dollars first', () => {
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

  it('stand beside those that were stated, for what is wanted', () => {
    const both = withMarketPrices(priced, rates, ['SOL', 'ETH', 'EUR', 'DEAD']);
    expect(both.prices).toEqual({ BTC: '1', USDT: '50000', ETH: '20', SOL: '250', EUR: '40000' });
    expect(valuationIn(both, 'EUR').valueOf('USDT', '3')).toBe('2.4');
    expect(withMarketPrices(priced, rates, ['DEAD'])).toBe(priced);
  });

  it('are all there is where nobody holds anything, and nothing where they do not price what was stated', () => {
    expect(withMarketPrices({ base: null, prices: {} }, rates, ['BTC'])).toEqual({
      base: 'USDT',
      prices: { BTC: '0.00002' },
    });
    const unknown = { base: 'KCS', prices: { KCS: '1' } } as const;
    expect(withMarketPrices(unknown, rates, ['SOL'])).toBe(unknown);
    expect(valueCurrencies(unknown, rates)).toEqual(['KCS']);
  });

  it('offer every currency that they price, the usual ones first', () => {
    expect(valueCurrencies(priced, rates)).toEqual(['USDT', 'EUR', 'BTC', 'ETH', 'SOL']);
  });
});

it('keeps the amount for small accounts in its own currency when another one is shown', () => {
  expect(countedIn('BTC', { valueCurrency: 'USDT', smallCurrency: 'EUR' })).toEqual({
    valueCurrency: 'BTC',
    smallCurrency: 'EUR',
  });
  expect(countedIn('BTC', { valueCurrency: 'USDT', smallCurrency: null }).smallCurrency).toBe('USDT');
});

describe('a valuation', () => {
  it('goes from any coin to any other', () => {
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

  it('knows no value of a coin without a price, and none at all without any', () => {
    expect(valuationIn(priced, 'USDT').valueOf('NONE', '1')).toBeNull();
    expect(valuationIn({ base: null, prices: {} }, 'USDT').valueOf('BTC', '1')).toBeNull();
    expect(valuationIn({ base: null, prices: {} }, null).currency).toBe('');
  });

  it('is in the exchange’s own currency where the one asked for has no price', () => {
    expect(valuationIn(priced, 'NONE').currency).toBe('BTC');
    expect(valuationIn(priced, null).currency).toBe('BTC');
    expect(valuationIn(priced, 'toString').currency).toBe('BTC');
  });

  it('knows bitcoin by the name that the futures wallets give it', () => {
    expect(coinOf('XBT')).toBe('BTC');
    expect(coinOf('ETH')).toBe('ETH');
  });
});
