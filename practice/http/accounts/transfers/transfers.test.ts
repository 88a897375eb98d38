import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Decimal, sum } from '#shared/decimal.ts';
import { isolatedWallet } from '#practice/accounts/isolated-wallet.ts';
import type { LedgerChange, Wallet } from '#practice/accounts/types.ts';
import { accountShapes } from '../../testing/account-shapes.ts';
import { type MasterExchange, openMasterExchange } from '../../testing/master-exchange.ts';
import { rows, wrappedData } from '../../testing/unwrap.ts';
import { misfits } from '../../testing/wire-shapes.ts';

const base = { type: 'INTERNAL', currency: 'USDT', amount: '100', fromAccountType: 'MAIN', toAccountType: 'TRADE' };

describe.each(['document', 'live'] as const)('transfers, dialect %s', dialect => {
  let exchange: MasterExchange;
  let oid = 0;
  beforeEach(async () => {
    exchange = await openMasterExchange(dialect);
    exchange.give(exchange.master, 'main', { USDT: '1000', BTC: '2' });
  });
  afterEach(() => exchange.close());

  const move = (change = {}, as = 'treasurer') =>
    exchange.call({
      method: 'POST',
      target: '/api/v3/accounts/universal-transfer',
      body: { clientOid: `t${(oid += 1)}`, ...base, ...change },
      as,
    });
  const inner = (change = {}, as = 'treasurer') => {
    const body = {
      clientOid: `i${(oid += 1)}`,
      currency: 'USDT',
      amount: '30',
      from: 'main',
      to: 'trade_hf',
      ...change,
    };
    return exchange.call({ method: 'POST', target: '/api/v2/accounts/inner-transfer', body, as });
  };
  const total = (wallet: Wallet, currency = 'USDT', accountId = exchange.master) =>
    exchange.ledger.balance(accountId, wallet, currency).total;
  const sub = (status: number) => exchange.directory.subAccounts.find(candidate => candidate.status === status);

  it('move money between own wallets at once', async () => {
    const before = total('trade');
    const done = wrappedData(await move());
    expect(done).toEqual({ orderId: expect.stringMatching(/^[\da-f]{24}$/) });
    expect([total('main'), Number(total('trade')) - Number(before)]).toEqual(['900', 100]);
  });

  it('accept trade_hf as another name of the trade wallet', async () => {
    const before = total('trade');
    await move({ toAccountType: 'TRADE_HF' });
    expect(Number(total('trade')) - Number(before)).toBe(100);
    const same = await move({ fromAccountType: 'TRADE', toAccountType: 'TRADE_HF' });
    expect(same.json).toEqual({ code: '400100', msg: 'toAccountType must be another wallet' });
    const [asTrade, asHf] = await Promise.all(
      ['trade', 'trade_hf'].map(async type =>
        rows(wrappedData(await exchange.call({ target: `/api/v1/accounts?currency=USDT&type=${type}` }))),
      ),
    );
    expect(asHf).toMatchObject([{ type: 'trade_hf', balance: total('trade') }]);
    expect(asTrade).toMatchObject([{ type: 'trade', balance: total('trade') }]);
  });

  it('use the name of bitcoin in each wallet, without a loss', async () => {
    wrappedData(await move({ currency: 'BTC', amount: '0.5', toAccountType: 'CONTRACT' }));
    expect([total('main', 'BTC'), total('futures', 'XBT')]).toEqual(['1.5', '0.5']);
    wrappedData(await move({ currency: 'XBT', amount: '0.2', fromAccountType: 'CONTRACT', toAccountType: 'MAIN' }));
    expect([total('main', 'BTC'), total('futures', 'XBT')]).toEqual(['1.7', '0.3']);
    expect((await move({ currency: 'ETH', toAccountType: 'CONTRACT' })).json).toEqual({
      code: '400100',
      msg: 'no contract settles in ETH',
    });
  });

  it('reach margin wallets, and one of a pair by its name', async () => {
    wrappedData(await move({ toAccountType: 'MARGIN' }));
    wrappedData(await move({ toAccountType: 'ISOLATED', toAccountTag: 'BTC-USDT', amount: '7' }));
    expect([total('margin'), total(isolatedWallet('BTC-USDT'))]).toEqual(['100', '7']);
    expect((await move({ toAccountType: 'ISOLATED' })).json).toMatchObject({
      msg: 'toAccountTag is required for ISOLATED',
    });
    expect((await move({ toAccountType: 'ISOLATED', toAccountTag: 'NO-NE' })).json).toMatchObject({ code: '900001' });
    const away = { fromAccountType: 'MARGIN', toAccountType: 'MAIN' };
    wrappedData(await move({ ...away, amount: '60' }));
    expect(total('margin')).toBe('40');
    expect((await move({ ...away, amount: '41' })).status).toBe(200);
    expect(total('margin')).toBe('40');
  });

  it('reach the sub-accounts, except frozen ones', async () => {
    const open = sub(2);
    const toSub = { type: 'PARENT_TO_SUB', toUserId: open?.userId, toAccountType: 'MAIN' };
    const before = Number(total('main', 'USDT', open?.accountId));
    wrappedData(await move(toSub));
    expect(Number(total('main', 'USDT', open?.accountId)) - before).toBe(100);
    wrappedData(await move({ type: 'SUB_TO_PARENT', fromUserId: open?.userId, amount: '40' }));
    expect(Number(total('main', 'USDT', open?.accountId)) - before).toBe(60);
    expect((await move({ ...toSub, toUserId: sub(3)?.userId })).json).toMatchObject({ msg: 'toUserId is frozen' });
    expect((await move({ ...toSub, toUserId: 'unknown' })).json).toMatchObject({ msg: 'toUserId is no sub-account' });
    expect((await move({ ...toSub, toUserId: undefined })).json).toMatchObject({ msg: 'toUserId is required' });
  });

  it('need the right, the money, and a unique clientOid', async () => {
    expect(await move({}, 'viewer')).toMatchObject({ status: 403, json: { code: '400007' } });
    expect((await move({ amount: '1000.1' })).json).toEqual({ code: '200004', msg: 'Balance insufficient!' });
    wrappedData(await move({ clientOid: 'once' }));
    expect((await move({ clientOid: 'once' })).json).toMatchObject({ code: '102426' });
    expect(total('main')).toBe('900');
  });

  it.each([
    [{ clientOid: undefined }, 'clientOid is required'],
    [{ type: 'OUT' }, 'type must be one of INTERNAL, PARENT_TO_SUB, SUB_TO_PARENT, SUB_TO_SUB'],
    [{ currency: undefined }, 'currency is required'],
    [{ currency: 'NONE' }, 'currency not exists: NONE'],
    [{ amount: '0' }, 'amount must be a positive number'],
    [{ amount: '0.000000001' }, 'amount must have at most 8 digits after the point'],
    [{ toAccountType: undefined }, 'toAccountType is required'],
    [{ toAccountType: 'MAIN' }, 'toAccountType must be another wallet'],
  ])('transfers with %o fail', async (change, msg) => {
    expect((await move(change)).json).toEqual({ code: '400100', msg });
    expect(total('main')).toBe('1000');
  });

  it('accept the older form too, between own wallets', async () => {
    const before = Number(total('trade'));
    expect(wrappedData(await inner())).toEqual({ orderId: expect.stringMatching(/^[\da-f]{24}$/) });
    wrappedData(await inner({ to: 'isolated', toTag: 'BTC-USDT' }));
    wrappedData(await inner({ from: 'isolated', fromTag: 'BTC-USDT', to: 'margin', amount: '10' }));
    expect([total('main'), Number(total('trade')) - before]).toEqual(['940', 30]);
    expect([total(isolatedWallet('BTC-USDT')), total('margin')]).toEqual(['20', '10']);
    expect((await inner({ to: 'isolated' })).json).toEqual({ code: '400100', msg: 'toTag is required for ISOLATED' });
    expect((await inner({ to: 'pool' })).json).toMatchObject({ code: '400100' });
    expect((await inner({ to: 'main' })).json).toMatchObject({ code: '400100' });
    expect((await inner({ from: undefined })).json).toEqual({ code: '400100', msg: 'from is required' });
    expect(await inner({}, 'viewer')).toMatchObject({ status: 403 });
  });

  it('appear in the ledger as transfers, on both sides', async () => {
    const heard: LedgerChange[] = [];
    exchange.ledger.onChange(
      change => heard.push(change),
      ({ accountId }) => accountId === exchange.master,
    );
    await move();
    expect(heard.map(({ balance, movement, availableChange }) => [balance.wallet, movement, availableChange])).toEqual([
      ['main', 'transfer', '-100'],
      ['trade', 'transfer', '100'],
    ]);
    expect(heard[0]?.movementId).toBe(heard[1]?.movementId);
  });

  it('report the transferable amount beforehand', async () => {
    exchange.ledger.hold({ accountId: exchange.master, wallet: 'main', currency: 'USDT', amount: '300' });
    const target = '/api/v1/accounts/transferable?currency=USDT&type=';
    const main = wrappedData(await exchange.call({ target: `${target}MAIN` }));
    expect(misfits(main, accountShapes.transferable)).toEqual([]);
    expect(main).toEqual({ currency: 'USDT', balance: '1000', available: '700', holds: '300', transferable: '700' });
    expect((await exchange.call({ target: `${target}ISOLATED` })).json).toMatchObject({
      msg: 'tag is required for ISOLATED',
    });
    expect((await exchange.call({ target: `${target}PIGGY` })).json).toMatchObject({ code: '400100' });
  });
});

describe('transfers of any kind', () => {
  it('never change the total of a coin', async () => {
    const exchange = await openMasterExchange('live');
    exchange.give(exchange.master, 'main', { USDT: '500', BTC: '3' });
    exchange.give(exchange.master, 'futures', { USDT: '500', XBT: '1' });
    const places = ['main', 'trade', 'futures', 'margin', isolatedWallet('BTC-USDT')] as const;
    const coins = (...names: readonly string[]): Decimal => sum(names.map(name => exchange.ledger.totalOf(name)));
    const before = [coins('USDT'), coins('BTC', 'XBT')];
    let oid = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.constantFrom(...places),
        fc.constantFrom('USDT', 'BTC', 'XBT', 'ETH'),
        fc.integer({ min: 1, max: 900 }),
        (from, to, currency, amount) => {
          const [payer, payee] = [from, to].map(wallet => ({ accountId: exchange.master, wallet }));
          if (payer === undefined || payee === undefined) return;
          oid += 1;
          const request = { clientOid: `${oid}`, from: payer, to: payee, currency, amount: `${amount}` as const };
          exchange.transfers.request(exchange.master, request);
          expect([coins('USDT'), coins('BTC', 'XBT')]).toEqual(before);
        },
      ),
      { numRuns: 200 },
    );
    await exchange.close();
  });
});
