import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountShapes } from '../testing/account-shapes.ts';
import { type FakeExchange, openFakeExchange } from '../testing/fake-exchange.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { misfits } from '../testing/wire-shapes.ts';

describe.each(['document', 'live'] as const)('start-up requests, dialect %s', dialect => {
  let exchange: FakeExchange;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const get = (target: string, as: 'viewer' | 'sub' = 'viewer') => exchange.call({ target, as });

  it('state whether the account trades by the high-frequency endpoints', async () => {
    const reply = await get('/api/v1/hf/accounts/opened');
    expect(reply.text).toBe('{"code":"200000","data":true}');
    expect(reply.headers.get('gw-ratelimit-remaining')).toBe('3970');
  });

  it('state the number of sub-accounts', async () => {
    const info = wrappedData(await get('/api/v2/user-info'));
    expect(misfits(info, accountShapes.userInfo)).toEqual([]);
    expect(info).toMatchObject({ level: 0, subQuantity: 12, marginSubQuantity: 11, futuresSubQuantity: 12 });
    expect(wrappedData(await get('/api/v2/user-info', 'sub'))).toMatchObject({ subQuantity: 0 });
  });

  it('describe an account of the classic kind', async () => {
    expect(wrappedData(await get('/api/ua/v1/account/mode'))).toEqual({ selfAccountMode: 'CLASSIC' });
  });

  it('return one balance by its id in the list', async () => {
    exchange.ledger.deposit({ accountId: 'master', wallet: 'main', currency: 'BTC', amount: '2' });
    exchange.ledger.deposit({ accountId: 'master', wallet: 'trade', currency: 'BTC', amount: '3' });
    exchange.ledger.hold({ accountId: 'master', wallet: 'trade', currency: 'BTC', amount: '1' });
    const [, trade] = rows(wrappedData(await get('/api/v1/accounts')));
    const target = `/api/v1/accounts/${String(member(trade, 'id'))}`;
    expect(wrappedData(await get(target))).toEqual({ currency: 'BTC', balance: '3', available: '2', holds: '1' });
    expect((await get(target, 'sub')).json).toEqual({ code: '400100', msg: 'account not exists' });
  });

  it('return the fees of the account on a pair', async () => {
    expect(wrappedData(await get('/api/v1/trade-fees?symbols=ETH-USDT,BTC-USDT'))).toEqual([
      { symbol: 'ETH-USDT', takerFeeRate: '0.0015', makerFeeRate: '0.001' },
      { symbol: 'BTC-USDT', takerFeeRate: '0.0015', makerFeeRate: '0.001' },
    ]);
    expect((await get('/api/v1/trade-fees')).json).toEqual({ code: '400100', msg: 'symbols is required' });
    expect((await get('/api/v1/trade-fees?symbols=BTC-USDT,NO-NE')).json).toMatchObject({ code: '900001' });
    const eleven = Array.from({ length: 11 }, () => 'BTC-USDT').join();
    expect((await get(`/api/v1/trade-fees?symbols=${eleven}`)).json).toEqual({
      code: '400100',
      msg: 'symbols must name at most 10 pairs',
    });
  });

  it.each([
    ['spot', 'GET', '/api/v1/hf/orders/whatever?symbol=BTC-USDT'],
    ['spot', 'DELETE', '/api/v1/hf/orders/everything?symbol=BTC-USDT'],
    ['spot', 'GET', '/api/v1/stop-order/history'],
    ['spot', 'DELETE', '/api/v1/withdrawals/all'],
    ['spot', 'GET', '/api/v1/accounts/inner-transfer'],
    ['futures', 'DELETE', '/api/v1/orders/everything'],
  ] as const)('reject what is not served: %s %s %s', async (venue, method, target) => {
    const reply = await exchange.call({ venue, method, target });
    expect([reply.status, reply.json]).toEqual([404, { code: '404000', msg: 'Url Not Found' }]);
  });
});
