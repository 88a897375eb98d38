import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { type FakeExchange, openFakeExchange, subAccount } from '../testing/fake-exchange.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { documentShapes, liveShapes, misfits, sharedShapes } from '../testing/wire-shapes.ts';

describe.each(['document', 'live'] as const)('accounts, dialect %s', dialect => {
  let exchange: FakeExchange;
  const shapes = dialect === 'document' ? documentShapes : liveShapes;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const data = async (target: string, as: 'trader' | 'sub' = 'trader') =>
    wrappedData(await exchange.call({ target, as }));
  const put = (
    accountId: string,
    wallet: 'main' | 'trade' | 'isolated:BTC-USDT' | 'futures',
    currency: string,
    amount: Decimal,
  ) => exchange.ledger.deposit({ accountId, wallet, currency, amount });

  describe('balances', () => {
    beforeEach(() => {
      put('master', 'main', 'BTC', '1.5');
      put('master', 'trade', 'USDT', '1000');
      put('master', 'futures', 'XBT', '2');
      put('sub-1', 'main', 'BTC', '9');
      exchange.ledger.hold({ accountId: 'master', wallet: 'trade', currency: 'USDT', amount: '100' });
    });

    it('omit the futures wallet and other accounts', async () => {
      const balances = rows(await data('/api/v1/accounts'));
      expect(balances).toHaveLength(2);
      expect(misfits(balances[0], sharedShapes.account)).toEqual([]);
      const [, trade] = balances;
      expect(trade).toMatchObject({ currency: 'USDT', type: 'trade', balance: '1000', available: '900', holds: '100' });
      const ids = new Set(balances.map(row => member(row, 'id')));
      expect(ids.size).toBe(2);
      expect(await data('/api/v1/accounts')).toEqual(balances);
    });

    it('can be filtered', async () => {
      expect(rows(await data('/api/v1/accounts?type=main'))).toHaveLength(1);
      expect(rows(await data('/api/v1/accounts?currency=USDT&type=trade'))).toHaveLength(1);
      expect(rows(await data('/api/v1/accounts?currency=ETH'))).toHaveLength(0);
      expect((await exchange.call({ target: '/api/v1/accounts?type=futures' })).json).toEqual({
        code: '400100',
        msg: 'type must be one of main, trade, margin, isolated, trade_hf',
      });
    });
  });

  it('have a base fee for crypto and fiat', async () => {
    for (const query of ['', '?currencyType=0', '?currencyType=1']) {
      const fee = await data(`/api/v1/base-fee${query}`);
      expect(misfits(fee, sharedShapes.baseFee)).toEqual([]);
      expect(fee).toEqual({ takerFeeRate: '0.001', makerFeeRate: '0.001' });
    }
    expect((await exchange.call({ target: '/api/v1/base-fee?currencyType=2' })).json).toEqual({
      code: '400100',
      msg: 'currencyType must be one of 0, 1',
    });
  });

  it('describe the requesting key, without its secret', async () => {
    const reply = await exchange.call({ target: '/api/v1/user/api-key', as: 'home' });
    expect(misfits(wrappedData(reply), sharedShapes.apiKey)).toEqual([]);
    expect(wrappedData(reply)).toEqual({
      remark: 'home',
      apiKey: 'key-home',
      apiVersion: 2,
      permission: 'General,Spot,Margin,Futures',
      ipWhitelist: '192.0.2.17,127.0.0.1',
      createdAt: 1_728_443_843_000,
      uid: 165_111_215,
      isMaster: true,
    });
    expect(reply.text).not.toContain('secret-home');
    expect(reply.text).not.toContain('pass-home');
    expect(await data('/api/v1/user/api-key', 'sub')).toMatchObject({
      uid: subAccount(1).uid,
      isMaster: false,
      subName: 'trader1',
    });
  });

  describe('sub-accounts', () => {
    it('list ten a page', async () => {
      put('sub-1', 'futures', 'XBT', '1');
      put('sub-1', 'isolated:BTC-USDT', 'USDT', '1');
      const page = await data('/api/v2/sub/user');
      expect(misfits(page, sharedShapes.page)).toEqual([]);
      expect(page).toMatchObject({ currentPage: 1, pageSize: 10, totalNum: 12, totalPage: 2 });
      expect(rows(page)).toHaveLength(10);
      expect(misfits(rows(page)[0], shapes.subUser)).toEqual([]);
      expect(rows(page)[0]).toMatchObject({
        userId: subAccount(1).userId,
        subName: 'trader1',
        status: 2,
        remarks: 'remarks',
      });
      expect(member(rows(page)[0], 'openedTradeTypes')).toEqual(
        dialect === 'live' ? ['Spot', 'Futures', 'Margin'] : undefined,
      );
      expect(member(rows(page)[1], 'tradeTypes')).toEqual(dialect === 'live' ? ['Spot', 'Futures'] : undefined);
      expect(rows(await data('/api/v2/sub/user?currentPage=2'))).toHaveLength(2);
      expect(rows(await data('/api/v2/sub/user?pageSize=100'))).toHaveLength(12);
    });

    it('show their assets, valued in bitcoin', async () => {
      put('sub-1', 'main', 'USDT', '0.01');
      put('sub-1', 'main', 'BTC', '2');
      put('sub-1', 'main', 'ETH', '50');
      put('sub-1', 'main', 'XYZ', '7');
      put('sub-1', 'trade', 'USDT', '5');
      exchange.ledger.hold({ accountId: 'sub-1', wallet: 'main', currency: 'BTC', amount: '0.5' });
      const page = await data('/api/v2/sub-accounts');
      expect(page).toMatchObject({ totalNum: 12, pageSize: 10 });
      const [first, second] = rows(page);
      expect(misfits(first, shapes.subHolding)).toEqual([]);
      const held = rows(member(first, 'mainAccounts'));
      expect(misfits(held[0], shapes.subBalance)).toEqual([]);
      expect(
        held.map(row => [member(row, 'currency'), member(row, 'baseCurrencyPrice'), member(row, 'baseAmount')]),
      ).toEqual([
        ['USDT', '62500', '0.00000016'],
        ['BTC', '1', '2'],
        ['ETH', '25', '2'],
        ['XYZ', '0', '0'],
      ]);
      expect(held[1]).toMatchObject({ balance: '2', available: '1.5', holds: '0.5', baseCurrency: 'BTC' });
      expect(member(second, 'mainAccounts')).toEqual([]);
      const trade = member(first, 'tradeAccounts');
      expect(dialect === 'live' ? rows(trade) : trade).toEqual(dialect === 'live' ? [expect.anything()] : undefined);
    });

    it('show one as in the list, and with all wallets', async () => {
      put('sub-1', 'main', 'BTC', '2');
      put('sub-1', 'trade', 'USDT', '5');
      const [first] = rows(await data('/api/v2/sub-accounts'));
      const target = `/api/v1/sub-accounts/${subAccount(1).userId}`;
      const published = await data(target);
      expect(member(published, 'mainAccounts')).toEqual(member(first, 'mainAccounts'));
      expect(rows(member(published, 'tradeAccounts'))).toMatchObject([{ currency: 'USDT', balance: '5' }]);
      const rejection = { code: '400100', msg: 'subUserId is no sub-account' };
      expect((await exchange.call({ target: '/api/v1/sub-accounts/none0' })).json).toEqual(rejection);
      expect((await exchange.call({ target, as: 'sub' })).json).toEqual(rejection);
    });

    it.each(['/api/v2/sub/user', '/api/v2/sub-accounts'])('limit the page size of %s', async target => {
      const minimum = dialect === 'document' ? 1 : 10;
      const rejection = { code: '400100', msg: `pageSize must be a whole number from ${minimum} to 100` };
      expect((await exchange.call({ target: `${target}?pageSize=101` })).json).toEqual(rejection);
      expect((await exchange.call({ target: `${target}?pageSize=${minimum - 1}` })).json).toEqual(rejection);
      expect(await data(`${target}?pageSize=${minimum}`)).toMatchObject({ pageSize: minimum });
    });

    it('do not list each other', async () => {
      expect(await data('/api/v2/sub/user', 'sub')).toMatchObject({ totalNum: 0, items: [] });
      expect(await data('/api/v2/sub-accounts', 'sub')).toMatchObject({ totalNum: 0, items: [] });
    });
  });
});
