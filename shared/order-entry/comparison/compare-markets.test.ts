import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { ComparedBook } from './compared-book.ts';
import { compareMarkets, type ComparisonOptions } from './compare-markets.ts';
import { buildComparedBook, inverse, linear, noBook, usdc, usdt } from './testing/build-comparison.ts';

const books: Readonly<Record<string, ComparedBook>> = {
  'BTC-USDT': buildComparedBook(
    [
      ['50000', '1'],
      ['49900', '5'],
      ['49000', '9'],
    ],
    [['50010', '9']],
  ),
  'BTC-USDC': buildComparedBook([['50100', '9']], [['50200', '9']]),
  'USDC-USDT': buildComparedBook([['0.99', '1000000']], [['1.01', '1000000']]),
  XBTUSDTM: buildComparedBook([['50050', '9000']], [['50060', '9000']]),
  XBTUSDM: buildComparedBook([['50000', '900000']], [['50100', '900000']]),
};
const rates: Readonly<Record<string, Decimal>> = { XBTUSDTM: '0.0006', XBTUSDM: '0.0006' };
const options: ComparisonOptions = {
  side: 'sell',
  coin: '2',
  target: 'USDT',
  markets: [usdt, usdc, linear, inverse],
  bookOf: ({ symbol }: Market) => books[symbol] ?? noBook,
  takerFeeRateOf: ({ symbol }: Market) => rates[symbol] ?? '0.001',
  pairs: new Set(['BTC-USDT', 'BTC-USDC', 'USDC-USDT']),
  isDollarAtPar: false,
};
const compared = (change: Partial<ComparisonOptions> = {}) => compareMarkets({ ...options, ...change });
const only = (change: Partial<ComparisonOptions> = {}) => compared({ markets: [usdt], ...change })[0];
const withBook = (book: ComparedBook, symbol = 'BTC-USDT') => ({
  bookOf: (market: Market) => (market.symbol === symbol ? book : options.bookOf(market)),
});

describe('compared markets', () => {
  it('list the best first, the others by their distance, and those without a conversion last and unranked', () => {
    const rows = compared();
    expect(rows.map(({ terms, unavailableReason }) => [terms.symbol, unavailableReason])).toEqual([
      ['XBTUSDTM', null],
      ['BTC-USDT', null],
      ['BTC-USDC', null],
      ['XBTUSDM', 'No pair here turns USD into USDT.'],
    ]);
    expect(rows.map(({ behindBps }) => behindBps)).toEqual(['0', '23.97', '94.08', null]);
    // its own figures are stated all the same
    expect(rows[3]?.quote).toMatchObject({ size: '100000', averagePrice: '50000', fee: '0.0012', net: null });
  });

  it('list for each the size, the cost and the rest', () => {
    expect(only()).toEqual({
      terms: usdt,
      asOfMs: 5,
      unavailableReason: null,
      behindBps: '0',
      quote: {
        size: '2',
        coin: '2',
        rest: '0',
        averagePrice: '49950',
        worstPrice: '49900',
        slippageBps: '11',
        takerFeeRate: '0.001',
        fee: '99.9',
        // 49000 is further than a per cent from the best bid
        depthLeft: '4',
        isDepthCut: false,
        net: '99800.1',
        netPrice: '49900.05',
        by: null,
      },
    });
    expect(compared({ markets: [usdc] })[0]?.quote).toMatchObject({
      fee: '100.2',
      net: '99098.802',
      by: { symbol: 'USDC-USDT', side: 'sell', price: '0.99' },
      isDepthCut: true,
    });
  });

  it('list the cheapest first for a buy', () => {
    const rows = compared({ side: 'buy', isDollarAtPar: true });
    expect(rows.map(({ terms }) => terms.symbol)).toEqual(['BTC-USDT', 'XBTUSDTM', 'XBTUSDM', 'BTC-USDC']);
    expect(rows[0]?.quote?.net).toBe('100120.02');
  });

  it('rank an inverse contract when a dollar may be counted as one of the target', () => {
    const row = compared({ markets: [inverse], isDollarAtPar: true })[0];
    expect(row).toMatchObject({ unavailableReason: null, behindBps: '0' });
    expect(row?.quote).toMatchObject({ net: '99940', netPrice: '49970', by: { symbol: null } });
  });
});

describe('a market that cannot take the order states why and is unranked', () => {
  const thin = buildComparedBook([['50000', '1.5']], [['50010', '9']]);
  it.each([
    ['a book that is not right', withBook(noBook), 'The book is stale.'],
    ['a book that is too thin', withBook(thin), 'Too thin: the 1 levels that are known hold 1.5 BTC.'],
    ['a fee that is not known', { takerFeeRateOf: () => null }, 'The fee of the account in this market is unknown.'],
    ['less than its least size', { coin: '0.000001' }, 'Less than its least size of 0.00001 BTC.'],
    [
      'less than its least size, though there is a lot of it',
      { coin: '0.5', markets: [{ ...usdt, leastSize: '1' }] },
      'Less than its least size of 1 BTC.',
    ],
    ['less than a lot', { coin: '0.0001', markets: [linear] }, 'Less than its least size of 1 lots.'],
    ['more than one order', { markets: [{ ...usdt, mostSize: '1' }] }, 'Above the maximum order of 1 BTC.'],
    [
      'less than its least worth',
      { coin: '0.00001', markets: [{ ...usdt, leastFunds: '1' }] },
      'Below the minimum order of 1 USDT.',
    ],
    [
      'a conversion whose book is not right',
      { markets: [usdc], ...withBook(noBook, 'USDC-USDT') },
      'For the conversion, USDC-USDT: The book is stale.',
    ],
  ] satisfies [string, Partial<ComparisonOptions>, string][])('%s', (_, change, unavailableReason) => {
    expect(only(change)).toMatchObject({ unavailableReason, behindBps: null });
  });

  it('accepts a value at its minimum', () => {
    expect(only({ coin: '1', markets: [{ ...usdt, leastFunds: '50000' }] })?.unavailableReason).toBeNull();
  });
});
