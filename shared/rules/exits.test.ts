import { describe, expect, it } from 'vitest';
import type { ProtectedOrderRequest } from '../domain/account/order.ts';
import type { SpotPairRequest } from '../domain/account/stop-order.ts';
import { buildFuturesContract, buildSpotSymbol } from '../testing/build-instrument.ts';
import { checkPair, checkProtectedOrder } from './exits.ts';

const symbol = buildSpotSymbol();
const contract = buildFuturesContract();
const pair: SpotPairRequest = {
  clientOid: 'pair-1',
  symbol: 'BTC-USDT',
  side: 'sell',
  size: '0.01',
  price: '70000',
  stopPrice: '60000',
  limitPrice: '59900',
};
const entry: ProtectedOrderRequest = {
  clientOid: 'entry-1',
  symbol: 'XBTUSDTM',
  side: 'buy',
  type: 'limit',
  price: '65000',
  size: '2',
  leverage: '5',
  stopPriceType: 'TP',
  triggerUpPrice: '70000',
  triggerDownPrice: '60000',
};

describe('a pair of exits', () => {
  it('gains on one side of its stop', () => {
    expect(checkPair(pair, symbol)).toBeNull();
    expect(
      checkPair({ ...pair, side: 'buy', price: '60000', stopPrice: '70000', limitPrice: '70100' }, symbol),
    ).toBeNull();
  });

  it.each([
    ['size', { size: '0.000001' }],
    ['price', { price: '70000.001' }],
    ['stopPrice', { stopPrice: '60000.001' }],
    ['stopPrice', { stopPrice: '70000' }],
    ['stopPrice', { side: 'buy' }],
    ['limitPrice', { limitPrice: '59900.001' }],
    ['size', { limitPrice: '1' }],
    ['remark', { remark: 'r'.repeat(101) }],
  ] as const)('fails by its %s: %j', (field, change) => {
    expect(checkPair({ ...pair, ...change }, symbol)?.field).toBe(field);
  });
});

describe('an order with its exits', () => {
  it('has one or both of them', () => {
    expect(checkProtectedOrder(entry, contract)).toBeNull();
    expect(checkProtectedOrder({ ...entry, triggerUpPrice: undefined }, contract)).toBeNull();
    expect(checkProtectedOrder({ ...entry, triggerDownPrice: undefined }, contract)).toBeNull();
    expect(checkProtectedOrder({ ...entry, type: 'market', price: undefined }, contract)).toBeNull();
  });

  it('uses finer steps for mark and index than for orders', () => {
    const fine = { ...entry, triggerUpPrice: '70000.05' } as const;
    expect(checkProtectedOrder(fine, contract)?.field).toBe('triggerUpPrice');
    expect(checkProtectedOrder({ ...fine, stopPriceType: 'MP' }, contract)).toBeNull();
  });

  it.each([
    ['size', { size: '0.5' }],
    ['isReduceOnly', { isReduceOnly: true, leverage: undefined }],
    ['isReduceOnly', { isCloseOrder: true, size: undefined }],
    ['triggerUpPrice', { triggerUpPrice: undefined, triggerDownPrice: undefined }],
    ['stopPriceType', { stopPriceType: undefined, triggerUpPrice: '70000', triggerDownPrice: '60000' }],
    ['triggerUpPrice', { triggerUpPrice: '60000' }],
    ['triggerUpPrice', { triggerUpPrice: '64000' }],
    ['triggerDownPrice', { triggerDownPrice: '66000' }],
    ['triggerDownPrice', { triggerDownPrice: '60000.001' }],
  ] as const)('fails by its %s: %j', (field, change) => {
    expect(checkProtectedOrder({ ...entry, ...change }, contract)?.field).toBe(field);
  });
});
