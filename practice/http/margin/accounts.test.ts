import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '#practice/kernel/durations.ts';
import { type MarginExchange, openMarginExchange, restingOrder } from '../testing/margin-exchange.ts';
import { keysOf, member, rows } from '../testing/unwrap.ts';

const usdt = { currency: 'USDT', size: 500, timeInForce: 'FOK' };
const isolatedUsdt = { ...usdt, isIsolated: true, symbol: 'BTC-USDT' };

describe.each(['document', 'live'] as const)('margin accounts and loans, dialect %s', dialect => {
  let exchange: MarginExchange;
  const call: MarginExchange['call'] = (request, how) => exchange.call(request, how);
  beforeEach(async () => {
    exchange = await openMarginExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const borrow = (body: unknown) => call('POST /api/v3/margin/borrow', { body });
  const repay = (body: unknown) => call('POST /api/v3/margin/repay', { body });
  const setLeverage = (body: unknown, as = 'trader') =>
    call('POST /api/v3/position/update-user-leverage', { body, as });
  const crossOf = async (query = '') => call(`GET /api/v3/margin/accounts${query}`);
  const assetOf = async (currency: string) =>
    rows(member(await crossOf(), 'accounts')).find(row => member(row, 'currency') === currency);
  const open = (target: string) => call(`GET ${target}`, { as: null });
  const hours = (count: number): void => {
    exchange.clock.advanceTo(exchange.clock.nowMs() + count * hourMs);
    exchange.margin.tick(exchange.clock.nowMs());
  };

  it('list their debts, in the fields of the published example', async () => {
    expect(await borrow(usdt)).toEqual({ orderNo: expect.any(String), actualSize: '500' });
    await call('POST /api/v3/hf/margin/order', { body: restingOrder });
    expect(await crossOf()).toMatchObject({
      totalAssetOfQuoteCurrency: '1500',
      totalLiabilityOfQuoteCurrency: '500',
      debtRatio: '0.3333',
      status: 'EFFECTIVE',
    });
    expect(await assetOf('USDT')).toEqual({
      currency: 'USDT',
      total: '1500',
      available: '1009.51',
      hold: '490.49',
      liability: '500',
      liabilityPrincipal: '500',
      liabilityInterest: '0',
      maxBorrowSize: '3500',
      borrowEnabled: true,
      transferInEnabled: true,
    });
    expect(await assetOf('BTC')).toMatchObject({ total: '0', maxBorrowSize: '0.07' });
  });

  it('count their totals in the requested currency', async () => {
    await borrow(usdt);
    expect(await crossOf('?quoteCurrency=BTC')).toMatchObject({
      totalAssetOfQuoteCurrency: '0.03',
      totalLiabilityOfQuoteCurrency: '0.01',
    });
    expect(await crossOf('?quoteCurrency=KCS')).toEqual({ code: '400100', msg: 'KCS has no price now' });
    expect(await crossOf('?quoteCurrency=EUR')).toMatchObject({ code: '400100' });
    for (const type of ['MARGIN', 'MARGIN_V2', 'ALL']) {
      expect(await crossOf(`?queryType=${type}`)).toMatchObject({ totalAssetOfQuoteCurrency: '1500' });
    }
    expect(await crossOf('?queryType=SPOT')).toMatchObject({ code: '400100' });
  });

  it('exist once per pair on isolated margin', async () => {
    exchange.give(exchange.traderId, 'isolated:BTC-USDT', { USDT: '100' });
    await borrow(isolatedUsdt);
    const all = await call('GET /api/v3/isolated/accounts');
    expect(keysOf(all)).toEqual(['assets', 'timestamp', 'totalAssetOfQuoteCurrency', 'totalLiabilityOfQuoteCurrency']);
    expect(rows(member(all, 'assets'))).toHaveLength(5);
    const [only] = rows(member(await call('GET /api/v3/isolated/accounts?symbol=BTC-USDT'), 'assets'));
    expect(keysOf(only)).toEqual(['baseAsset', 'debtRatio', 'quoteAsset', 'status', 'symbol']);
    expect(only).toMatchObject({
      symbol: 'BTC-USDT',
      status: 'EFFECTIVE',
      debtRatio: '0.8333',
      baseAsset: { currency: 'BTC', total: '0' },
      quoteAsset: { currency: 'USDT', total: '600', liability: '500', maxBorrowSize: '400' },
    });
    expect(await crossOf()).toMatchObject({ totalLiabilityOfQuoteCurrency: '0' });
    expect(await call('GET /api/v3/isolated/accounts?symbol=DOGE-USDT')).toMatchObject({ code: '130303' });
  });

  it('repay interest before principal, and keep the history', async () => {
    const orderNo = member(await borrow(usdt), 'orderNo');
    hours(2);
    // 500 × 0.000296 / 24, rounded up, twice
    expect(await assetOf('USDT')).toMatchObject({ liabilityInterest: '0.01233334', liability: '500.01233334' });
    const repaid = await repay({ currency: 'USDT', size: '100' });
    expect(repaid).toEqual({
      timestamp: exchange.clock.nowMs(),
      orderNo: expect.any(String),
      actualSize: '100',
    });
    expect(await call('GET /api/v3/margin/borrow?currency=USDT')).toMatchObject({
      timestamp: exchange.clock.nowMs(),
      currentPage: 1,
      pageSize: 50,
      totalNum: 1,
      totalPage: 1,
      items: [{ orderNo, symbol: null, currency: 'USDT', size: '500', actualSize: '500', status: 'SUCCESS' }],
    });
    expect(rows(await call('GET /api/v3/margin/repay?currency=USDT'))).toEqual([
      {
        orderNo: member(repaid, 'orderNo'),
        symbol: null,
        currency: 'USDT',
        size: '100',
        principal: '99.98766666',
        interest: '0.01233334',
        status: 'SUCCESS',
        createdTime: exchange.clock.nowMs(),
      },
    ]);
    const interests = rows(await call('GET /api/v3/margin/interest'));
    expect(interests.map(row => member(row, 'interestAmount'))).toEqual(['0.00616667', '0.00616667']);
    expect(keysOf(interests[0])).toEqual(['createdTime', 'currency', 'dayRatio', 'interestAmount']);
  });

  it('filter their history by currency, pair, number and time', async () => {
    exchange.give(exchange.traderId, 'isolated:BTC-USDT', { USDT: '100' });
    await borrow(isolatedUsdt);
    await borrow({ ...usdt, size: 20 });
    await borrow({ currency: 'BTC', size: '0.01', timeInForce: 'IOC' });
    await borrow({ ...usdt, size: 90_000 });
    const count = async (query: string) => rows(await call(`GET /api/v3/margin/borrow?${query}`)).length;
    expect(await count('currency=USDT')).toBe(2);
    expect(await count('currency=BTC')).toBe(1);
    expect(await count('currency=USDT&isIsolated=true&symbol=BTC-USDT')).toBe(1);
    expect(await count('currency=USDT&isIsolated=true&symbol=ETH-USDT')).toBe(0);
    expect(await count('currency=USDT&orderNo=none')).toBe(0);
    expect(await count(`currency=USDT&startTime=${exchange.clock.nowMs() + 1}`)).toBe(0);
    expect(await count(`currency=USDT&endTime=${exchange.clock.nowMs() - 1}`)).toBe(0);
    const [failed] = rows(await call('GET /api/v3/margin/borrow?currency=USDT&pageSize=10'));
    expect(failed).toMatchObject({ size: '90000', actualSize: '0', status: 'FAILED' });
  });

  it.each([
    ['borrow', { ...usdt, currency: undefined }, '400100', 'currency is required'],
    ['borrow', { ...usdt, size: undefined }, '400100', 'size is required'],
    ['borrow', { ...usdt, size: -1 }, '400100', 'size must be a positive number'],
    ['borrow', { ...usdt, timeInForce: undefined }, '400100', 'timeInForce is required'],
    ['borrow', { ...usdt, timeInForce: 'GTC' }, '400100', 'timeInForce must be one of IOC, FOK'],
    ['borrow', { ...usdt, isIsolated: true }, '400100', 'symbol is required for isolated margin'],
    ['borrow', { ...usdt, isIsolated: true, symbol: 'DOGE-USDT' }, '130303', 'DOGE-USDT has no isolated margin'],
    ['borrow', { ...usdt, currency: 'EUR' }, '130204', 'EUR cannot be borrowed here'],
    ['borrow', { ...usdt, size: 9 }, '130201', 'at least 10 USDT can be borrowed'],
    ['borrow', { ...usdt, size: 10.5 }, '130201', 'size must be a multiple of 1'],
    ['borrow', { ...usdt, size: 4001 }, '130203', 'at most 4000 USDT can be borrowed now'],
    ['repay', { currency: 'USDT', size: 1 }, '130302', 'no USDT is owed'],
    ['repay', { currency: 'USDT' }, '400100', 'size is required'],
    ['repay', { size: 1 }, '400100', 'currency is required'],
    ['repay', { currency: 'USDT', size: 1, isIsolated: true }, '400100', 'symbol is required for isolated margin'],
  ])('reject POST %s %j', async (path, body, code, msg) => {
    expect(await call(`POST /api/v3/margin/${path}`, { body })).toEqual({ code, msg });
  });

  it.each([
    ['borrow', '', 'currency is required'],
    ['repay', '', 'currency is required'],
    ['borrow', 'currency=USDT&isIsolated=1', 'isIsolated must be one of true, false'],
    ['borrow', 'currency=USDT&isIsolated=true', 'symbol is required for isolated margin'],
    ['interest', 'pageSize=501', `pageSize must be a whole number from ${dialect === 'live' ? 10 : 1} to 500`],
    ['interest', 'startTime=x', 'startTime must be a whole number from 0 to 253402300799999'],
  ])('reject GET %s?%s', async (path, query, msg) => {
    expect(await call(`GET /api/v3/margin/${path}?${query}`)).toEqual({ code: '400100', msg });
  });

  it('borrow up to the chosen leverage', async () => {
    expect(await setLeverage({ leverage: '2.5' })).toBeNull();
    expect(await assetOf('USDT')).toMatchObject({ maxBorrowSize: '1500' });
    expect(await setLeverage({ leverage: '3', isIsolated: true, symbol: 'BTC-USDT' })).toBeNull();
    expect(await assetOf('USDT')).toMatchObject({ maxBorrowSize: '1500' });
    expect(await setLeverage({ leverage: '6' })).toEqual({ code: '400800', msg: 'leverage must be at most 5' });
    expect(await setLeverage({ leverage: '5', isIsolated: true })).toEqual({
      code: '400100',
      msg: 'symbol is required for isolated margin',
    });
    expect(await setLeverage({})).toMatchObject({ code: '400100' });
    expect(await setLeverage({ leverage: '2' }, 'viewer')).toMatchObject({ code: '400007' });
  });

  it('return the maximum loan, by currency or by pair', async () => {
    const path = 'GET /api/v3/margin/currencies';
    const viewer = { as: 'viewer' };
    expect(rows(await call(`${path}?isIsolated=false`, viewer))).toHaveLength(8);
    expect(await call(`${path}?isIsolated=false&currency=BTC`, viewer)).toMatchObject([
      {
        currency: 'BTC',
        borrowMaxAmount: '25',
        borrowMinAmount: '0.001',
        borrowMinUnit: '0.0001',
        precision: 8,
        borrowEnabled: true,
      },
    ]);
    expect(await call(`${path}?isIsolated=true&symbol=ETH-USDT`, viewer)).toMatchObject([
      {
        symbol: 'ETH-USDT',
        baseMaxBorrowAmount: '400',
        baseBorrowMinUnit: '0.001',
        quoteMaxBorrowAmount: '2000000',
        quoteBorrowMinAmount: '10',
        quoteBorrowEnabled: true,
      },
    ]);
    expect(await call(`${path}?isIsolated=true&symbol=DOGE-BTC`, viewer)).toEqual({
      code: '130303',
      msg: 'DOGE-BTC has no isolated margin',
    });
    expect(await call(`${path}?isIsolated=false&currency=EUR`, viewer)).toEqual({
      code: '130204',
      msg: 'EUR cannot be borrowed here',
    });
  });

  it('return the cost of a loan', async () => {
    const all = await call('GET /api/v3/margin/borrowRate');
    expect(keysOf(all)).toEqual(['items', 'vipLevel']);
    expect(rows(all)).toHaveLength(8);
    expect(await call('GET /api/v3/margin/borrowRate?vipLevel=3&currency=BTC,USDT', { as: 'viewer' })).toEqual({
      vipLevel: 3,
      items: [
        { currency: 'USDT', hourlyBorrowRate: '0.0000123334', annualizedBorrowRate: '0.10804' },
        { currency: 'BTC', hourlyBorrowRate: '0.0000029584', annualizedBorrowRate: '0.025915' },
      ],
    });
    expect(await call('GET /api/v3/margin/borrowRate?currency=USDT,EUR')).toEqual({
      code: '130204',
      msg: 'EUR cannot be borrowed here',
    });
  });

  it('need the right Margin to borrow, to repay and to read loans', async () => {
    for (const request of ['POST borrow', 'POST repay', 'GET borrow', 'GET repay', 'GET interest']) {
      const target = request.replace(' ', ' /api/v3/margin/');
      const body = request.startsWith('POST') ? { body: usdt } : {};
      expect(await call(target, { ...body, as: 'viewer' })).toMatchObject({ code: '400007' });
      expect(await call(target, { ...body, as: null })).toMatchObject({ code: '400001' });
    }
    expect(await call('GET /api/v3/margin/accounts', { as: 'viewer' })).toMatchObject({ status: 'EFFECTIVE' });
    expect(await call('GET /api/v3/isolated/accounts', { as: null })).toMatchObject({ code: '400001' });
  });

  it('list what can be traded and borrowed, without a signature', async () => {
    expect(await open('/api/v1/margin/config')).toEqual({
      maxLeverage: 5,
      warningDebtRatio: '0.95',
      liqDebtRatio: '0.97',
      currencyList: ['USDT', 'BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'KCS', 'USDC'],
    });
    const cross = await open('/api/v3/margin/symbols');
    expect(keysOf(cross)).toEqual(['items', 'timestamp']);
    expect(rows(cross)).toHaveLength(9);
    const [bitcoin] = rows(await open('/api/v3/margin/symbols?symbol=BTC-USDT'));
    expect(keysOf(bitcoin)).toEqual(
      'symbol name enableTrading market baseCurrency quoteCurrency baseIncrement baseMinSize baseMaxSize quoteIncrement quoteMinSize quoteMaxSize priceIncrement feeCurrency priceLimitRate minFunds'
        .split(' ')
        .toSorted(),
    );
    expect(await open('/api/v3/margin/symbols?symbol=NO-PAIR')).toMatchObject({ code: '130305' });
    const isolated = rows(await open('/api/v1/isolated/symbols'));
    expect(isolated[0]).toMatchObject({ symbol: 'BTC-USDT', maxLeverage: 10, flDebtRatio: '0.97', tradeEnable: true });
    expect(rows(await open('/api/v3/mark-price/all-symbols'))).toEqual([
      { symbol: 'BTC-USDT', timePoint: expect.any(Number), value: 50_000 },
    ]);
  });
});
