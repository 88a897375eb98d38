import { describe, expect, it } from 'vitest';
import type { FuturesOrderRequest, SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import {
  placeFutures,
  placeFuturesBatch,
  placeMargin,
  placeSpot,
  placeSpotPair,
  placeSpotStop,
} from './policy-action.ts';

const symbol = buildSpotSymbol({ symbol: 'BTC-USDT', baseCurrency: 'BTC', quoteCurrency: 'USDT' });
const order: SpotOrderRequest = {
  clientOid: 'a',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '10',
  size: '2',
};

describe('a spot order for the policy', () => {
  it('has its size as limit, its funds as market order, and nothing without either', () => {
    const { size: _size, ...bare } = order;
    const { price: _price, ...unpriced } = bare;
    expect(placeSpot([order, { ...unpriced, type: 'market', funds: '7' }, bare], symbol)).toEqual({
      kind: 'place',
      isBorrowing: false,
      market: {
        venue: 'spot',
        symbol: 'BTC-USDT',
        currency: 'USDT',
        unitWords: 'BTC',
        multiplier: '1',
        isInverse: false,
      },
      orders: [
        {
          side: 'buy',
          type: 'limit',
          price: '10',
          amount: { in: 'units', figure: '2' },
          trigger: null,
          isReducing: false,
        },
        {
          side: 'buy',
          type: 'market',
          price: null,
          amount: { in: 'value', figure: '7' },
          trigger: null,
          isReducing: false,
        },
        { side: 'buy', type: 'limit', price: '10', amount: null, trigger: null, isReducing: false },
      ],
    });
  });

  it('counts a pair once, with its stop and the other half', () => {
    const pair = {
      clientOid: 'a',
      symbol: 'BTC-USDT',
      size: '2',
      price: '12',
      stopPrice: '9',
      limitPrice: '8',
    } as const;
    expect(placeSpotPair({ ...pair, side: 'sell' }, symbol)).toMatchObject({ kind: 'place', isBorrowing: false });
    expect(placeSpotPair({ ...pair, side: 'sell' }, symbol).orders).toEqual([
      {
        side: 'sell',
        type: 'limit',
        price: '8',
        twinPrice: '12',
        amount: { in: 'units', figure: '2' },
        trigger: { price: '9', direction: 'down' },
        isReducing: false,
      },
    ]);
    expect(placeSpotPair({ ...pair, side: 'buy' }, symbol).orders[0]?.trigger?.direction).toBe('up');
  });

  it('has the trigger of a stop, and may borrow on margin', () => {
    const stop = { ...order, stopPrice: '9' } as const;
    expect(placeSpotStop({ ...stop, stop: 'loss' }, symbol).orders[0]?.trigger).toEqual({
      price: '9',
      direction: 'down',
    });
    expect(placeSpotStop({ ...stop, stop: 'entry' }, symbol).orders[0]?.trigger?.direction).toBe('up');
    const margin = { ...order, tradeType: 'cross' } as const;
    expect(placeMargin(margin, symbol)).toEqual(placeSpot([order], symbol));
    expect(placeMargin({ ...margin, isAutoBorrow: true }, symbol).isBorrowing).toBe(true);
  });
});

describe('a contract order for the policy', () => {
  const linear = buildFuturesContract({ multiplier: '0.001', isInverse: false, settleCurrency: 'USDT' });
  const futures: FuturesOrderRequest = { clientOid: 'a', symbol: linear.symbol, side: 'sell', type: 'market' };
  const first = (request: Partial<FuturesOrderRequest>, on: FuturesContract = linear, position: '-7' | null = null) =>
    placeFutures({ ...futures, ...request }, on, position).orders[0];

  it('has its size in lots, from a quantity or a value', () => {
    expect(first({ size: '5' })?.amount).toEqual({ in: 'units', figure: '5' });
    expect(first({ quantity: '0.5' })?.amount).toEqual({ in: 'units', figure: '500' });
    const thirds = buildFuturesContract({ multiplier: '3' });
    expect(first({ quantity: '1' }, thirds)?.amount).toEqual({ in: 'units', figure: '0.333333333334' });
    expect(first({ value: '33' })?.amount).toEqual({ in: 'value', figure: '33' });
    expect(first({})?.amount).toBeNull();
  });

  it('takes the position for a closing order, when known', () => {
    expect(first({ isCloseOrder: true }, linear, '-7')).toMatchObject({
      amount: { in: 'units', figure: '7' },
      isReducing: true,
    });
    expect(first({ isCloseOrder: true })?.amount).toBeNull();
    expect(first({ isReduceOnly: true, size: '1' })?.isReducing).toBe(true);
    expect(first({ size: '1' })?.isReducing).toBe(false);
  });

  it('has a trigger only with a price', () => {
    expect(first({ stop: 'up', stopPrice: '4', stopPriceType: 'MP' })?.trigger).toEqual({
      price: '4',
      direction: 'up',
    });
    expect(first({ stop: 'up' })?.trigger).toBeNull();
    expect(first({ type: 'limit', price: '3' })).toMatchObject({ price: '3', trigger: null });
  });

  it('has a negative multiplier for an inverse contract, and a value in the settle currency', () => {
    const on = buildFuturesContract({ multiplier: '-1', isInverse: true, settleCurrency: 'XBT' });
    expect(placeFutures(futures, on, null).market).toMatchObject({
      venue: 'futures',
      currency: 'XBT',
      unitWords: 'lots',
      multiplier: '1',
      isInverse: true,
    });
  });
});

it('several orders of one contract are one action, each order as if alone, in sequence', () => {
  const contract = buildFuturesContract({ symbol: 'XBTUSDTM' });
  const buy: FuturesOrderRequest = {
    clientOid: 'a',
    symbol: 'XBTUSDTM',
    side: 'buy',
    type: 'limit',
    price: '10',
    size: '2',
  };
  const sell: FuturesOrderRequest = { ...buy, clientOid: 'b', side: 'sell', price: '12', isReduceOnly: true };
  const alone = [buy, sell].map(each => placeFutures(each, contract, null));
  const batch = placeFuturesBatch([buy, sell], contract);
  expect(batch).toEqual({ ...alone[0], orders: alone.flatMap(({ orders }) => orders) });
  expect(batch.orders.map(({ side, isReducing }) => [side, isReducing])).toEqual([
    ['buy', false],
    ['sell', true],
  ]);
});
