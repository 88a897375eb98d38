import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FuturesService, openFuturesService } from '#practice/http/testing/futures-service.ts';
import { keysOf, member, wrappedData } from '#practice/http/testing/unwrap.ts';

const listOf = (data: unknown): readonly unknown[] => {
  const list = member(data, 'accounts');
  if (!Array.isArray(list)) throw new TypeError('no accounts');
  return list;
};

describe.each(['document', 'live'] as const)('the futures wallets of a master account, dialect %s', dialect => {
  let service: FuturesService;
  beforeEach(async () => {
    service = await openFuturesService(dialect);
  });
  afterEach(() => service.server.close());

  const get = (target: string, key = 'trader') => service.call(`GET /api/v1/${target}`, { key });

  it('list by name, with their totals', async () => {
    service.trade('buy', '10');
    const all = wrappedData(await get('account-overview-all?currency=USDT'));
    const own = wrappedData(await get('account-overview?currency=USDT'));
    const rows = listOf(all);
    const names = rows.map(row => member(row, 'accountName'));
    expect(names.at(-1)).toBe('main');
    expect(new Set(names).size).toBe(names.length);
    expect(rows.filter(row => Number(member(row, 'availableBalance')) > 0).length).toBeGreaterThan(1);
    const fields = keysOf(rows.at(-1)).filter(field => field !== 'accountName');
    expect([...fields, 'riskRatio', 'maxWithdrawAmount'].toSorted()).toEqual(keysOf(own));
    for (const field of fields) expect(member(rows.at(-1), field), field).toBe(member(own, field));
    expect(keysOf(member(all, 'summary')).join(' ')).toBe(
      'accountEquityTotal availableBalanceTotal currency frozenFundsTotal marginBalanceTotal orderMarginTotal positionMarginTotal unrealisedPNLTotal',
    );
    const total = (field: string) => rows.reduce<number>((sum, row) => sum + Number(member(row, field)), 0);
    for (const field of ['accountEquity', 'availableBalance', 'positionMargin', 'unrealisedPNL']) {
      expect(Number(member(member(all, 'summary'), `${field}Total`)), field).toBeCloseTo(total(field), 8);
    }
    expect(total('positionMargin')).toBeGreaterThan(0);
  });

  it('list its own only for the key of a sub-account', async () => {
    const all = wrappedData(await get('account-overview-all', 'sub-account'));
    expect(all).toMatchObject({ summary: { currency: 'XBT' } });
    expect(listOf(all)).toHaveLength(1);
    expect(member(listOf(all)[0], 'accountName')).not.toBe('main');
    expect((await get('account-overview-all?currency=DOGE')).json).toEqual({
      code: '300000',
      msg: 'currency must be one of USDT, XBT',
    });
  });
});
