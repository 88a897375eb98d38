import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MasterExchange, openMasterExchange } from '../../testing/master-exchange.ts';
import { member, rows, wrappedData } from '../../testing/unwrap.ts';
import { misfits, sharedShapes } from '../../testing/wire-shapes.ts';

/** the last price is 50000 */
const sell = {
  clientOid: 'o1',
  symbol: 'BTC-USDT',
  side: 'sell',
  price: '52000',
  size: '0.5',
  stopPrice: '48000',
  limitPrice: '47900',
};

describe.each(['document', 'live'] as const)('one-cancels-other orders, dialect %s', dialect => {
  let exchange: MasterExchange;
  const trade = (price: `${number}`): void => {
    exchange.other('sell', price, { size: '0.01' });
    exchange.other('buy', price, { size: '0.01' });
  };
  beforeEach(async () => {
    exchange = await openMasterExchange(dialect);
    trade('50000');
  });
  afterEach(() => exchange.close());

  const padded = (price: string) => (dialect === 'live' ? `${price}.00000000000000000000` : price);
  const get = async (path: string) => wrappedData(await exchange.call({ target: `/api/v3/oco/${path}` }));
  const send = (method: 'POST' | 'DELETE', path: string, body?: unknown) =>
    exchange.call({ method, target: `/api/v3/oco/${path}`, body });
  const place = async (change = {}) =>
    String(member(wrappedData(await send('POST', 'order', { ...sell, ...change })), 'orderId'));

  it('consist of two stop orders, found by either id, without a hold', async () => {
    const orderId = await place();
    const expected = { orderId, symbol: 'BTC-USDT', clientOid: 'o1', orderTime: exchange.clock.nowMs(), status: 'NEW' };
    expect(await get(`order/${orderId}`)).toEqual(expected);
    expect(await get('client-order/o1')).toEqual(expected);
    const details = await get(`order/details/${orderId}`);
    expect(rows(member(details, 'orders'))).toMatchObject([
      { side: 'sell', price: padded('52000'), stopPrice: padded('52000'), status: 'NEW' },
      { side: 'sell', price: padded('47900'), stopPrice: padded('48000'), status: 'NEW' },
    ]);
    expect(exchange.ledger.balance(exchange.master, 'trade', 'BTC').held).toBe('0');
  });

  it('lose the other leg when one triggers', async () => {
    const orderId = await place();
    exchange.other('buy', '47950', { size: '2' });
    trade('47990');
    expect(await get(`order/${orderId}`)).toMatchObject({ status: 'TRIGGERED' });
    const legs = rows(member(await get(`order/details/${orderId}`), 'orders'));
    expect(legs.map(leg => member(leg, 'status'))).toEqual(['CANCELLED', 'TRIGGERED']);
    expect(exchange.spot.orders(exchange.master, 'done', {})).toMatchObject([
      { dealSize: '0.5', placement: { price: '47900' } },
    ]);
    trade('47960');
    expect(exchange.spot.orders(exchange.master, 'done', {})).toHaveLength(1);
  });

  it('lose the other leg when one is cancelled', async () => {
    const orderId = await place();
    const [stop] = exchange.spot.stops(exchange.master, {});
    const target = `/api/v1/stop-order/${stop?.id}`;
    expect((await exchange.call({ method: 'DELETE', target })).status).toBe(200);
    expect(await get(`order/${orderId}`)).toMatchObject({ status: 'CANCELLED' });
    expect(exchange.spot.stops(exchange.master, {})).toEqual([]);
  });

  it('cancel by id, by clientOid and all together', async () => {
    const first = await place();
    const cancelled = wrappedData(await send('DELETE', `order/${first}`));
    expect(rows(member(cancelled, 'cancelledOrderIds'))).toHaveLength(2);
    expect((await send('DELETE', `order/${first}`)).json).toMatchObject({ code: '400100' });
    await place({ clientOid: 'o2' });
    expect(rows(member(wrappedData(await send('DELETE', 'client-order/o2')), 'cancelledOrderIds'))).toHaveLength(2);
    const third = await place({ clientOid: 'o3' });
    await place({ clientOid: 'o4' });
    const one = await send('DELETE', `orders?orderIds=${third}`);
    expect(rows(member(wrappedData(one), 'cancelledOrderIds'))).toHaveLength(2);
    expect(wrappedData(await send('DELETE', 'orders?symbol=ETH-USDT'))).toEqual({ cancelledOrderIds: [] });
    expect(rows(member(wrappedData(await send('DELETE', 'orders')), 'cancelledOrderIds'))).toHaveLength(2);
  });

  it('list by page, and their legs among the stop orders', async () => {
    const first = await place();
    exchange.clock.advanceTo(exchange.clock.nowMs() + 1000);
    const second = await place({ clientOid: 'o2' });
    const page = await get('orders');
    expect(misfits(page, sharedShapes.page)).toEqual([]);
    expect(rows(page).map(row => member(row, 'orderId'))).toEqual([second, first]);
    const count = async (query: string) => member(await get(`orders?${query}`), 'totalNum');
    expect(await count('symbol=ETH-USDT')).toBe(0);
    expect(await count(`orderIds=${first}`)).toBe(1);
    expect(await count(`startAt=${exchange.clock.nowMs()}`)).toBe(1);
    expect(await count(`endAt=${exchange.clock.nowMs() - 1}`)).toBe(1);
    const stops = async (query: string) => {
      const reply = await exchange.call({ target: `/api/v1/stop-order?${query}` });
      return member(dialect === 'live' ? wrappedData(reply) : reply.json, 'totalNum');
    };
    expect([await stops('stop=oco'), await stops('stop=stop'), await stops('')]).toEqual([4, 0, 4]);
  });

  it.each([
    [{ price: '49000' }, '400100', 'the last price 50000 must lie between price and stopPrice'],
    [{ side: 'buy' }, '400100', 'the last price 50000 must lie between price and stopPrice'],
    [{ limitPrice: undefined }, '400100', 'limitPrice is required'],
    [{ clientOid: undefined }, '400100', 'clientOid is required'],
    [{ limitPrice: '47900.05' }, '600100', 'price must be a multiple of 0.1'],
    [{ tradeType: 'MARGIN_TRADE' }, '400100', 'tradeType must be one of TRADE'],
    [{ symbol: 'NO-NE' }, '900001', 'symbol not exists'],
  ])('one-cancels-other orders with %o fail, and leave neither leg', async (change, code, msg) => {
    expect((await send('POST', 'order', { ...sell, ...change })).json).toEqual({ code, msg });
    expect(exchange.spot.stops(exchange.master, {})).toEqual([]);
  });

  it('accept a clientOid once', async () => {
    await place();
    expect((await send('POST', 'order', sell)).json).toMatchObject({ code: '102426' });
  });
});
