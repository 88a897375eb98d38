import { describe, expect, it } from 'vitest';
import { publishedExample, textOf } from '#client/testing/published.ts';
import { action, createFixture, page } from './testing/endpoint-fixture.ts';

function holding(currency: string) {
  return {
    currency,
    balance: '2',
    available: '1.50',
    holds: '0.5',
    baseCurrency: 'BTC',
    baseCurrencyPrice: '0.00001',
    baseAmount: '0.00002',
    tag: 'DEFAULT',
  };
}

describe('accounts', () => {
  it('reads balances, fees and the key, and passes on only the end of the key', async () => {
    const balances = createFixture({
      code: '200000',
      data: [{ id: 'a', currency: 'BTC', type: 'trade', balance: '1.0', available: '0.4', holds: '0.6' }],
    });
    expect(await balances.client.accounts.balances({ currency: 'BTC', wallet: 'trade' }, action)).toEqual({
      ok: true,
      value: [{ accountId: 'a', wallet: 'trade', currency: 'BTC', total: '1', available: '0.4', held: '0.6' }],
    });
    expect(balances.sent()).toEqual(['GET s.example /api/v1/accounts?currency=BTC&type=trade']);
    const key = createFixture({
      code: '200000',
      data: {
        remark: '',
        apiKey: '64fc7d1c2b6a1e0001abcd12',
        apiVersion: 3,
        permission: 'General, Spot',
        ipWhitelist: '1.2.3.4',
        createdAt: 1700000000000,
        uid: 1,
        isMaster: true,
      },
    });
    const info = await key.client.accounts.apiKey({}, action);
    expect(info).toEqual({
      ok: true,
      value: {
        keyHint: 'cd12',
        version: 3,
        permissions: ['General', 'Spot'],
        ipWhitelist: ['1.2.3.4'],
        remark: null,
        isMaster: true,
        createdAtMs: 1700000000000,
      },
    });
    expect(JSON.stringify(info)).not.toContain('64fc7d1c');
    const bare = createFixture({ apiKey: 'abcdef', apiVersion: 2 });
    expect(await bare.client.accounts.apiKey({}, action)).toMatchObject({
      value: { permissions: [], ipWhitelist: [], isMaster: null, createdAtMs: null },
    });
    const fees = createFixture({ code: '200000', data: { takerFeeRate: '0.001', makerFeeRate: '0.001' } });
    await fees.client.accounts.baseFee({}, action);
    await fees.client.accounts.baseFee({ currencyType: 'crypto' }, action);
    await fees.client.accounts.baseFee({ currencyType: 'fiat' }, action);
    expect(fees.sent()).toEqual([
      'GET s.example /api/v1/base-fee',
      'GET s.example /api/v1/base-fee?currencyType=0',
      'GET s.example /api/v1/base-fee?currencyType=1',
    ]);
  });

  it('reads sub-accounts and their four wallets', async () => {
    const user = {
      userId: 'u',
      uid: 170014914,
      subName: 'desk',
      status: 2,
      type: 0,
      access: 'All',
      createdAt: 1700000000000,
      remarks: '',
    };
    const users = createFixture({ code: '200000', data: page([user]) });
    expect(await users.client.accounts.allSubAccounts({}, action)).toEqual({
      ok: true,
      value: {
        isComplete: true,
        items: [
          {
            userId: 'u',
            uid: '170014914',
            name: 'desk',
            status: 2,
            type: 0,
            access: 'All',
            createdAtMs: 1700000000000,
            remarks: null,
          },
        ],
      },
    });
    expect(users.sent()).toEqual(['GET s.example /api/v2/sub/user?currentPage=1&pageSize=100']);
    const holdings = {
      subUserId: 'u',
      subName: 'desk',
      mainAccounts: [holding('USDT')],
      tradeAccounts: [holding('BTC')],
      marginAccounts: [holding('ETH')],
      tradeHFAccounts: [holding('SOL')],
    };
    const all = createFixture({
      code: '200000',
      data: page([holdings, { subUserId: 'v', subName: 'empty', mainAccounts: [] }]),
    });
    const answer = await all.client.accounts.allSubHoldings({}, action);
    expect(answer).toMatchObject({
      ok: true,
      value: { isComplete: true, items: [{ userId: 'u' }, { userId: 'v', balances: [] }] },
    });
    if (!answer.ok) return;
    expect(answer.value.items[0]?.balances.map(balance => [balance.wallet, balance.currency])).toEqual([
      ['main', 'USDT'],
      ['trade', 'BTC'],
      ['margin', 'ETH'],
      ['trade-hf', 'SOL'],
    ]);
    expect(answer.value.items[0]?.balances[0]).toEqual({
      wallet: 'main',
      currency: 'USDT',
      total: '2',
      available: '1.5',
      held: '0.5',
      valueCurrency: 'BTC',
      unitPrice: '0.00001',
      value: '0.00002',
    });
  });

  it('reads the futures wallet', async () => {
    const wire = {
      accountEquity: 99.8,
      unrealisedPNL: -1e-8,
      marginBalance: 90,
      positionMargin: 0,
      orderMargin: 0,
      frozenFunds: 0,
      availableBalance: 99.8,
      currency: 'USDT',
    };
    const { client, sent } = createFixture({ code: '200000', data: wire });
    expect(await client.futures.overview({ currency: 'USDT' }, action)).toEqual({
      ok: true,
      value: {
        accountEquity: '99.8',
        unrealisedPnl: '-0.00000001',
        marginBalance: '90',
        positionMargin: '0',
        orderMargin: '0',
        frozenFunds: '0',
        availableBalance: '99.8',
        currency: 'USDT',
      },
    });
    expect(sent()).toEqual(['GET f.example /api/v1/account-overview?currency=USDT']);
  });

  it('reads a sub-account with invalid amounts as unreadable, and the others normally', async () => {
    const garbled = { subUserId: 'u1', subName: 'one', mainAccounts: [{ ...holding('BTC'), balance: null }] };
    const sound = { subUserId: 'u2', subName: 'two', mainAccounts: [holding('ETH')] };
    const { client } = createFixture(page([garbled, sound]));
    const read = await client.accounts.allSubHoldings({}, action);
    expect(read).toMatchObject({
      value: {
        items: [
          { userId: 'u1', name: 'one', isReadable: false, balances: [] },
          { userId: 'u2', isReadable: true, balances: [{ currency: 'ETH' }] },
        ],
      },
    });
  });

  it('reads the futures wallets of the sub-accounts', async () => {
    const { client, sent } = createFixture(textOf(publishedExample('GET /api/v1/account-overview-all').body));
    const read = await client.futures.overviews({ currency: 'USDT' }, action);
    expect(read.ok && read.value.map(({ name, availableBalance }) => [name, availableBalance])).toEqual([
      ['manage112233', '0'],
      ['testapi6', '25.7320762825'],
      ['main', '41.5171731572'],
    ]);
    expect(read).toMatchObject({ value: [{}, { currency: 'USDT', unrealisedPnl: '22.549' }, {}] });
    expect(sent()).toEqual(['GET f.example /api/v1/account-overview-all?currency=USDT']);
  });
});
