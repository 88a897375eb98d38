import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FuturesService, openFuturesService } from '#practice/http/testing/futures-service.ts';
import { member, wrappedData } from '#practice/http/testing/unwrap.ts';

describe.each(['document', 'live'] as const)('bulk futures orders, dialect %s', dialect => {
  let service: FuturesService;
  beforeEach(async () => {
    service = await openFuturesService(dialect);
  });
  afterEach(() => service.server.close());

  const symbol = 'XBTUSDTM';
  const order = { clientOid: 'a', symbol, side: 'buy', leverage: 5, price: '49000', size: 2 };
  const post = (path: string, body: unknown) => service.call(`POST /api/v1/${path}`, { body });
  const remove = (target: string, body?: unknown) => service.call(`DELETE /api/${target}`, { body });
  const active = () => service.futures.orders(service.accountId, 'active', {});
  const stops = () => service.futures.stops(service.accountId, {});
  const stop = { ...order, clientOid: 's', stop: 'down', stopPrice: '48000', stopPriceType: 'MP' };

  describe('POST /api/v1/orders/multi', () => {
    it('answers each order by itself, in the sequence of the list', async () => {
      const list = [
        order,
        { ...order, clientOid: 'b', leverage: undefined },
        { ...order, clientOid: 'c', price: '49000.05' },
        { ...order, clientOid: 'a' },
        stop,
      ];
      const rows = wrappedData(await post('orders/multi', list));
      expect(rows).toMatchObject([
        { clientOid: 'a', symbol, code: '200000', msg: 'success' },
        { clientOid: 'b', symbol, code: '100001', msg: 'leverage is required' },
        { clientOid: 'c', symbol, code: '100001' },
        { clientOid: 'a', symbol, code: '300018' },
        { clientOid: 's', symbol, code: '200000', msg: 'success' },
      ]);
      expect(rows).toMatchObject([{ orderId: active()[0]?.id }, {}, {}, {}, { orderId: stops()[0]?.id }]);
      expect(member(Array.isArray(rows) ? rows[1] : null, 'orderId')).toBeUndefined();
    });

    it.each([[{}], [[]], [Array.from({ length: 21 }, () => order)], ['x']])('rejects %j', async body => {
      const msg = 'the body must be a list of 1 to 20 orders';
      expect((await post('orders/multi', body)).json).toEqual({ code: '100001', msg });
      expect(active()).toEqual([]);
    });

    it('answers invalid rows', async () => {
      expect(wrappedData(await post('orders/multi', [1, null, {}]))).toMatchObject([
        { clientOid: null, code: '100001' },
        { clientOid: null, code: '100001' },
        { clientOid: null, code: '100001', msg: 'clientOid is required' },
      ]);
    });
  });

  it('accepts a size in lots, coins or value, and only one of them', async () => {
    const { size: _lots, ...bare } = order;
    for (const [index, size] of [{ size: 3 }, { qty: '0.003' }, { valueQty: '150' }].entries()) {
      expect((await post('orders', { ...bare, clientOid: `o${index}`, ...size })).json).toMatchObject({
        code: '200000',
      });
      expect(active()[0]?.placement.size).toBe('3');
    }
    expect((await post('orders', { ...bare, size: 1, qty: '0.001' })).json).toEqual({
      code: '100001',
      msg: 'Choose one of size, qty and valueQty.',
    });
    expect((await post('orders', bare)).json).toEqual({ code: '100001', msg: 'size is required' });
  });

  it('tests an order without placing it', async () => {
    expect(wrappedData(await post('orders/test', order))).toMatchObject({ clientOid: 'a' });
    expect(active()).toEqual([]);
    expect((await post('orders/test', { ...order, size: 2000 })).json).toMatchObject({ code: '300003' });
    expect((await post('orders/test', { ...order, side: undefined })).json).toMatchObject({ code: '100001' });
  });

  describe('POST /api/v1/st-orders', () => {
    const prices = { triggerStopUpPrice: '52000', triggerStopDownPrice: '47000', stopPriceType: 'TP' };

    it('places the order and both exits', async () => {
      const data = wrappedData(await post('st-orders', { ...order, ...prices }));
      expect(data).toEqual({ orderId: active()[0]?.id, clientOid: 'a' });
      expect(stops().map(each => [each.placement.stop, each.placement.side])).toEqual([
        ['down', 'sell'],
        ['up', 'sell'],
      ]);
    });

    it.each([
      [{}, 'triggerStopUpPrice is required'],
      [{ triggerStopUpPrice: 'x' }, 'triggerStopUpPrice must be a positive decimal string'],
      [{ ...prices, stopPriceType: 'LP' }, 'stopPriceType must be one of TP, MP, IP'],
      [{ ...prices, stop: 'up', stopPrice: '1' }, 'stop is not supported together with triggerStopUpPrice'],
      [{ ...prices, clientOid: undefined }, 'clientOid is required'],
    ])('rejects %j', async (change, msg) => {
      expect((await post('st-orders', { ...order, ...change })).json).toEqual({ code: '100001', msg });
    });
  });

  describe('cancelling', () => {
    beforeEach(async () => {
      await post('orders/multi', [
        order,
        { ...order, clientOid: 'b' },
        { ...order, clientOid: 'e', symbol: 'ETHUSDTM', price: '1950' },
      ]);
      await post('orders/multi', [
        stop,
        { ...stop, clientOid: 'u', symbol: 'ETHUSDTM', price: '1950', stopPrice: '1900' },
      ]);
    });

    it('cancels several by id', async () => {
      const ids = active().map(each => each.id);
      const gone = { code: '100004', msg: 'The order cannot be canceled.' };
      expect(wrappedData(await remove('v1/orders/multi-cancel', { orderIdsList: [ids[0], 'nope', ids[0]] }))).toEqual([
        { orderId: ids[0], clientOid: null, code: '200', msg: 'success' },
        { orderId: 'nope', clientOid: null, ...gone },
        { orderId: ids[0], clientOid: null, ...gone },
      ]);
      expect(active()).toHaveLength(2);
    });

    it('cancels several by clientOid, stop orders too', async () => {
      const marks = [
        { symbol, clientOid: 'a' },
        { symbol: 'ETHUSDTM', clientOid: 'b' },
        { symbol, clientOid: 's' },
      ];
      const body = { orderIdsList: null, clientOidsList: marks };
      expect(wrappedData(await remove('v1/orders/multi-cancel', body))).toMatchObject([
        { orderId: null, clientOid: 'a', code: '200' },
        { orderId: null, clientOid: 'b', code: '100004' },
        { orderId: null, clientOid: 's', code: '200' },
      ]);
    });

    it.each([
      [{}, 'one of orderIdsList and clientOidsList is required'],
      [{ orderIdsList: null, clientOidsList: null }, 'one of orderIdsList and clientOidsList is required'],
      [{ orderIdsList: [], clientOidsList: [] }, 'one of orderIdsList and clientOidsList is required'],
      [
        { orderIdsList: ['a'], clientOidsList: [{ symbol, clientOid: 'a' }] },
        'one of orderIdsList and clientOidsList is required',
      ],
      [{ orderIdsList: Array.from({ length: 21 }, () => 'a') }, 'at most 20 orders can be cancelled at once'],
      [{ clientOidsList: [{ symbol }] }, 'clientOidsList.0.clientOid is required'],
      [{ orderIdsList: 'a' }, 'orderIdsList must be a list'],
    ])('rejects %j', async (body, msg) => {
      expect((await remove('v1/orders/multi-cancel', body)).json).toEqual({ code: '100001', msg });
    });

    it('cancels the orders of one contract, or of all', async () => {
      const [ether, second, first] = active().map(each => each.id);
      expect((await remove('v3/orders')).json).toEqual({ code: '100001', msg: 'symbol is required' });
      expect((await remove('v3/orders?symbol=NOPE')).json).toMatchObject({ code: '100003' });
      expect(wrappedData(await remove(`v3/orders?symbol=${symbol}`))).toEqual({ cancelledOrderIds: [second, first] });
      expect(wrappedData(await remove('v1/orders'))).toEqual({ cancelledOrderIds: [ether] });
      expect(wrappedData(await remove('v1/orders'))).toEqual({ cancelledOrderIds: [] });
      expect(stops()).toHaveLength(2);
    });

    it('cancels the stop orders of one contract, or of all', async () => {
      const [ether, bitcoin] = stops().map(each => each.id);
      expect(wrappedData(await remove('v1/stopOrders?symbol=ETHUSDTM'))).toEqual({ cancelledOrderIds: [ether] });
      expect(wrappedData(await remove('v1/stopOrders'))).toEqual({ cancelledOrderIds: [bitcoin] });
      expect(active()).toHaveLength(3);
    });
  });

  it('charges the old form of cancelling its full weight', async () => {
    expect((await remove('v1/orders')).headers.get('gw-ratelimit-remaining')).toBe('1200');
  });

  it('returns the statistics of open orders', async () => {
    await post('orders', order);
    const target = 'GET /api/v1/openOrderStatistics';
    expect(wrappedData(await service.call(`${target}?symbol=${symbol}`))).toEqual({
      openOrderBuySize: 2,
      openOrderSellSize: 0,
      openOrderBuyCost: '98',
      openOrderSellCost: '0',
      settleCurrency: 'USDT',
    });
    expect((await service.call(target)).json).toEqual({ code: '300000', msg: 'symbol is required' });
    expect((await service.call(`${target}?symbol=NOPE`)).status).toBe(404);
  });

  it('returns what a margin could open on cross margin', async () => {
    service.trade('buy', '1');
    const target = 'GET /api/v2/batchGetCrossOrderLimit?symbol';
    expect(wrappedData(await service.call(`${target}=${symbol}&totalMargin=100&leverage=20`))).toEqual([
      {
        symbol,
        maxOpenSize: 40,
        maxOpenValue: '2000',
        totalMargin: '100',
        price: '50000',
        leverage: '20',
        mmr: '0.025',
        imr: '0.05',
        currency: 'USDT',
      },
    ]);
    const both = wrappedData(await service.call(`${target}=${symbol},XBTUSDM`));
    expect(both).toMatchObject([
      // leverage 125 is of the first level only: 100000
      { totalMargin: '10000', leverage: '125', maxOpenValue: '100000', maxOpenSize: 2000 },
      { symbol: 'XBTUSDM', totalMargin: '0.2', currency: 'XBT' },
    ]);
    expect((await service.call('GET /api/v2/batchGetCrossOrderLimit')).json).toMatchObject({ code: '300000' });
    expect((await service.call(`${target}=NOPE`)).status).toBe(404);
    expect((await service.call(`${target}=${symbol}&leverage=126`)).json).toMatchObject({ code: '300000' });
    const many = Array.from({ length: 51 }, (_, index) => `S${index}`).join(',');
    expect((await service.call(`${target}=${many}`)).json).toMatchObject({ code: '300000' });
  });

  it('returns the maximum opening size', async () => {
    expect(
      wrappedData(await service.call(`GET /api/v2/getMaxOpenSize?symbol=${symbol}&price=50000&leverage=10`)),
    ).toEqual({
      symbol,
      maxBuyOpenSize: 1975,
      maxSellOpenSize: 1975,
    });
    for (const [query, msg] of [
      ['price=1&leverage=1', 'symbol is required'],
      [`symbol=${symbol}&leverage=1`, 'price is required'],
      [`symbol=${symbol}&price=50000`, 'leverage is required'],
    ]) {
      expect((await service.call(`GET /api/v2/getMaxOpenSize?${query}`)).json).toEqual({ code: '300000', msg });
    }
  });
});
