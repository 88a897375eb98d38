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

describe('an order that is changed', () => {
  it('is held against the rules of its market', () => {
    expect(judgeChange({ order }, change, onSpot).breach).toBeNull();
    expect(judgeChange({ order }, { ...change, price: '98.5' }, onSpot).breach).toContain('multiple of 1');
    const resting = buildOrder(ofContract);
    expect(judgeChange({ order: resting }, { ...change, price: '98.5' }, onFutures).breach).toContain('multiple of 1');
    expect(judgeChange({ order: resting }, change, onFutures).breach).toBeNull();
    expect(judgeChange({ order }, change, { pair: null, contract: null })).toEqual({ breach: null, act: null });
  });

  it.each(['spot', 'cross', 'isolated'] as const)('is for the policy what it becomes, on %s', tradeType => {
    const { act } = judgeChange({ order: buildOrder({ tradeType }) }, change, onSpot);
    expect(act).toMatchObject({
      kind: 'place',
      market: { venue: 'spot' },
      isBorrowing: false,
      orders: [{ type: 'limit', price: '98', amount: { figure: '2' }, trigger: null }],
    });
  });

  it('that only reduces stays one', () => {
    const reducing = buildOrder({ ...ofContract, isReduceOnly: true });
    expect(judgeChange({ order: reducing }, change, onFutures).act).toMatchObject({ orders: [{ isReducing: true }] });
    expect(judgeChange({ order: buildOrder(ofContract) }, change, onFutures).act).toMatchObject({
      orders: [{ isReducing: false }],
    });
  });
});

describe('a stop that is changed', () => {
  it('is judged by its new trigger and what it then places', () => {
    expect(judgeChange({ stop }, fired, onSpot)).toMatchObject({
      breach: null,
      act: { market: { venue: 'spot' }, orders: [{ price: '91', trigger: { price: '92', direction: 'down' } }] },
    });
    const market = buildStopOrder({ stop: 'entry', type: 'market', price: null });
    expect(judgeChange({ stop: market }, { ...fired, price: null }, onSpot).act).toMatchObject({
      orders: [{ type: 'market', price: null, trigger: { direction: 'up' } }],
    });
    const exit = buildStopOrder({ ...ofContract, stop: 'up', stopPriceType: 'MP', isReduceOnly: true });
    expect(judgeChange({ stop: exit }, fired, onFutures)).toMatchObject({
      breach: null,
      act: { orders: [{ isReducing: true, trigger: { price: '92', direction: 'up' } }] },
    });
  });

  it('is held against the rules of its market', () => {
    expect(judgeChange({ stop }, { ...fired, stopPrice: '92.5' }, onSpot).breach).toContain('multiple of 1');
    expect(judgeChange({ stop }, { ...fired, price: '0' }, onSpot).breach).toContain('above zero');
    const exit = buildStopOrder({ ...ofContract, stop: 'down', stopPriceType: 'TP' });
    expect(judgeChange({ stop: exit }, { ...fired, stopPrice: '92.5' }, onFutures).breach).toContain('multiple of 1');
  });

  it('of which nothing is known that fires it is left to main', () => {
    const nothing = { breach: null, act: null };
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
