import type { Market } from '../domain/market/market.ts';
import type { FuturesContract } from '../domain/market/futures.ts';
import type { SpotSymbol } from '../domain/market/instrument.ts';

/** For tests: a spot pair, with a tick of a cent. */
export function buildSpotSymbol(overrides: Partial<SpotSymbol> = {}): SpotSymbol {
  return {
    symbol: 'BTC-USDT',
    name: null,
    baseCurrency: 'BTC',
    quoteCurrency: 'USDT',
    feeCurrency: 'USDT',
    priceIncrement: '0.01',
    baseIncrement: '0.00001',
    quoteIncrement: '0.01',
    baseMinSize: '0.00001',
    baseMaxSize: '1000',
    quoteMinSize: '0.1',
    minFunds: null,
    priceLimitRate: null,
    isMarginEnabled: true,
    isTradingEnabled: true,
    ...overrides,
  };
}

/** For tests: a linear perpetual contract of a thousandth of a BTC a lot, without market data. */
export function buildFuturesContract(overrides: Partial<FuturesContract> = {}): FuturesContract {
  return {
    symbol: 'XBTUSDTM',
    type: 'FFWCSX',
    status: 'Open',
    baseCurrency: 'XBT',
    quoteCurrency: 'USDT',
    settleCurrency: 'USDT',
    lotSize: '1',
    tickSize: '0.1',
    indexPriceTickSize: '0.01',
    multiplier: '0.001',
    maxOrderQty: '1000000',
    maxPrice: '1000000',
    initialMargin: '0.008',
    maintainMargin: '0.004',
    makerFeeRate: '0.0002',
    takerFeeRate: '0.0006',
    isInverse: false,
    isDeleverage: true,
    maxLeverage: 125,
    markPrice: null,
    indexPrice: null,
    lastTradePrice: null,
    fundingFeeRate: null,
    predictedFundingFeeRate: null,
    nextFundingInMs: null,
    openInterest: null,
    expireAtMs: null,
    ...overrides,
  };
}

/** For tests: a pair as a reader names it. */
export function spotMarket(symbol = 'BTC-USDT'): Market {
  return { venue: 'spot', symbol };
}

/** For tests: a contract as a reader names it. */
export function futuresMarket(symbol = 'XBTUSDTM'): Market {
  return { venue: 'futures', symbol };
}
