import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MarginExchange, openMarginExchange } from '../testing/margin-exchange.ts';
import { keysOf, member, rows } from '../testing/unwrap.ts';

const below = {
  clientOid: 'below',
  symbol: 'BTC-USDT',
  side: 'sell',
  price: '47000',
  size: '0.01',
  stop: 'loss',
  stopPrice: '48000',
} as const;

describe.each(['document', 'live'] as const)('stop orders of margin, dialect %s', dialect => {
  let exchange: MarginExchange;
  beforeEach(async () => {
    exchange = await openMarginExchange(dialect);
    exchange.give(exchange.traderId, 'margin', { BTC: '1' });
    exchange.give(exchange.traderId, 'isolated:BTC-USDT', { BTC: '1' });
  });
  afterEach(() => exchange.server.close());

  const path = '/api/v3/hf/margin/stop-order';
  const place = (change = {}, as = 'trader') => exchange.call(`POST ${path}`, { body: { ...below, ...change }, as });
  const list = async (query = '') => rows(await exchange.call(`GET ${path}s${query}`));
  const idOf = async (change = {}) => String(member(await place(change), 'orderId'));

  it('use the older endpoints, cross by default', async () => {
    const placed = await place();
    expect(placed).toEqual({ orderId: expect.stringMatching(/^vs/), clientOid: 'below' });
    const isolated = await idOf({ clientOid: 'apart', isIsolated: true });
    const [row, ...more] = await list();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      id: member(placed, 'orderId'),
      tradeType: 'MARGIN_TRADE',
      status: 'NEW',
      stop: 'loss',
    });
    const [older] = rows(await exchange.call('GET /api/v1/stop-order?tradeType=MARGIN_TRADE'));
    expect(row).toEqual(older);
    const kept = await list('?tradeType=MARGIN_ISOLATED_TRADE');
    expect(kept.map(each => member(each, 'id'))).toEqual([isolated]);
    expect(await list('?side=buy')).toEqual([]);
    expect(await exchange.call(`GET ${path}s?tradeType=TRADE`)).toMatchObject({ code: '400100' });
  });

  it('read and cancel by either id', async () => {
    const [first, second] = [await idOf(), await idOf({ clientOid: 'other', isIsolated: true })];
    const found = await exchange.call(`GET ${path}/orderId?orderId=${first}`);
    expect(await exchange.call(`GET ${path}/clientOid?clientOid=below`)).toEqual([found]);
    expect(keysOf(found)).toContain('stopPrice');
    expect(await exchange.call(`DELETE ${path}/cancel-by-id?orderId=${first}`)).toEqual({ cancelledOrderIds: [first] });
    expect(await exchange.call(`DELETE ${path}/cancel-by-clientOid?clientOid=other`)).toEqual({
      cancelledOrderIds: [second],
    });
    const gone = { code: '126043' };
    expect(await exchange.call(`DELETE ${path}/cancel-by-id?orderId=${first}`)).toMatchObject(gone);
    expect(await exchange.call(`GET ${path}/orderId?orderId=${first}`)).toMatchObject(gone);
    expect(await exchange.call(`GET ${path}/clientOid?clientOid=none`)).toMatchObject(gone);
  });

  it('cancel together, those of one kind of account', async () => {
    const ids = [await idOf({ clientOid: 'a' }), await idOf({ clientOid: 'b' }), await idOf({ clientOid: 'c' })];
    const isolated = await idOf({ clientOid: 'd', isIsolated: true });
    const one = await exchange.call(`DELETE ${path}/cancel?orderIds=${ids[0]}`);
    expect(one).toEqual({ cancelledOrderIds: [ids[0]] });
    const rest = await exchange.call(`DELETE ${path}/cancel?symbol=BTC-USDT`);
    expect(rest).toEqual({ cancelledOrderIds: expect.arrayContaining(ids.slice(1)) });
    expect(await list()).toEqual([]);
    expect(await exchange.call(`DELETE ${path}/cancel?tradeType=MARGIN_ISOLATED_TRADE`)).toEqual({
      cancelledOrderIds: [isolated],
    });
  });

  it('repay from their proceeds when requested', async () => {
    const usdt = { currency: 'USDT', size: 100, timeInForce: 'FOK' };
    await exchange.call('POST /api/v3/margin/borrow', { body: usdt });
    await place({ type: 'market', price: undefined, stop: 'entry', stopPrice: '50000', autoRepay: true });
    exchange.tradeAt('50000');
    expect(await list()).toEqual([]);
    const [repaid] = rows(await exchange.call('GET /api/v3/margin/repay?currency=USDT'));
    expect(repaid).toMatchObject({ currency: 'USDT', principal: '100' });
  });

  it('do not affect the stop orders of spot', async () => {
    exchange.give(exchange.traderId, 'trade', { BTC: '1' });
    const spot = await exchange.call('POST /api/v1/stop-order', { body: { ...below, type: 'limit' } });
    const id = String(member(spot, 'orderId'));
    expect(await list()).toEqual([]);
    expect(await exchange.call(`DELETE ${path}/cancel-by-id?orderId=${id}`)).toMatchObject({ code: '126043' });
    expect(await exchange.call(`DELETE ${path}/cancel?orderIds=${id}`)).toEqual({ cancelledOrderIds: [] });
  });

  it.each([
    [{ clientOid: undefined }, 'clientOid is required'],
    [{ stopPrice: undefined }, 'stopPrice is required'],
    [{ price: undefined }, 'price is required for a limit order'],
    [{ autoBorrow: true }, 'autoBorrow is not for stop orders'],
  ])('stop orders of margin with %o fail', async (change, msg) => {
    expect(await place(change)).toEqual({ code: '400100', msg });
  });

  it('need the right Margin', async () => {
    expect(await place({}, 'viewer')).toMatchObject({ code: '400007' });
    expect(await exchange.call(`DELETE ${path}/cancel`, { as: 'viewer' })).toMatchObject({ code: '400007' });
    expect(rows(await exchange.call(`GET ${path}s`, { as: 'viewer' }))).toEqual([]);
  });
});
