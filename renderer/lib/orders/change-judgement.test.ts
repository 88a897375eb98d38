import { describe, expect, it } from 'vitest';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { type WantedChange, judgeChange } from './change-judgement.ts';

const pair = buildSpotSymbol({ priceIncrement: '1', baseIncrement: '0.01' });
const onSpot = { pair, contract: null };
const onFutures = { pair: null, contract: buildFuturesContract({ tickSize: '1' }) };
const change: WantedChange = { price: '98', size: '2', stopPrice: null };
const order = buildOrder({ price: '100', size: '2' });
const stop = buildStopOrder({ stopPrice: '90', price: '89', size: '1' });
const fired = { price: '91', size: '1', stopPrice: '92' } as const;
const ofContract = { venue: 'futures', tradeType: 'futures', symbol: 'XBTUSDTM' } as const;

describe('an amended order', () => {
  it('an amended order is checked against the rules of its market', () => {
    expect(judgeChange({ order }, change, onSpot).breach).toBeNull();
    expect(judgeChange({ order }, { ...change, price: '98.5' }, onSpot).breach).toContain('multiple of 1');
    const resting = buildOrder(ofContract);
    expect(judgeChange({ order: resting }, { ...change, price: '98.5' }, onFutures).breach).toContain('multiple of 1');
    expect(judgeChange({ order: resting }, change, onFutures).breach).toBeNull();
    expect(judgeChange({ order }, change, { pair: null, contract: null })).toEqual({ breach: null, action: null });
  });

  it.each(['spot', 'cross', 'isolated'] as const)('counts for the policy as the resulting order, on %s', tradeType => {
    const { action } = judgeChange({ order: buildOrder({ tradeType }) }, change, onSpot);
    expect(action).toMatchObject({
      kind: 'place',
      market: { venue: 'spot' },
      isBorrowing: false,
      orders: [{ type: 'limit', price: '98', amount: { figure: '2' }, trigger: null }],
    });
  });

  it('stays reduce-only', () => {
    const reducing = buildOrder({ ...ofContract, isReduceOnly: true });
    expect(judgeChange({ order: reducing }, change, onFutures).action).toMatchObject({
      orders: [{ isReducing: true }],
    });
    expect(judgeChange({ order: buildOrder(ofContract) }, change, onFutures).action).toMatchObject({
      orders: [{ isReducing: false }],
    });
  });
});

describe('an amended stop', () => {
  it('an amended stop is checked with its new trigger and the order that it places', () => {
    expect(judgeChange({ stop }, fired, onSpot)).toMatchObject({
      breach: null,
      action: { market: { venue: 'spot' }, orders: [{ price: '91', trigger: { price: '92', direction: 'down' } }] },
    });
    const market = buildStopOrder({ stop: 'entry', type: 'market', price: null });
    expect(judgeChange({ stop: market }, { ...fired, price: null }, onSpot).action).toMatchObject({
      orders: [{ type: 'market', price: null, trigger: { direction: 'up' } }],
    });
    const exit = buildStopOrder({ ...ofContract, stop: 'up', stopPriceType: 'MP', isReduceOnly: true });
    expect(judgeChange({ stop: exit }, fired, onFutures)).toMatchObject({
      breach: null,
      action: { orders: [{ isReducing: true, trigger: { price: '92', direction: 'up' } }] },
    });
  });

  it('an amended stop is checked against the rules of its market', () => {
    expect(judgeChange({ stop }, { ...fired, stopPrice: '92.5' }, onSpot).breach).toContain('multiple of 1');
    expect(judgeChange({ stop }, { ...fired, price: '0' }, onSpot).breach).toContain('above zero');
    const exit = buildStopOrder({ ...ofContract, stop: 'down', stopPriceType: 'TP' });
    expect(judgeChange({ stop: exit }, { ...fired, stopPrice: '92.5' }, onFutures).breach).toContain('multiple of 1');
  });

  it('an amended stop with an unknown trigger is left to main', () => {
    const nothing = { breach: null, action: null };
    expect(judgeChange({ stop: { ...stop, stop: 'unknown' } }, fired, onSpot)).toEqual(nothing);
    expect(judgeChange({ stop }, { ...fired, stopPrice: null }, onSpot)).toEqual(nothing);
    const exit = buildStopOrder({ ...ofContract, stop: 'up', stopPriceType: null });
    expect(judgeChange({ stop: exit }, fired, onFutures)).toEqual(nothing);
    expect(judgeChange({ stop: { ...exit, stopPriceType: 'MP', stop: 'loss' } }, fired, onFutures)).toEqual(nothing);
    expect(judgeChange({ stop: { ...exit, stopPriceType: 'MP' } }, { ...fired, stopPrice: null }, onFutures)).toEqual(
      nothing,
    );
  });
});
