import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { FuturesOrderRequest, SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { SpotStopRequest } from '#shared/domain/account/stop-order.ts';
import { checkFuturesOrder, checkMargin } from './futures.ts';
import { checkBatch, checkSpotOrder, checkStop } from './spot.ts';

const symbol: SpotSymbol = {
  name: null,
  symbol: 'BTC-USDT',
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  feeCurrency: 'USDT',
  priceIncrement: '0.1',
  baseIncrement: '0.0001',
  quoteIncrement: '0.01',
  baseMinSize: '0.001',
  baseMaxSize: '100',
  quoteMinSize: '1',
  minFunds: '5',
  priceLimitRate: null,
  isMarginEnabled: false,
  isTradingEnabled: true,
};
const limit: SpotOrderRequest = {
  clientOid: 'a_B-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '100.1',
  size: '0.5',
};
const market: SpotOrderRequest = { clientOid: 'm', symbol: 'BTC-USDT', side: 'buy', type: 'market', funds: '10' };

describe('a spot order', () => {
  it.each<[string, SpotOrderRequest]>([
    ['limit', limit],
    [
      'limit with all',
      {
        ...limit,
        timeInForce: 'GTT',
        cancelAfterS: 60,
        isPostOnly: true,
        isHidden: true,
        selfTradePrevention: 'DC',
        tags: 'a'.repeat(20),
        remark: 'ok',
      },
    ],
    ['iceberg', { ...limit, isIceberg: true, visibleSize: '0.1' }],
    ['iceberg shown whole', { ...limit, isIceberg: true, visibleSize: '0.5' }],
    ['market by funds', market],
    ['market by size', { ...market, funds: undefined, size: '0.001' }],
    ['longest time', { ...limit, timeInForce: 'GTT', cancelAfterS: 2_592_000 }],
    ['just worth it', { ...limit, price: '10', size: '0.5' }],
    ['IOC', { ...limit, timeInForce: 'IOC', isPostOnly: false }],
  ])('passes: %s', (_, order) => {
    expect(checkSpotOrder(order, symbol)).toBeNull();
  });

  it.each<[string, Partial<SpotOrderRequest>]>([
    ['clientOid', { clientOid: 'white space' }],
    ['clientOid', { clientOid: 'x'.repeat(41) }],
    ['price', { price: undefined }],
    ['price', { price: '0' }],
    ['price', { price: '-0.1' }],
    ['price', { price: '100.15' }],
    ['size', { size: undefined }],
    ['size', { size: '0.00015' }],
    ['size', { size: '0.0009' }],
    ['size', { size: '100.0001' }],
    ['size', { price: '9.9', size: '0.5' }],
    ['funds', { funds: '10' }],
    ['cancelAfterS', { cancelAfterS: 5 }],
    ['cancelAfterS', { timeInForce: 'GTT' }],
    ['cancelAfterS', { timeInForce: 'GTT', cancelAfterS: 0 }],
    ['cancelAfterS', { timeInForce: 'GTT', cancelAfterS: 2_592_001 }],
    ['isPostOnly', { isPostOnly: true, timeInForce: 'IOC' }],
    ['isPostOnly', { isPostOnly: true, timeInForce: 'FOK' }],
    ['visibleSize', { visibleSize: '0.1' }],
    ['visibleSize', { isIceberg: true }],
    ['visibleSize', { isIceberg: true, visibleSize: '0.00005' }],
    ['visibleSize', { isIceberg: true, visibleSize: '0.6' }],
    ['tags', { tags: 'a'.repeat(21) }],
    ['remark', { remark: 'ünïcode' }],
    ['remark', { remark: 'a'.repeat(21) }],
  ])('fails by its %s: %o', (field, change) => {
    expect(checkSpotOrder({ ...limit, ...change }, symbol)?.field).toBe(field);
  });

  it.each<[string, Partial<SpotOrderRequest>]>([
    ['price', { price: '1' }],
    ['size', { funds: undefined }],
    ['size', { size: '1' }],
    ['funds', { funds: '10.005' }],
    ['funds', { funds: '4.99' }],
    ['isPostOnly', { isPostOnly: true }],
    ['isIceberg', { isIceberg: true, visibleSize: '0.1' }],
  ])('a spot order at market fails by its %s: %o', (field, change) => {
    expect(checkSpotOrder({ ...market, ...change }, symbol)?.field).toBe(field);
  });

  it('fails while the pair is closed; the minimum funds fall back to the quote minimum', () => {
    expect(checkSpotOrder(limit, { ...symbol, isTradingEnabled: false })?.field).toBe('symbol');
    expect(checkSpotOrder({ ...limit, size: '101' }, symbol)?.field).toBe('size');
    expect(checkSpotOrder({ ...limit, size: '101' }, { ...symbol, baseMaxSize: null })).toBeNull();
    expect(checkSpotOrder({ ...market, funds: '1' }, { ...symbol, minFunds: null })).toBeNull();
    expect(checkSpotOrder({ ...market, funds: '0.99' }, { ...symbol, minFunds: null })?.field).toBe('funds');
  });
});

describe('a batch', () => {
  const rows = Array.from({ length: 21 }, (_, n): SpotOrderRequest => ({ ...limit, clientOid: `o${n}` }));

  it('accepts five at once, or twenty when it answers after matching', () => {
    expect(checkBatch(rows.slice(0, 5), 'async', symbol)).toBeNull();
    expect(checkBatch(rows.slice(0, 6), 'async', symbol)?.field).toBe('orders');
    expect(checkBatch(rows.slice(0, 20), 'sync', symbol)).toBeNull();
    expect(checkBatch(rows, 'sync', symbol)?.field).toBe('orders');
  });

  it('has one pair and limit orders, each with its own client id; a wrong row is named', () => {
    expect(checkBatch([limit, { ...limit, clientOid: 'x', symbol: 'ETH-USDT' }], 'sync', symbol)?.field).toBe('orders');
    expect(checkBatch([limit, limit], 'sync', symbol)?.field).toBe('orders');
    expect(checkBatch([limit, market], 'sync', symbol)?.field).toBe('orders.1.type');
    const wrong = checkBatch([limit, { ...limit, clientOid: 'x', price: '0.15' }], 'sync', symbol);
    expect(wrong).toEqual({ field: 'orders.1.price', message: 'Order 2: The price must be a multiple of 0.1.' });
  });
});

describe('a spot stop', () => {
  const stop: SpotStopRequest = {
    clientOid: 's',
    symbol: 'BTC-USDT',
    side: 'sell',
    type: 'limit',
    stop: 'loss',
    stopPrice: '99.9',
    price: '99.8',
    size: '0.5',
  };

  it('passes as limit and as market', () => {
    expect(checkStop({ ...stop, remark: 'r'.repeat(100) }, symbol)).toBeNull();
    expect(checkStop({ ...stop, type: 'market', price: undefined }, symbol)).toBeNull();
  });

  it.each<[string, Partial<SpotStopRequest>]>([
    ['clientOid', { clientOid: '' }],
    ['stopPrice', { stopPrice: '99.95' }],
    ['stopPrice', { stopPrice: '0' }],
    ['price', { price: undefined }],
    ['size', { size: '0.00001' }],
    ['timeInForce', { timeInForce: 'GTT' }],
    ['remark', { remark: 'r'.repeat(101) }],
  ])('fails by its %s: %o', (field, change) => {
    expect(checkStop({ ...stop, ...change }, symbol)?.field).toBe(field);
  });

  it('fails while the pair is closed', () => {
    expect(checkStop(stop, { ...symbol, isTradingEnabled: false })?.field).toBe('symbol');
  });
});

const contract: FuturesContract = {
  symbol: 'XBTUSDTM',
  type: 'FFWCSX',
  status: 'Open',
  baseCurrency: 'XBT',
  quoteCurrency: 'USDT',
  settleCurrency: 'USDT',
  lotSize: '2',
  tickSize: '0.5',
  indexPriceTickSize: '0.01',
  multiplier: '0.001',
  maxOrderQty: '1000',
  maxPrice: '1000000',
  initialMargin: '0.01',
  maintainMargin: '0.005',
  makerFeeRate: '0',
  takerFeeRate: '0',
  isInverse: false,
  isDeleverage: true,
  maxLeverage: 50,
  markPrice: null,
  indexPrice: null,
  lastTradePrice: null,
  fundingFeeRate: null,
  predictedFundingFeeRate: null,
  nextFundingInMs: null,
  openInterest: null,
  expireAtMs: null,
};
const lots: FuturesOrderRequest = {
  clientOid: 'f',
  symbol: 'XBTUSDTM',
  side: 'buy',
  type: 'limit',
  leverage: '10',
  price: '100.5',
  size: '4',
};
const trigger = { stop: 'up', stopPrice: '101', stopPriceType: 'TP' } as const;

describe('a futures order', () => {
  it('leaves limits that the exchange does not state to the exchange', () => {
    const unknown = { ...contract, maxOrderQty: null, maxPrice: null, indexPriceTickSize: null, maxLeverage: null };
    const large = { ...lots, size: '1000000', price: '10000000', leverage: '500' } as const;
    expect(checkFuturesOrder(large, unknown)).toBeNull();
    const stop = { ...lots, ...trigger, stopPriceType: 'MP', stopPrice: '101.0001' } as const;
    expect(checkFuturesOrder(stop, unknown)).toBeNull();
    expect(checkFuturesOrder({ ...stop, stopPrice: '0' }, unknown)?.field).toBe('stopPrice');
  });

  it.each<[string, FuturesOrderRequest]>([
    ['limit', lots],
    ['market', { ...lots, type: 'market', price: undefined }],
    ['reducing, without leverage', { ...lots, isReduceOnly: true, leverage: undefined }],
    ['as a quantity', { ...lots, size: undefined, quantity: '0.0001' }],
    ['as a value', { ...lots, size: undefined, value: '10.5' }],
    ['cross, without leverage', { ...lots, marginMode: 'cross', leverage: undefined }],
    ['closing, without size', { ...lots, isCloseOrder: true, size: undefined, leverage: undefined }],
    ['stop on last', { ...lots, ...trigger }],
    ['stop on mark, in finer steps', { ...lots, ...trigger, stopPriceType: 'MP', stopPrice: '101.01' }],
    ['iceberg', { ...lots, isIceberg: true, visibleSize: '2' }],
    ['post-only', { ...lots, isPostOnly: true, timeInForce: 'GTC', remark: 'ok' }],
  ])('passes: %s', (_, order) => {
    expect(checkFuturesOrder(order, contract)).toBeNull();
  });

  it.each<[string, Partial<FuturesOrderRequest>]>([
    ['clientOid', { clientOid: 'ä' }],
    ['size', { size: undefined }],
    ['size', { size: '3' }],
    ['size', { size: '1002' }],
    ['size', { isCloseOrder: true }],
    ['size', { quantity: '1' }],
    ['size', { size: undefined, quantity: '1', value: '1' }],
    ['size', { size: undefined, value: '0' }],
    ['size', { isCloseOrder: true, size: undefined, quantity: '1' }],
    ['leverage', { size: undefined, quantity: '1', leverage: undefined }],
    ['leverage', { leverage: undefined }],
    ['leverage', { leverage: '0.5' }],
    ['leverage', { leverage: '51' }],
    ['price', { price: undefined }],
    ['price', { price: '100.7' }],
    ['price', { price: '1000000.5' }],
    ['price', { type: 'market' }],
    ['stop', { stopPrice: '1' }],
    ['stop', { stopPriceType: 'TP' }],
    ['stopPrice', { stop: 'up' }],
    ['stopPriceType', { stop: 'up', stopPrice: '101' }],
    ['stopPrice', { ...trigger, stopPrice: '101.01' }],
    ['isPostOnly', { isPostOnly: true, timeInForce: 'IOC' }],
    ['isPostOnly', { isPostOnly: true, type: 'market', price: undefined }],
    ['visibleSize', { visibleSize: '2' }],
    ['visibleSize', { isIceberg: true }],
    ['visibleSize', { isIceberg: true, visibleSize: '6' }],
    ['visibleSize', { isIceberg: true, visibleSize: '2', isCloseOrder: true, size: undefined }],
    ['remark', { remark: 'r'.repeat(101) }],
  ])('fails by its %s: %o', (field, change) => {
    expect(checkFuturesOrder({ ...lots, ...change }, contract)?.field).toBe(field);
  });

  it.each(['Paused', 'CancelOnly', 'Settled'])('fails while the contract is %s', status => {
    expect(checkFuturesOrder(lots, { ...contract, status })?.field).toBe('symbol');
  });
});

describe('adding margin', () => {
  const position: Position = {
    id: 'p',
    symbol: 'XBTUSDM',
    settleCurrency: 'XBT',
    isOpen: true,
    marginMode: 'isolated',
    isInverse: true,
    quantity: '-10',
    averageEntryPrice: '1',
    markPrice: '1',
    markValue: '1',
    liquidationPrice: null,
    bankruptPrice: null,
    realLeverage: null,
    riskLimit: null,
    maintenanceMarginRate: null,
    adlPercentile: null,
    positionCost: '1',
    addedMargin: null,
    initialMargin: '1',
    bankruptcyCost: null,
    fundingPaid: null,
    positionMargin: '1',
    maintenanceMargin: '1',
    marginWithPnl: '1',
    realisedPnl: '0',
    unrealisedPnl: '0',
    unrealisedPnlRatio: '0',
    returnOnEquity: '0',
    isAutoDeposit: false,
    openedAtMs: 1,
    asOfMs: 1,
  };
  const fieldOf = (amount: Decimal, change: Partial<Position> | undefined) => {
    const checked = checkMargin(amount, change === undefined ? undefined : { ...position, ...change });
    return checked.ok ? null : checked.breach.field;
  };

  it('needs an open isolated position and at least 0.00001667 XBT (docs/exchange/endpoints.md §9.2)', () => {
    expect(fieldOf('0.00001667', {})).toBeNull();
    expect(fieldOf('0.00001666', {})).toBe('amount');
    expect(fieldOf('0.00001', { settleCurrency: 'USDT' })).toBeNull();
    expect(fieldOf('0', { settleCurrency: 'USDT' })).toBe('amount');
    expect(fieldOf('1', undefined)).toBe('symbol');
    expect(fieldOf('1', { isOpen: false })).toBe('symbol');
    expect(fieldOf('1', { quantity: '0' })).toBe('symbol');
    expect(fieldOf('1', { marginMode: 'cross' })).toBe('symbol');
  });
});
