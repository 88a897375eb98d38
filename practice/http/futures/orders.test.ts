import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RejectionReason, refuse } from '#practice/kernel/kernel.ts';
import { type FakeExchange, openFakeExchange, startMs } from '../testing/fake-exchange.ts';
import { sampleFuturesOrder, samplePosition } from '#practice/futures/testing/fake-futures.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { documentShapes, liveShapes, misfits, sharedShapes } from '../testing/wire-shapes.ts';

const dayMs = 86_400_000;

describe.each(['document', 'live'] as const)('futures orders, dialect %s', dialect => {
  let exchange: FakeExchange;
  const shapes = dialect === 'document' ? documentShapes : liveShapes;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const get = (target: string) => exchange.call({ venue: 'futures', target });
  const ids = async (target: string) => rows(wrappedData(await get(target))).map(row => member(row, 'id'));
  const post = (body: unknown) => exchange.call({ venue: 'futures', method: 'POST', target: '/api/v1/orders', body });
  const cancel = (target: string) => exchange.call({ venue: 'futures', method: 'DELETE', target });
  const base = sampleFuturesOrder().placement;

  describe('lists', () => {
    it('write the record of the dialect', async () => {
      exchange.futures.orders.push(
        sampleFuturesOrder(),
        sampleFuturesOrder({
          placement: {
            ...base,
            stop: 'down',
            stopPrice: '59000',
            stopPriceType: 'MP',
            visibleSize: '2',
            remark: 'r',
            selfTradePrevention: 'CN',
            marginMode: 'CROSS',
          },
          stopTriggered: true,
          dealSize: '10',
          dealValue: '598.5',
        }),
      );
      const reply = await get('/api/v1/orders?status=active');
      const page = wrappedData(reply);
      expect(misfits(page, sharedShapes.page)).toEqual([]);
      const [plain, triggered] = rows(page);
      expect(misfits(plain, shapes.futuresOrder)).toEqual([]);
      expect(misfits(triggered, shapes.futuresOrder)).toEqual([]);
      expect(reply.text).toContain('"orderTime":1727692804808418001,');
      const isDocument = dialect === 'document';
      expect(plain).toMatchObject({ size: 10, stp: '', stop: '', stopPriceType: '', stopPrice: null, price: '60000' });
      expect(plain).toMatchObject({ isActive: true, status: 'open', leverage: '3', endAt: null, remark: null });
      expect(plain).toMatchObject({
        stopTriggered: isDocument ? null : false,
        visibleSize: isDocument ? null : 0,
        tags: isDocument ? null : '',
      });
      expect(triggered).toMatchObject({ stop: 'down', stopPriceType: 'MP', stopTriggered: true, visibleSize: 2 });
      expect(triggered).toMatchObject({ dealSize: 10, filledSize: 10, dealValue: '598.5', filledValue: '598.5' });
      const extras = isDocument ? {} : { marginMode: 'CROSS', avgDealPrice: '59850' };
      expect(triggered).toMatchObject(extras);
    });

    it('show the traded size of a closing order', async () => {
      const { size, ...placement } = { ...base, isCloseOrder: true, type: 'market' as const };
      exchange.futures.orders.push(sampleFuturesOrder({ placement, dealSize: '7' }));
      const [order] = rows(wrappedData(await get('/api/v1/orders?status=active')));
      expect(order).toMatchObject({ size: 7, closeOrder: true });
      expect(size).toBe('10');
    });

    it('average an inverse trade over its value in the base currency', async () => {
      const placement = { ...base, symbol: 'XBTUSDM' };
      exchange.futures.orders.push(sampleFuturesOrder({ placement, dealSize: '600', dealValue: '0.01' }));
      const [order] = rows(wrappedData(await get('/api/v1/orders?status=active')));
      expect(member(order, 'avgDealPrice')).toBe(dialect === 'live' ? '60000' : undefined);
    });

    it('separate open orders, past orders, stops and recent past orders', async () => {
      const done = { status: 'done' } as const;
      exchange.futures.orders.push(
        sampleFuturesOrder({ id: 'active' }),
        sampleFuturesOrder({ id: 'stop', stopTriggered: false }),
        sampleFuturesOrder({ ...done, id: 'new', endedAtMs: startMs - dayMs + 1 }),
        sampleFuturesOrder({ ...done, id: 'triggered', endedAtMs: startMs, stopTriggered: true }),
        sampleFuturesOrder({ ...done, id: 'old', endedAtMs: startMs - dayMs }),
        sampleFuturesOrder({ ...done, id: 'other', endedAtMs: startMs, placement: { ...base, symbol: 'XBTUSDM' } }),
      );
      expect(await ids('/api/v1/orders?status=active')).toEqual(['active']);
      expect(await ids('/api/v1/orders')).toEqual(['new', 'triggered', 'old', 'other']);
      expect(await ids('/api/v1/orders?type=limit_stop')).toEqual(['triggered']);
      expect(await ids('/api/v1/orders?type=market')).toEqual([]);
      expect(await ids('/api/v1/orders?symbol=XBTUSDM')).toEqual(['other']);
      expect(await ids('/api/v1/stopOrders')).toEqual(['stop']);
      expect(await ids('/api/v1/stopOrders?side=sell')).toEqual([]);
      expect(await ids('/api/v1/recentDoneOrders')).toEqual(['new', 'triggered', 'other']);
      expect(await ids('/api/v1/recentDoneOrders?symbol=XBTUSDTM')).toEqual(['new', 'triggered']);
    });

    it('return one-cancels-other orders by name only', async () => {
      const done = { status: 'done', endedAtMs: startMs, stopTriggered: true } as const;
      exchange.futures.orders.push(sampleFuturesOrder({ ...done, placement: { ...base, type: 'market' } }));
      expect(await ids('/api/v1/orders?type=market_stop')).toHaveLength(1);
      for (const type of ['oco_limit', 'oco_stop']) expect(await ids(`/api/v1/orders?type=${type}`)).toEqual([]);
    });

    it('return at most the 1000 newest of the recent past orders', async () => {
      const order = sampleFuturesOrder({ status: 'done', endedAtMs: startMs });
      for (let number = 0; number < 1001; number += 1) exchange.futures.orders.push({ ...order, id: `o${number}` });
      const recent = await ids('/api/v1/recentDoneOrders');
      expect(recent).toHaveLength(1000);
      expect(recent[0]).toBe('o0');
    });

    it('page by 50 up to 1000', async () => {
      const stop = sampleFuturesOrder({ stopTriggered: false });
      for (let number = 0; number < 51; number += 1) exchange.futures.orders.push({ ...stop, id: `s${number}` });
      expect(await ids('/api/v1/stopOrders')).toHaveLength(50);
      expect(await ids('/api/v1/stopOrders?currentPage=2')).toEqual(['s50']);
      expect(await ids('/api/v1/stopOrders?pageSize=1000')).toHaveLength(51);
      const reply = await get('/api/v1/stopOrders?pageSize=1001');
      expect(reply.status).toBe(400);
      expect(reply.json).toEqual({ code: '300000', msg: 'pageSize must be a whole number from 1 to 1000' });
    });

    it.each([
      ['/api/v1/stopOrders?type=limit_stop', 'type must be one of limit, market'],
      ['/api/v1/orders?status=all', 'status must be one of active, done'],
      ['/api/v1/orders?side=long', 'side must be one of buy, sell'],
      ['/api/v1/orders?startAt=x', 'startAt must be a whole number from 0 to 253402300799999'],
    ])('reject %s', async (target, msg) => {
      expect((await get(target)).json).toEqual({ code: '300000', msg });
    });
  });

  it('reads one order by either id', async () => {
    exchange.futures.orders.push(sampleFuturesOrder());
    for (const path of ['230181737576050688', 'byClientOid?clientOid=futures-1']) {
      const record = wrappedData(await get(`/api/v1/orders/${path}`));
      expect(misfits(record, shapes.futuresOrder)).toEqual([]);
    }
    const unknown = { code: '100001', msg: 'error.getOrder.orderNotExist' };
    expect((await get('/api/v1/orders/nope1')).json).toEqual(unknown);
    expect((await get('/api/v1/orders/byClientOid?clientOid=nope')).json).toEqual(unknown);
    expect((await get('/api/v1/orders/byClientOid')).json).toEqual({ code: '300000', msg: 'clientOid is required' });
  });

  describe('POST /api/v1/orders', () => {
    const order = { clientOid: 'c1', symbol: 'XBTUSDTM', side: 'buy', leverage: 3, price: '60000', size: 10 } as const;

    it('passes every parameter to the engine', async () => {
      const body = {
        ...order,
        type: 'limit',
        timeInForce: 'IOC',
        postOnly: false,
        hidden: true,
        iceberg: true,
        visibleSize: 1,
        stp: 'CO',
        reduceOnly: true,
        forceHold: false,
        closeOrder: false,
        marginMode: 'ISOLATED',
        stop: 'up',
        stopPrice: '61000',
        stopPriceType: 'IP',
        remark: 'r',
      };
      expect(wrappedData(await post(body))).toEqual({ orderId: 'futures-1', clientOid: 'c1' });
      expect(exchange.futures.placements).toEqual([
        {
          clientOid: 'c1',
          symbol: 'XBTUSDTM',
          side: 'buy',
          type: 'limit',
          leverage: '3',
          price: '60000',
          size: '10',
          timeInForce: 'IOC',
          isPostOnly: false,
          isHidden: true,
          isIceberg: true,
          visibleSize: '1',
          selfTradePrevention: 'CO',
          isReduceOnly: true,
          isForceHold: false,
          isCloseOrder: false,
          marginMode: 'ISOLATED',
          stop: 'up',
          stopPrice: '61000',
          stopPriceType: 'IP',
          remark: 'r',
        },
      ]);
    });

    it('places a limit order by default, and leaves the margin mode to the engine', async () => {
      expect((await post({ ...order, leverage: '2.5' })).json).toMatchObject({ code: '200000' });
      expect(exchange.futures.placements[0]).toMatchObject({ type: 'limit', leverage: '2.5' });
      expect(exchange.futures.placements[0]).not.toHaveProperty('marginMode');
    });

    it.each([
      ['1', 'sell'],
      ['-1', 'buy'],
    ] as const)('closes a position of %s by a %s', async (currentQty, side) => {
      exchange.futures.positions.push(samplePosition({ currentQty }));
      const body = { clientOid: 'c1', symbol: 'XBTUSDTM', type: 'market', closeOrder: true };
      expect((await post(body)).json).toMatchObject({ code: '200000' });
      expect((await post({ ...body, side: 'sell' })).json).toMatchObject({ code: '200000' });
      expect(exchange.futures.placements[1]).toMatchObject({ side });
      expect(exchange.futures.placements[0]).toMatchObject({ side, isCloseOrder: true, type: 'market' });
    });

    it('has nothing to close without a position', async () => {
      const body = { clientOid: 'c1', symbol: 'XBTUSDTM', type: 'market', closeOrder: true };
      expect((await post(body)).json).toEqual({ code: '300009', msg: 'No open positions to close.' });
    });

    it.each([
      [{ clientOid: undefined }, 'clientOid is required'],
      [{ symbol: undefined }, 'symbol is required'],
      [{ side: undefined }, 'side is required'],
      [{ leverage: undefined }, 'leverage is required'],
      [{ size: undefined }, 'size is required'],
      [{ price: undefined }, 'price is required'],
      [{ size: -1 }, 'size must be a positive number'],
      [{ stop: 'up' }, 'stopPrice is required'],
      [{ stop: 'up', stopPrice: '1' }, 'stopPriceType is required'],
      [{ stopPrice: '1', stopPriceType: 'TP' }, 'stop is required'],
      [{ iceberg: true }, 'visibleSize is required'],
      [{ timeInForce: 'FOK' }, 'timeInForce must be one of GTC, IOC'],
      [{ stp: 'DC' }, 'stp must be one of CN, CO, CB'],
      [{ marginMode: 'BOTH' }, 'marginMode must be one of ISOLATED, CROSS'],
      [{ stopPriceType: 'LP' }, 'stopPriceType must be one of TP, MP, IP'],
    ])('rejects %j', async (change, msg) => {
      const reply = await post({ ...order, ...change });
      expect(reply.status).toBe(200);
      expect(reply.json).toEqual({ code: '100001', msg });
      expect(exchange.futures.placements).toEqual([]);
    });

    it('needs no leverage to reduce', async () => {
      expect((await post({ ...order, leverage: undefined, reduceOnly: true })).json).toMatchObject({ code: '200000' });
    });

    it.each([
      ['balance', '300003', 'engine words'],
      ['symbol-unknown', '100003', 'engine words'],
      ['price-increment', '100001', 'engine words'],
      ['price-too-high', '300011', 'engine words'],
      ['price-too-low', '300012', 'engine words'],
      ['client-oid-repeated', '300018', 'engine words'],
      ['leverage', '300016', 'engine words'],
      ['risk-limit', '300005', 'engine words'],
      ['too-many-stops', '300004', 'engine words'],
      ['no-counterparty', '300008', 'engine words'],
      ['no-position', '300009', 'No open positions to close.'],
    ] as [RejectionReason, string, string][])('maps %s to %s', async (reason, code, msg) => {
      exchange.futures.rejections.push(refuse(reason, 'engine words'));
      expect((await post(order)).json).toEqual({ code, msg });
    });
  });

  it('cancels by either id, stop orders as well, and only once', async () => {
    exchange.futures.orders.push(sampleFuturesOrder({ stopTriggered: false }));
    exchange.futures.orders.push(sampleFuturesOrder({ id: '2', placement: { ...base, clientOid: 'c2' } }));
    const gone = { code: '100004', msg: 'The order cannot be canceled.' };
    expect(wrappedData(await cancel('/api/v1/orders/230181737576050688'))).toEqual({
      cancelledOrderIds: ['230181737576050688'],
    });
    expect((await cancel('/api/v1/orders/230181737576050688')).json).toEqual(gone);
    const byOid = '/api/v1/orders/client-order/c2';
    expect((await cancel(byOid)).json).toEqual({ code: '100001', msg: 'symbol is required' });
    expect((await cancel(`${byOid}?symbol=XBTUSDM`)).json).toEqual(gone);
    expect(wrappedData(await cancel(`${byOid}?symbol=XBTUSDTM`))).toEqual({ clientOid: 'c2' });
    expect((await cancel(`${byOid}?symbol=XBTUSDTM`)).json).toEqual(gone);
    expect((await cancel('/api/v1/orders/client-order/c9?symbol=XBTUSDTM')).json).toEqual(gone);
  });
});
