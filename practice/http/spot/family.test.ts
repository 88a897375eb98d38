import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MasterExchange, openMasterExchange } from '../testing/master-exchange.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';

const order = { clientOid: 'c1', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '50000', size: '0.5' };
const deal = { ...order, clientOid: 'c2', price: '50100', size: '0.01' };
const unknown = { code: '400100', msg: 'order_not_exist_or_not_allow_to_cancel' };

const families = {
  classic: {
    place: '/api/v1/orders',
    active: '/api/v1/orders?status=active',
    done: '/api/v1/orders?status=done',
    fills: '/api/v1/fills',
    one: (id: string) => `/api/v1/orders/${id}`,
    mark: '/api/v1/order/client-order/c1',
    cancelAll: '/api/v1/orders',
  },
  hf: {
    place: '/api/v1/hf/orders',
    active: '/api/v1/hf/orders/active?symbol=BTC-USDT',
    done: '/api/v1/hf/orders/done?symbol=BTC-USDT',
    fills: '/api/v1/hf/fills?symbol=BTC-USDT',
    one: (id: string) => `/api/v1/hf/orders/${id}?symbol=BTC-USDT`,
    mark: '/api/v1/hf/orders/client-order/c1?symbol=BTC-USDT',
    cancelAll: '/api/v1/hf/orders/cancelAll',
  },
} as const;

describe.each([
  ['hf', 'classic', 'document'],
  ['hf', 'classic', 'live'],
  ['classic', 'hf', 'document'],
  ['classic', 'hf', 'live'],
] as const)('an account of the family %s, endpoints of %s beside it, dialect %s', (own, other, dialect) => {
  let exchange: MasterExchange;
  beforeEach(async () => {
    exchange = await openMasterExchange(dialect);
    const owner = exchange.directory.otherMasters?.find(({ spotFamily }) => spotFamily === own)?.accountId ?? '';
    for (const [currency, amount] of [
      ['BTC', '10'],
      ['USDT', '1000000'],
    ] as const)
      exchange.ledger.deposit({ accountId: owner, wallet: 'trade', currency, amount });
    exchange.other('sell', '50100');
  });
  afterEach(() => exchange.close());

  const call = (target: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', body?: object) =>
    exchange.call({ target, method, body, as: own });
  const list = async (target: string) => {
    const { json } = await call(target);
    const data: unknown = json !== null && typeof json === 'object' && 'data' in json ? json.data : json;
    return rows(Array.isArray(data) ? data : (member(data, 'items') ?? []));
  };
  const place = async (body: object) =>
    String(member(wrappedData(await call(families[own].place, 'POST', body)), 'orderId'));

  it('lists its orders and fills in its family only', async () => {
    const id = await place(order);
    const filled = await place(deal);
    expect((await list(families[own].active)).map(row => member(row, 'id'))).toEqual([id]);
    expect((await list(families[own].done)).map(row => member(row, 'id'))).toEqual([filled]);
    expect(await list(families[own].fills)).toHaveLength(1);
    for (const name of ['active', 'done', 'fills'] as const) expect(await list(families[other][name])).toEqual([]);
    expect(await list('/api/v1/limit/fills')).toHaveLength(own === 'classic' ? 1 : 0);
    expect(await list('/api/v1/limit/orders')).toHaveLength(own === 'classic' ? 2 : 0);
    expect(wrappedData(await call('/api/v1/hf/orders/active/symbols'))).toEqual({
      symbols: own === 'hf' ? ['BTC-USDT'] : [],
    });
    expect(wrappedData(await call(families[other].fills))).toMatchObject({ items: [] });
    if (own === 'hf') expect((await call(families.classic.active)).text).toContain('"items":null');
  });

  it('has no order by id and no cancel at the endpoints of the other family', async () => {
    const id = await place(order);
    for (const target of [families[other].one(id), families[other].mark]) {
      expect((await call(target)).json).toMatchObject({ code: '400100' });
      expect((await call(target, 'DELETE')).json).toEqual(unknown);
    }
    await call(families[other].cancelAll, 'DELETE');
    expect(await list(families[own].active)).toHaveLength(1);
    await call(families[own].cancelAll, 'DELETE');
    expect(await list(families[own].active)).toEqual([]);
  });

  it('has no money for an order at the endpoints of the other family', async () => {
    const refused = { code: '200004', msg: 'Balance insufficient!' };
    expect((await call(families[other].place, 'POST', order)).json).toEqual(refused);
    expect((await call(families[other].place, 'POST', { ...order, symbol: 'NO-PAIR' })).json).toMatchObject({
      code: '900001',
    });
    expect(await list(families[own].active)).toEqual([]);
  });

  it('states its kind, and has a high-frequency ledger and wallet accordingly', async () => {
    await place(deal);
    expect(wrappedData(await call('/api/v1/hf/accounts/opened'))).toBe(own === 'hf');
    expect(rows(wrappedData(await call('/api/v1/hf/accounts/ledgers'))).length > 0).toBe(own === 'hf');
    expect(rows(wrappedData(await call('/api/v1/accounts?type=trade_hf'))).length > 0).toBe(own === 'hf');
    expect(wrappedData(await call('/api/v1/user/api-key'))).toMatchObject({ isMaster: true });
  });

  it('keeps its orders when the timed cancel of the other family expires', async () => {
    await place(order);
    await call('/api/v1/hf/orders/dead-cancel-all', 'POST', { timeout: 5 });
    exchange.clock.advanceTo(exchange.clock.nowMs() + 6_000);
    exchange.spot.expire(exchange.clock.nowMs());
    expect(await list(families[own].active)).toHaveLength(own === 'hf' ? 0 : 1);
  });
});
