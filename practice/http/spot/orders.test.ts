import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RejectionReason, refuse } from '#practice/kernel/kernel.ts';
import { type FakeExchange, openFakeExchange, startMs } from '../testing/fake-exchange.ts';
import { sampleOrder } from '#practice/spot/testing/fake-spot.ts';
import type { TestReply } from '../testing/fake-exchange.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { documentShapes, liveShapes, misfits, sharedShapes } from '../testing/wire-shapes.ts';

const dayMs = 86_400_000;
const at = (id: string, createdAtMs: number) =>
  sampleOrder({ isActive: false, id, createdAtMs, endedAtMs: createdAtMs });
const limitOrder = { symbol: 'BTC-USDT', type: 'limit', side: 'buy', price: '50000', size: '0.001' } as const;

const order = (number: number, change = {}) => ({ ...limitOrder, clientOid: `b${number}`, ...change });

describe.each(['document', 'live'] as const)('spot orders, dialect %s', dialect => {
  let exchange: FakeExchange;
  const shapes = dialect === 'document' ? documentShapes : liveShapes;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const bare = (reply: TestReply): unknown => (dialect === 'document' ? reply.json : wrappedData(reply));
  const batch = (reply: TestReply): unknown => {
    if (dialect === 'live') return wrappedData(reply);
    expect(reply.json).toMatchObject({ success: true, code: '200', msg: 'success', retry: false });
    return member(reply.json, 'data');
  };
  const post = (target: string, body: unknown) => exchange.call({ method: 'POST', target, body });

  describe('GET /api/v1/orders', () => {
    const target = '/api/v1/orders';
    const ids = async (query: string) =>
      rows(bare(await exchange.call({ target: target + query }))).map(row => member(row, 'id'));
    const done = { isActive: false } as const;

    it('writes each record as the dialect does', async () => {
      const full = sampleOrder({
        id: 'full',
        placement: {
          symbol: 'BTC-USDT',
          side: 'sell',
          type: 'market',
          funds: '25',
          clientOid: 'c1',
          remark: 'r',
          tags: 't',
          selfTradePrevention: 'CB',
          timeInForce: 'IOC',
          isPostOnly: true,
          isHidden: true,
          isIceberg: true,
          visibleSize: '0.1',
          cancelAfterS: 60,
        },
        origin: { stopOrderId: 'vs1', stop: 'entry', stopPrice: '51000' },
      });
      exchange.spot.orders.push(sampleOrder({ id: 'plain' }), full);
      const page = bare(await exchange.call({ target: `${target}?status=active` }));
      expect(misfits(page, sharedShapes.page)).toEqual([]);
      expect(page).toMatchObject({ currentPage: 1, pageSize: 50, totalNum: 2, totalPage: 1 });
      const [first, second] = rows(page);
      expect(misfits(first, shapes.spotOrder)).toEqual([]);
      expect(misfits(second, shapes.spotOrder)).toEqual([]);
      const unset = dialect === 'document' ? '' : null;
      expect(first).toMatchObject({ stp: '', stop: '', stopPrice: '0', funds: '0', visibleSize: '0', cancelAfter: 0 });
      expect(first).toMatchObject({ remark: unset, tags: unset, stopTriggered: false, type: 'limit', isActive: true });
      expect(second).toMatchObject({ type: 'market_stop', stop: 'entry', stopPrice: '51000', stopTriggered: true });
      expect(second).toMatchObject({ price: '0', size: '0', funds: '25', stp: 'CB', timeInForce: 'IOC', remark: 'r' });
    });

    it('lists past orders by default, of the last seven days', async () => {
      exchange.spot.orders.push(
        sampleOrder({ id: 'active' }),
        sampleOrder({ ...done, id: 'new', createdAtMs: startMs - 1, endedAtMs: startMs - 1 }),
        sampleOrder({ ...done, id: 'edge', createdAtMs: startMs - 7 * dayMs, endedAtMs: startMs }),
        sampleOrder({ ...done, id: 'old', createdAtMs: startMs - 7 * dayMs - 1, endedAtMs: startMs }),
      );
      expect(await ids('')).toEqual(['new', 'edge']);
      expect(await ids('?status=active')).toEqual(['active']);
    });

    it('derives one end of the window from the other', async () => {
      const end = startMs - 10 * dayMs;
      exchange.spot.orders.push(at('a', end), at('b', end - 7 * dayMs), at('c', end - 7 * dayMs - 1), at('d', end + 1));
      expect(await ids(`?endAt=${end}`)).toEqual(['a', 'b']);
      expect(await ids(`?startAt=${end}`)).toEqual(['a', 'd']);
      expect(await ids(`?startAt=${end - 7 * dayMs}&endAt=${end}`)).toEqual(['a', 'b']);
    });

    it('rejects past windows that are wider than 7*24 hours or reversed, but no open ones', async () => {
      const wide = `?startAt=${startMs - 7 * dayMs - 1}&endAt=${startMs}`;
      expect((await exchange.call({ target: target + wide })).json).toEqual({
        code: '400100',
        msg: 'startAt and endAt must not be more than 7*24 hours apart for done orders',
      });
      expect((await exchange.call({ target: `${target}?startAt=2&endAt=1` })).json).toMatchObject({ code: '400100' });
      expect(await ids(`${wide}&status=active`)).toEqual([]);
    });

    it('drops cancelled orders after a month and filled ones after six', async () => {
      const aged = (id: string, ageDays: number, cancelExist: boolean) => {
        const createdAtMs = startMs - ageDays * dayMs;
        return sampleOrder({ ...done, id, cancelExist, createdAtMs, updatedAtMs: createdAtMs, endedAtMs: createdAtMs });
      };
      exchange.spot.orders.push(
        aged('c30', 30, true),
        aged('c31', 31, true),
        aged('f31', 31, false),
        aged('f180', 180, false),
        aged('f181', 181, false),
      );
      expect(await ids(`?startAt=${startMs - 32 * dayMs}`)).toEqual(['c30', 'f31']);
      expect(await ids(`?startAt=${startMs - 182 * dayMs}`)).toEqual(['f180']);
    });

    it('filters and pages', async () => {
      const symbols = ['BTC-USDT', 'ETH-USDT'];
      for (let number = 0; number < 24; number += 1) {
        const placement = { ...sampleOrder().placement, symbol: symbols[number % 2] ?? '' };
        exchange.spot.orders.push(sampleOrder({ id: `o${number}`, placement }));
      }
      expect(await ids('?status=active&symbol=ETH-USDT&pageSize=10&currentPage=2')).toEqual(['o21', 'o23']);
      expect(await ids('?status=active&pageSize=10&currentPage=9')).toEqual([]);
      expect(await ids('?status=active&side=sell')).toEqual([]);
      expect(await ids('?status=active&tradeType=MARGIN_TRADE')).toEqual([]);
      expect(bare(await exchange.call({ target: `${target}?status=active&pageSize=10` }))).toMatchObject({
        totalNum: 24,
        totalPage: 3,
      });
    });

    it.each([
      ['status=open', 'status must be one of active, done'],
      ['side=hold', 'side must be one of buy, sell'],
      ['type=stop', 'type must be one of limit, market, limit_stop, market_stop'],
      ['tradeType=SPOT', 'tradeType must be one of TRADE, MARGIN_TRADE, MARGIN_ISOLATED_TRADE'],
      ['startAt=yesterday', 'startAt must be a whole number from 0 to 253402300799999'],
      ['currentPage=0', 'currentPage must be a whole number from 1 to 1000000'],
    ])('rejects ?%s', async (query, msg) => {
      expect((await exchange.call({ target: `${target}?${query}` })).json).toEqual({ code: '400100', msg });
    });

    it('limits the page size as the dialect does', async () => {
      const minimum = dialect === 'document' ? 1 : 10;
      const msg = `pageSize must be a whole number from ${minimum} to 500`;
      expect((await exchange.call({ target: `${target}?pageSize=501` })).json).toEqual({ code: '400100', msg });
      expect((await exchange.call({ target: `${target}?pageSize=${minimum - 1}` })).json).toEqual({
        code: '400100',
        msg,
      });
      expect((await exchange.call({ target: `${target}?pageSize=${minimum}` })).json).not.toHaveProperty('msg');
    });

    it('omits the orders of other accounts', async () => {
      exchange.spot.orders.push(sampleOrder());
      const page = bare(await exchange.call({ target: `${target}?status=active`, as: 'sub' }));
      expect(page).toMatchObject({ totalNum: 0, totalPage: 0, items: [] });
    });
  });

  describe('GET /api/v1/limit/fills', () => {
    it('shows the 1000 newest of 24 hours', async () => {
      const fill = {
        accountId: 'master',
        symbol: 'BTC-USDT',
        orderId: 'o',
        counterOrderId: 'c',
        side: 'buy',
        type: 'limit',
        tradeType: 'TRADE',
        price: '96999.6',
        size: '0.00001',
        funds: '0.969996',
        fee: '0.000969996',
        feeRate: '0.001',
        feeCurrency: 'USDT',
        liquidity: 'taker',
        isForceTaker: false,
        stop: '',
        createdAtMs: startMs,
        createdAtNs: 0n,
      } as const;
      for (let number = 0; number < 1005; number += 1) {
        exchange.spot.fills.push({ ...fill, tradeId: 11_040_911_994_273_793n - BigInt(number) });
      }
      const fills = rows(wrappedData(await exchange.call({ target: '/api/v1/limit/fills' })));
      expect(fills).toHaveLength(1000);
      expect(misfits(fills[0], shapes.fill)).toEqual([]);
      expect(fills[0]).toMatchObject({ tradeId: '11040911994273793', forceTaker: false, createdAt: startMs });
      exchange.spot.fills.splice(0, 1005, { ...fill, tradeId: 1n, createdAtMs: startMs - dayMs - 1 });
      expect(wrappedData(await exchange.call({ target: '/api/v1/limit/fills' }))).toEqual([]);
    });
  });

  describe('POST /api/v1/hf/orders', () => {
    const target = '/api/v1/hf/orders';

    it('passes every parameter to the engine', async () => {
      const body = {
        ...limitOrder,
        clientOid: 'c1',
        timeInForce: 'GTT',
        cancelAfter: 60,
        stp: 'DC',
        postOnly: true,
        hidden: false,
        iceberg: true,
        visibleSize: '0.0001',
        tags: 'mine',
        remark: 'first',
        clientTimestamp: startMs - 100,
        allowMaxTimeWindow: 100,
      };
      expect(wrappedData(await post(target, body))).toEqual({ orderId: 'order-1', clientOid: 'c1' });
      expect(exchange.spot.placements).toEqual([
        {
          symbol: 'BTC-USDT',
          type: 'limit',
          side: 'buy',
          price: '50000',
          size: '0.001',
          clientOid: 'c1',
          timeInForce: 'GTT',
          cancelAfterS: 60,
          selfTradePrevention: 'DC',
          isPostOnly: true,
          isHidden: false,
          isIceberg: true,
          visibleSize: '0.0001',
          tags: 'mine',
          remark: 'first',
          channel: 'API',
        },
      ]);
    });

    it('accepts a market order by funds, and -1 for "never cancel"', async () => {
      const body = { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '25', price: '1', cancelAfter: -1 };
      expect(wrappedData(await post(target, body))).toEqual({ orderId: 'order-1', clientOid: '' });
      expect(exchange.spot.placements).toEqual([
        { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '25', channel: 'API' },
      ]);
    });

    it.each([
      [{ symbol: undefined }, 'symbol is required'],
      [{ side: undefined }, 'side is required'],
      [{ type: 'stop' }, 'type must be one of limit, market'],
      [{ price: undefined }, 'price is required for a limit order'],
      [{ size: undefined }, 'size is required for a limit order'],
      [{ size: undefined, funds: '5' }, 'size is required for a limit order'],
      [{ type: 'market', size: undefined }, 'size is required for a market order'],
      [{ price: 50_000 }, 'price must be a positive decimal string'],
      [{ size: '-1' }, 'size must be a positive decimal string'],
      [{ timeInForce: 'DAY' }, 'timeInForce must be one of GTC, GTT, IOC, FOK'],
      [{ stp: 'XX' }, 'stp must be one of CN, CO, CB, DC'],
      [{ cancelAfter: 10 }, 'cancelAfter requires timeInForce GTT'],
      [{ cancelAfter: 2_592_001 }, 'cancelAfter must be a whole number from -1 to 2592000'],
      [{ iceberg: true }, 'visibleSize is required for an iceberg order'],
      [{ postOnly: 'yes' }, 'postOnly must be true or false'],
      [{ tags: 'x'.repeat(21) }, 'tags must be at most 20 ASCII characters'],
      [{ remark: 'señor' }, 'remark must be at most 20 ASCII characters'],
      [{ clientOid: 'x'.repeat(41) }, 'clientOid must be text of 1 to 40 characters'],
      [
        { clientTimestamp: startMs - 101, allowMaxTimeWindow: 100 },
        'clientTimestamp is older than allowMaxTimeWindow allows',
      ],
    ])('rejects %j', async (change, msg) => {
      const reply = await post(target, { ...limitOrder, ...change });
      expect(reply.json).toEqual({ code: '400100', msg });
      expect(exchange.spot.placements).toEqual([]);
    });

    it.each([
      ['balance', '200004', 'Balance insufficient!'],
      ['symbol-unknown', '900001', 'symbol not exists'],
      ['funds-too-small', '400760', 'engine words'],
      ['client-oid-repeated', '102426', 'engine words'],
      ['size-increment', '600100', 'engine words'],
      ['price-too-high', '400370', 'engine words'],
      ['too-many-orders', '200003', 'engine words'],
    ] as [RejectionReason, string, string][])('maps %s to %s', async (reason, code, msg) => {
      exchange.spot.rejections.push(refuse(reason, 'engine words'));
      const reply = await post(target, limitOrder);
      expect(reply.status).toBe(200);
      expect(reply.json).toEqual({ code, msg });
    });
  });

  describe('one order', () => {
    const byId = '/api/v1/hf/orders/order-1';
    const byOid = '/api/v1/hf/orders/client-order/c1';
    beforeEach(() => post('/api/v1/hf/orders', { ...limitOrder, clientOid: 'c1' }));

    it.each([byId, byOid])('reads by GET %s', async path => {
      const record = wrappedData(await exchange.call({ target: `${path}?symbol=BTC-USDT` }));
      expect(misfits(record, sharedShapes.hfOrder)).toEqual([]);
      expect(record).toMatchObject({ id: 'order-1', clientOid: 'c1', active: true, funds: '50', remainFunds: '50' });
    });

    it.each([
      [byId, { orderId: 'order-1' }],
      [byOid, { clientOid: 'c1' }],
    ])('cancels by DELETE %s, once', async (path, data) => {
      const cancel = { method: 'DELETE', target: `${path}?symbol=BTC-USDT` } as const;
      expect(wrappedData(await exchange.call(cancel))).toEqual(data);
      expect((await exchange.call(cancel)).json).toEqual({
        code: '400100',
        msg: 'order_not_exist_or_not_allow_to_cancel',
      });
      expect(wrappedData(await exchange.call({ target: cancel.target }))).toMatchObject({
        active: false,
        cancelExist: true,
      });
    });

    it.each(['GET', 'DELETE'])('needs its own symbol and owner for %s', async method => {
      const unknown = {
        code: '400100',
        msg: method === 'GET' ? 'order_not_exist' : 'order_not_exist_or_not_allow_to_cancel',
      };
      expect((await exchange.call({ method, target: byId })).json).toEqual({
        code: '400100',
        msg: 'symbol is required',
      });
      expect((await exchange.call({ method, target: `${byOid}?symbol=ETH-USDT` })).json).toEqual(unknown);
      expect((await exchange.call({ method, target: `${byId}?symbol=BTC-USDT`, as: 'sub' })).json).toEqual(unknown);
    });

    it('never shows funds below zero', async () => {
      const placement = { symbol: 'BTC-USDT', side: 'sell', type: 'market', size: '1' } as const;
      exchange.spot.orders.push(
        sampleOrder({ id: 'sold1', placement, dealFunds: '60000', dealSize: '1', isActive: false }),
      );
      const record = wrappedData(await exchange.call({ target: '/api/v1/hf/orders/sold1?symbol=BTC-USDT' }));
      expect(record).toMatchObject({ funds: '0', remainFunds: '0', dealFunds: '60000' });
    });
  });

  describe('batches', () => {
    const list = (count: number) => ({ orderList: Array.from({ length: count }, (_, index) => order(index)) });

    it('place each order by itself, in request sequence', async () => {
      exchange.spot.rejections.push(refuse('funds-too-small', 'The order funds should more then 0.1 USDT.'));
      const reply = rows(batch(await post('/api/v1/hf/orders/multi', list(3))));
      expect(reply[0]).toEqual({ success: false, failMsg: 'The order funds should more then 0.1 USDT.' });
      expect(misfits(reply[1], shapes.batchRow)).toEqual([]);
      expect(reply.map(row => member(row, 'orderId'))).toEqual([undefined, 'order-2', 'order-3']);
      expect(exchange.spot.placements.map(placement => placement.clientOid)).toEqual(['b0', 'b1', 'b2']);
    });

    it('answer the synchronous one with the result of matching', async () => {
      exchange.spot.rejections.push(refuse('balance', 'Balance insufficient!'));
      const reply = rows(batch(await post('/api/v1/hf/orders/multi/sync', list(2))));
      expect(reply[0]).toEqual({ success: false, failMsg: 'Balance insufficient!' });
      expect(misfits(reply[1], shapes.syncBatchRow)).toEqual([]);
      expect(reply[1]).toMatchObject({ originSize: '0.001', dealSize: '0', status: 'open', orderTime: startMs });
    });

    it('reject an order that violates a rule between its fields, and place the others', async () => {
      const orderList = [order(0, { cancelAfter: 5 }), order(1)];
      const reply = rows(batch(await post('/api/v1/hf/orders/multi', { orderList })));
      expect(reply[0]).toEqual({ success: false, failMsg: 'cancelAfter requires timeInForce GTT' });
      expect(reply[1]).toMatchObject({ success: true });
    });

    it.each([
      ['multi', 5],
      ['multi/sync', 20],
    ])('%s accepts at most %i orders', async (path, limit) => {
      expect(rows(batch(await post(`/api/v1/hf/orders/${path}`, list(limit))))).toHaveLength(limit);
      const msg = `orderList must hold 1 to ${limit} orders`;
      expect((await post(`/api/v1/hf/orders/${path}`, list(limit + 1))).json).toEqual({ code: '400100', msg });
      expect((await post(`/api/v1/hf/orders/${path}`, list(0))).json).toEqual({ code: '400100', msg });
      expect(exchange.spot.placements).toHaveLength(limit);
    });

    it.each([
      [{}, 'orderList must hold 1 to 5 orders'],
      [{ orderList: [order(0), order(1, { symbol: 'ETH-USDT' })] }, 'orderList must hold orders of one symbol only'],
      [{ orderList: [order(0, { type: 'market' })] }, 'orderList.0.type must be one of limit'],
      [{ orderList: [order(0), order(1, { price: undefined })] }, 'orderList.1.price is required'],
      [{ orderList: [order(0, { remark: 'x'.repeat(21) })] }, 'orderList.0.remark must be at most 20 ASCII characters'],
    ])('place nothing of the malformed batch %j', async (body, msg) => {
      expect((await post('/api/v1/hf/orders/multi', body)).json).toEqual({ code: '400100', msg });
      expect(exchange.spot.placements).toEqual([]);
    });
  });
});
