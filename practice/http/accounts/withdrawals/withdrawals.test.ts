import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountShapes } from '../../testing/account-shapes.ts';
import { type FakeExchange, openFakeExchange, startMs } from '../../testing/fake-exchange.ts';
import { member, rows, wrappedData } from '../../testing/unwrap.ts';
import { misfits, sharedShapes } from '../../testing/wire-shapes.ts';

const dayMs = 86_400_000;
const tron = 'TxTzUXJteSSrXN5Xwwbz4H1h9KSmiGcB27';
const order = { currency: 'USDT', toAddress: tron, amount: '100', withdrawType: 'ADDRESS', chain: 'trx' };

describe.each(['document', 'live'] as const)('withdrawals, dialect %s', dialect => {
  let exchange: FakeExchange;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
    exchange.ledger.deposit({ accountId: 'master', wallet: 'main', currency: 'USDT', amount: '1000' });
  });
  afterEach(() => exchange.server.close());

  const pass = (ms: number): void => {
    exchange.time.nowMs += ms;
    exchange.withdrawals.tick(exchange.time.nowMs);
  };
  const withdraw = (change = {}, as: 'treasurer' | 'trader' = 'treasurer') =>
    exchange.call({ method: 'POST', target: '/api/v3/withdrawals', body: { ...order, ...change }, as });
  const idOf = async (change = {}) => String(member(wrappedData(await withdraw(change)), 'withdrawalId'));
  const list = async (query = '') => wrappedData(await exchange.call({ target: `/api/v1/withdrawals${query}` }));
  const historical = async (query = '') => {
    const reply = await exchange.call({ target: `/api/v1/hist-withdrawals${query}` });
    return dialect === 'document' ? reply.json : wrappedData(reply);
  };
  const remember = (daysAgo: number, currency: 'USDT' | 'BTC' = 'USDT', status: 'SUCCESS' | 'FAILURE' = 'SUCCESS') =>
    exchange.withdrawals.remember('master', {
      currency,
      amount: '50',
      address: tron,
      addressKind: 'ADDRESS',
      status,
      createdAtMs: startMs - daysAgo * dayMs,
      updatedAtMs: startMs - daysAgo * dayMs + 30_000,
    });

  describe('the historical list', () => {
    it('returns a page of the newest month by default', async () => {
      for (const days of [45, 31, 29, 2]) remember(days);
      const page = await historical();
      expect(misfits(page, sharedShapes.page)).toEqual([]);
      expect(page).toMatchObject({ currentPage: 1, pageSize: 50, totalNum: 2, totalPage: 1 });
      expect(rows(page).map(row => member(row, 'createAt'))).toEqual(
        [2, 29].map(days => (startMs - days * dayMs) / 1000),
      );
      expect(misfits(rows(page)[0], accountShapes.historicalWithdrawal[dialect])).toEqual([]);
      expect(await historical(`?startAt=${startMs - 50 * dayMs}`)).toMatchObject({ totalNum: 4 });
      expect(await historical(`?endAt=${startMs - 20 * dayMs}`)).toMatchObject({ totalNum: 3 });
      expect(await historical(`?startAt=${startMs - 32 * dayMs}&endAt=${startMs - 30 * dayMs}`)).toMatchObject({
        totalNum: 1,
      });
    });

    it('filters by currency and status, page by page', async () => {
      remember(1, 'BTC');
      remember(2, 'USDT', 'FAILURE');
      for (const days of [3, 4, 5]) remember(days);
      expect(await historical('?currency=BTC')).toMatchObject({ totalNum: 1 });
      expect(await historical('?status=FAILURE')).toMatchObject({ totalNum: 1, items: [{ status: 'FAILURE' }] });
      expect(await historical('?status=SUCCESS')).toMatchObject({ totalNum: 4 });
      if (dialect === 'live') return;
      const second = await historical('?pageSize=2&currentPage=2');
      expect(second).toMatchObject({ totalNum: 5, totalPage: 3, currentPage: 2 });
      expect(rows(second).map(row => member(row, 'createAt'))).toEqual(
        [3, 4].map(days => (startMs - days * dayMs) / 1000),
      );
    });

    it('has three states, and PROCESSING for everything under way', async () => {
      await withdraw();
      for (const [waitMs, status] of [
        [0, 'PROCESSING'],
        [45_000, 'PROCESSING'],
        [20_000, 'PROCESSING'],
        [3000, 'SUCCESS'],
      ] as const) {
        pass(waitMs);
        expect(await historical(`?status=${status}`)).toMatchObject({ totalNum: 1, items: [{ status }] });
      }
      expect(rows(await historical())[0]).toMatchObject({ walletTxId: expect.stringMatching(/^[\da-f]{64}$/) });
    });

    it('omits other accounts, and is read-only', async () => {
      remember(1);
      const sub = await exchange.call({ target: '/api/v1/hist-withdrawals', as: 'sub' });
      expect(dialect === 'document' ? sub.json : wrappedData(sub)).toMatchObject({ totalNum: 0 });
      const viewer = await exchange.call({ target: '/api/v1/hist-withdrawals', as: 'viewer' });
      expect(viewer.status).toBe(200);
      expect(viewer.headers.get('gw-ratelimit-remaining')).toBe('1980');
    });
  });

  it('show every stage in the list that succeeds it', async () => {
    await withdraw({ remark: 'weekly' });
    const first = rows(await list())[0];
    expect(misfits(first, accountShapes.withdrawal)).toEqual([]);
    expect(first).toMatchObject({ status: 'REVIEW', amount: '100', fee: '1.5', walletTxId: null, remark: 'weekly' });
    for (const [waitMs, status] of [
      [45_000, 'PROCESSING'],
      [20_000, 'WALLET_PROCESSING'],
      [3000, 'SUCCESS'],
    ] as const) {
      pass(waitMs);
      expect(await list(`?status=${status}`)).toMatchObject({ totalNum: 1 });
      expect(await list('?status=REVIEW')).toMatchObject({ totalNum: 0 });
    }
  });

  it('can be read one by one', async () => {
    const id = await idOf();
    const target = `/api/v1/withdrawals/${id}`;
    const one = wrappedData(await exchange.call({ target }));
    expect(misfits(one, accountShapes.withdrawalDetail)).toEqual([]);
    expect(one).toMatchObject({ id, chainId: 'trx', chainName: 'TRC20', cancelType: 'CANCELABLE', uid: 165_111_215 });
    pass(65_000);
    expect(wrappedData(await exchange.call({ target }))).toMatchObject({ cancelType: 'NON_CANCELABLE' });
    expect((await exchange.call({ target, as: 'sub' })).json).toEqual({
      code: '400100',
      msg: 'withdrawal not exists',
    });
  });

  it('can be cancelled', async () => {
    const target = `/api/v1/withdrawals/${await idOf()}`;
    const cancelled = await exchange.call({ method: 'DELETE', target, as: 'treasurer' });
    expect(cancelled.text).toBe('{"code":"200000","data":null}');
    expect(wrappedData(await exchange.call({ target }))).toMatchObject({
      status: 'FAILURE',
      failureReason: 'CANCELED',
      failureReasonMsg: 'cancelled by the user',
    });
    expect((await exchange.call({ method: 'DELETE', target, as: 'treasurer' })).json).toMatchObject({ code: '400100' });
    expect((await exchange.call({ method: 'DELETE', target })).json).toMatchObject({ code: '400007' });
  });

  it('need the withdrawal right, and money', async () => {
    expect(await withdraw({}, 'trader')).toMatchObject({ status: 403, json: { code: '400007' } });
    expect((await withdraw({ amount: '1000.5' })).json).toEqual({ code: '200004', msg: 'Balance insufficient!' });
    expect((await withdraw({ chain: 'omni' })).json).toEqual({
      code: '260210',
      msg: 'withdrawals of USDT on OMNI are closed',
    });
  });

  it.each([
    [{ currency: undefined }, 'currency is required'],
    [{ toAddress: undefined }, 'toAddress is required'],
    [{ toAddress: 7 }, 'toAddress must be text of 1 to 200 characters'],
    [{ amount: '-1' }, 'amount must be a positive number'],
    [{ withdrawType: 'PIGEON' }, 'withdrawType must be one of ADDRESS, UID, MAIL, PHONE'],
    [{ isInner: 'yes' }, 'isInner must be true or false'],
    [{ feeDeductType: 'NEVER' }, 'feeDeductType must be one of INTERNAL, EXTERNAL'],
  ])('reject a body with %o', async (change, msg) => {
    expect((await withdraw(change)).json).toEqual({ code: '400100', msg });
  });

  it.each([
    ['/api/v1/hist-withdrawals?status=REVIEW', 'status must be one of PROCESSING, SUCCESS, FAILURE'],
    ['/api/v1/withdrawals?status=x', 'status must be one of REVIEW, PROCESSING, WALLET_PROCESSING, SUCCESS, FAILURE'],
    ['/api/v1/withdrawals?startAt=5&endAt=4', 'startAt must not be after endAt'],
    ['/api/v1/hist-withdrawals?startAt=x', 'startAt must be a whole number from 0 to 253402300799999'],
    ['/api/v1/withdrawals/quotas', 'currency is required'],
    ['/api/v1/withdrawals/quotas?currency=NONE', 'currency not exists: NONE'],
    ['/api/v1/withdrawals/quotas?currency=BTC&chain=trx', 'BTC has no chain trx'],
  ])('reject %s', async (target, msg) => {
    expect((await exchange.call({ target })).json).toEqual({ code: '400100', msg });
  });

  it('state the remaining amount for today', async () => {
    await withdraw();
    const target = '/api/v1/withdrawals/quotas?currency=USDT&chain=TRC20';
    const quota = wrappedData(await exchange.call({ target }));
    expect(misfits(quota, accountShapes.quota)).toEqual([]);
    expect(quota).toMatchObject({
      limitBTCAmount: '15.999984',
      usedBTCAmount: '0.0016',
      limitQuotaCurrencyAmount: '999999',
      usedQuotaCurrencyAmount: '100',
      remainAmount: '999899',
      availableAmount: '898.5',
      chain: 'TRC20',
      withdrawMinSize: '3',
      withdrawMinFee: '1.5',
    });
  });
});
