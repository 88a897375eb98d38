import { describe, expect, it } from 'vitest';
import { valueOf, frame } from './testing/parse.ts';

const readSpotOrder = (data: unknown) =>
  valueOf('spot.orders', frame('/spotMarket/tradeOrdersV2', 'orderChange', data));

const readFuturesOrder = (data: unknown) =>
  valueOf('futures.orders', frame('/contractMarket/tradeOrders:XBTUSDTM', 'symbolOrderChange', data));

describe('orders', () => {
  const open = {
    canceledSize: '0',
    clientOid: '5c52e11203aa677f33e493fb',
    filledSize: '0',
    orderId: '6720ecd9ec71f4000747731a',
    orderTime: 1730211033305,
    orderType: 'limit',
    originSize: '0.00001',
    price: '50000',
    remainSize: '0.00001',
    side: 'buy',
    size: '0.00001',
    status: 'open',
    symbol: 'BTC-USDT',
    ts: '1730211033335000000',
    type: 'open',
  };
  const change = {
    venue: 'spot',
    orderId: '6720ecd9ec71f4000747731a',
    clientOid: '5c52e11203aa677f33e493fb',
    symbol: 'BTC-USDT',
    event: 'open',
    status: 'open',
    side: 'buy',
    type: 'limit',
    price: '50000',
    size: '0.00001',
    funds: null,
    filledSize: '0',
    remainingSize: '0.00001',
    cancelledSize: '0',
    remainingFunds: null,
    cancelledFunds: null,
    oldSize: null,
    match: null,
    marginMode: null,
    isLiquidation: false,
    createdAtMs: 1730211033305,
    timeMs: 1730211033335,
  };

  it('reads an open spot order, also by V1', () => {
    expect(readSpotOrder(open)).toEqual(change);
    expect(valueOf('spot.ordersV1', frame('/spotMarket/tradeOrders', 'orderChange', open))).toEqual(change);
  });

  it('reads null for missing fields of a market order by funds', () => {
    const { orderId, orderTime, side, symbol, ts } = open;
    const received = {
      orderId,
      orderTime,
      side,
      symbol,
      ts,
      orderType: 'market',
      originFunds: '100',
      type: 'received',
    };
    expect(readSpotOrder({ ...received, status: 'new', originSize: '0' })).toEqual({
      ...change,
      clientOid: null,
      event: 'received',
      status: 'new',
      type: 'market',
      price: null,
      size: null,
      funds: '100',
      filledSize: null,
      remainingSize: null,
      cancelledSize: null,
    });
  });

  it('reads a match with its trade, and only a complete one', () => {
    const match = { ...open, type: 'match', status: 'match', tradeId: '11040911994273793', matchPrice: '50000.0' };
    expect(readSpotOrder({ ...match, matchSize: '0.00001', liquidity: 'taker' })).toMatchObject({
      event: 'match',
      match: { tradeId: '11040911994273793', price: '50000', size: '0.00001', liquidity: 'taker' },
    });
    expect(readSpotOrder(match)).toMatchObject({ match: null });
    const text = frame('/spotMarket/tradeOrdersV2', 'orderChange', { ...match, matchSize: '1', tradeId: 'T' });
    expect(valueOf('spot.orders', text.replace('"T"', '11040911994273793'))).toMatchObject({
      match: { tradeId: '11040911994273793', liquidity: 'unknown' },
    });
  });

  it.each([
    ['canceled', 'cancelled'],
    ['filled', 'filled'],
    ['update', 'update'],
    ['melted', 'unknown'],
  ])('reads the event %s as %s', (type, event) => {
    expect(readSpotOrder({ ...open, type, status: 'done', oldSize: '2' })).toMatchObject({
      event,
      status: 'done',
      oldSize: '2',
    });
  });

  it('never guesses a state', () => {
    expect(readSpotOrder({ ...open, status: 'molten' })).toMatchObject({ status: 'unknown' });
  });

  it.each(['orderId', 'symbol', 'side', 'ts'])('rejects an order without %s', field => {
    expect(readSpotOrder({ ...open, [field]: undefined })).toBe(`unreadable: ${field}`);
  });

  it('reads a futures order', () => {
    const wire = {
      symbol: 'XBTUSDTM',
      side: 'buy',
      canceledSize: '0',
      orderId: '247899236673269761',
      liquidity: 'maker',
      marginMode: 'ISOLATED',
      type: 'open',
      orderTime: '1731916985768138917',
      size: '1',
      filledSize: '0',
      price: '91670',
      remainSize: '1',
      status: 'open',
      ts: '1731916985789000000',
    };
    expect(readFuturesOrder(wire)).toEqual({
      ...change,
      venue: 'futures',
      orderId: '247899236673269761',
      clientOid: null,
      symbol: 'XBTUSDTM',
      type: null,
      price: '91670',
      size: '1',
      remainingSize: '1',
      marginMode: 'isolated',
      createdAtMs: 1731916985768,
      timeMs: 1731916985789,
    });
    expect(readFuturesOrder({ ...wire, marginMode: 'CROSS', tradeType: 'liquid' })).toMatchObject({
      marginMode: 'cross',
      isLiquidation: true,
    });
    expect(readFuturesOrder({ ...wire, marginMode: 'OTHER' })).toMatchObject({ marginMode: null });
  });
});

describe('stops', () => {
  const stop = {
    orderId: 'vs9',
    orderPrice: '0',
    side: 'sell',
    size: '1',
    stop: 'loss',
    stopPrice: '71000',
    symbol: 'BTC-USDT',
    tradeType: 'MARGIN_TRADE',
    type: 'cancel',
    createdAt: 1742305928064,
    ts: 1742305928091,
  };
  const spot = (change: object) =>
    valueOf('spot.stopOrders', frame('/spotMarket/advancedOrders', 'stopOrder', { ...stop, ...change }));

  it.each([
    ['l_s_o', 'loss'],
    ['e_l_o', 'entry'],
    ['entry', 'entry'],
    ['tso', 'unknown'],
  ])('reads the trigger %s as %s', (word, expected) => {
    expect(spot({ stop: word })).toMatchObject({ stop: expected, event: 'cancelled', price: null, tradeType: 'cross' });
  });

  it.each([
    ['canceled', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['triggered', 'triggered'],
    ['melted', 'unknown'],
  ])('reads the event %s as %s', (type, event) => {
    expect(spot({ type })).toMatchObject({ event });
  });

  it('rejects other words of a futures stop', () => {
    const data = { ...stop, stop: 'sideways', stopPriceType: 'XX' };
    const text = frame('/contractMarket/advancedOrders', 'stopOrder', data);
    expect(valueOf('futures.stopOrders', text)).toMatchObject({ stop: 'unknown', stopPriceType: null });
  });
});
