import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MasterExchange, openMasterExchange } from '../../testing/master-exchange.ts';
import { member, rows, wrappedData } from '../../testing/unwrap.ts';
import { documentShapes, liveShapes, misfits, sharedShapes } from '../../testing/wire-shapes.ts';

const dayMs = 86_400_000;
const base = { clientOid: 'a1', symbol: 'BTC-USDT', side: 'buy', price: '50000', size: '0.5' };
const deal = { ...base, price: '50100', size: '0.01' };

describe.each(['document', 'live'] as const)('the old endpoints, dialect %s', dialect => {
  let exchange: MasterExchange;
  const shapes = dialect === 'document' ? documentShapes : liveShapes;
  beforeEach(async () => {
    exchange = await openMasterExchange(dialect);
    exchange.other('sell', '50100');
    exchange.other('buy', '50100', { size: '0.1' });
  });
  afterEach(() => exchange.close());

  const get = async (path: string) => wrappedData(await exchange.call({ target: `/api/v1/${path}` }));
  const send = (method: 'POST' | 'DELETE', path: string, body?: unknown) =>
    exchange.call({ method, target: `/api/v1/${path}`, body });
  const place = async (order: object) => String(member(wrappedData(await send('POST', 'orders', order)), 'orderId'));

  it('place a limit order by default, and read it by either id', async () => {
    const id = await place(base);
    for (const path of [`orders/${id}`, 'order/client-order/a1']) {
      const order = await get(path);
      expect(misfits(order, shapes.spotOrder)).toEqual([]);
      expect(order).toMatchObject({ id, type: 'limit', isActive: true, clientOid: 'a1' });
    }
    const unknown = { code: '400100', msg: 'order_not_exist' };
    expect((await exchange.call({ target: '/api/v1/orders/none1' })).json).toEqual(unknown);
    expect((await exchange.call({ target: `/api/v1/orders/${id}`, as: 'sub-account' })).json).toEqual(unknown);
  });

  it.each([
    [{ ...base, clientOid: undefined }, 'clientOid is required'],
    [{ ...base, price: undefined }, 'price is required for a limit order'],
    [{ ...base, tradeType: 'MARGIN_TRADE' }, 'tradeType must be one of TRADE'],
    [{ ...base, remark: 'x'.repeat(101) }, 'remark must be text of 1 to 100 characters'],
  ])('reject %o, in a test as well', async (body, msg) => {
    expect((await send('POST', 'orders', body)).json).toEqual({ code: '400100', msg });
    expect((await send('POST', 'orders/test', body)).json).toEqual({ code: '400100', msg });
  });

  it('test an order without placing it', async () => {
    expect(wrappedData(await send('POST', 'orders/test', base))).toEqual({
      orderId: expect.stringMatching(/^[\da-f]{24}$/),
    });
    expect(exchange.spot.orders(exchange.master, 'active', {})).toEqual([]);
  });

  it('place several of one pair, each by itself', async () => {
    const row = { clientOid: 'a1', side: 'buy', price: '50000', size: '0.5' };
    const orderList = [row, { ...row, clientOid: 'a2', size: '500' }];
    const answer = wrappedData(await send('POST', 'orders/multi', { symbol: 'BTC-USDT', orderList }));
    const [placed, failed] = rows(member(answer, 'data'));
    expect(placed).toMatchObject({ status: 'success', failMsg: null, clientOid: 'a1', price: '50000' });
    expect(failed).toMatchObject({ status: 'fail', failMsg: 'Balance insufficient!', id: null, clientOid: 'a2' });
    const tooMany = { symbol: 'BTC-USDT', orderList: Array.from({ length: 6 }, () => orderList[0]) };
    expect((await send('POST', 'orders/multi', tooMany)).json).toEqual({
      code: '400100',
      msg: 'orderList must hold 1 to 5 orders',
    });
    expect((await send('POST', 'orders/multi', { orderList })).json).toMatchObject({ msg: 'symbol is required' });
  });

  it('cancel one by either id', async () => {
    const id = await place(base);
    expect(wrappedData(await send('DELETE', `orders/${id}`))).toEqual({ cancelledOrderIds: [id] });
    expect((await send('DELETE', `orders/${id}`)).json).toMatchObject({ code: '400100' });
    const second = await place({ ...base, clientOid: 'a2' });
    expect(wrappedData(await send('DELETE', 'order/client-order/a2'))).toEqual({
      cancelledOrderId: second,
      clientOid: 'a2',
      cancelledOcoOrderIds: null,
    });
  });

  it('cancel all that the query selects', async () => {
    const bitcoin = await place(base);
    const ether = await place({ ...base, clientOid: 'a2', symbol: 'ETH-USDT', price: '2000' });
    expect(wrappedData(await send('DELETE', 'orders?symbol=BTC-USDT'))).toEqual({ cancelledOrderIds: [bitcoin] });
    expect(wrappedData(await send('DELETE', 'orders?tradeType=MARGIN_TRADE'))).toEqual({ cancelledOrderIds: [] });
    expect(wrappedData(await send('DELETE', 'orders'))).toEqual({ cancelledOrderIds: [ether] });
    expect((await send('DELETE', 'orders?tradeType=x')).json).toMatchObject({ code: '400100' });
  });

  it('list the orders of a day, open and past together, newest first', async () => {
    const done = await place(deal);
    const active = await place({ ...base, clientOid: 'a2' });
    const list = rows(await get('limit/orders'));
    expect(list.map(row => member(row, 'id'))).toEqual([active, done]);
    exchange.clock.advanceTo(exchange.clock.nowMs() + dayMs + 1);
    expect(await get('limit/orders')).toEqual([]);
  });

  it('list fills by page, and filter by every parameter', async () => {
    const first = await place(deal);
    exchange.clock.advanceTo(exchange.clock.nowMs() + 1000);
    await place({ ...deal, clientOid: 'a2', type: 'market', price: undefined });
    const page = await get('fills');
    expect(misfits(page, sharedShapes.page)).toEqual([]);
    expect(page).toMatchObject({ totalNum: 2, pageSize: 50 });
    expect(misfits(rows(page)[0], shapes.fill)).toEqual([]);
    const count = async (query: string) => member(await get(`fills?${query}`), 'totalNum');
    expect(await count('symbol=ETH-USDT')).toBe(0);
    expect(await count('side=sell')).toBe(0);
    expect(await count('type=market')).toBe(1);
    expect(await count('type=limit_stop')).toBe(0);
    expect(await count('tradeType=MARGIN_TRADE')).toBe(0);
    expect(await count(`endAt=${exchange.clock.nowMs() - 1}`)).toBe(1);
    expect(await count(`startAt=${exchange.clock.nowMs()}`)).toBe(1);
    expect(await count(`orderId=${first}&side=sell`)).toBe(1);
    const wide = `startAt=${exchange.clock.nowMs() - 8 * dayMs}&endAt=${exchange.clock.nowMs()}`;
    expect((await exchange.call({ target: `/api/v1/fills?${wide}` })).json).toEqual({
      code: '400100',
      msg: 'startAt and endAt must not be more than 7*24 hours apart for fills',
    });
  });

  it('need the trading right for writing only', async () => {
    const as = 'viewer';
    expect((await exchange.call({ method: 'POST', target: '/api/v1/orders', body: base, as })).status).toBe(403);
    expect((await exchange.call({ method: 'DELETE', target: '/api/v1/orders', as })).status).toBe(403);
    expect((await exchange.call({ target: '/api/v1/fills', as })).status).toBe(200);
  });
});
