import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currencies } from '#practice/accounts/currencies/currency.ts';
import { depositAddress } from '#practice/accounts/deposits/addresses.ts';
import { isAddressOf } from '#practice/accounts/withdrawals/address.ts';
import { accountShapes } from '../../testing/account-shapes.ts';
import { type FakeExchange, openFakeExchange, startMs } from '../../testing/fake-exchange.ts';
import { member, rows, wrappedData } from '../../testing/unwrap.ts';
import { misfits, sharedShapes } from '../../testing/wire-shapes.ts';

const dayMs = 86_400_000;
const tron = { currency: 'USDT', chain: 'TRC20', amount: '50', seenAtMs: startMs } as const;

describe.each(['document', 'live'] as const)('deposits, dialect %s', dialect => {
  let exchange: FakeExchange;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const get = (target: string) => exchange.call({ target: `/api/${target}` });
  const create = (body: object) => exchange.call({ method: 'POST', target: '/api/v3/deposit-address/create', body });
  const list = async (query = '') => wrappedData(await get(`v1/deposits${query}`));
  const main = () => exchange.ledger.balance('master', 'main', 'USDT').available;

  it('arrive once, when their chain has confirmed them', async () => {
    exchange.deposits.receive('master', tron);
    exchange.deposits.tick(startMs + 2999);
    expect(await list()).toMatchObject({ totalNum: 1, items: [{ status: 'PROCESSING', chain: 'trx', amount: '50' }] });
    expect(main()).toBe('0');
    exchange.deposits.tick(startMs + 3000);
    exchange.deposits.tick(startMs + 9000);
    expect(await list()).toMatchObject({ items: [{ status: 'SUCCESS', updatedAt: startMs + 3000 }] });
    expect(main()).toBe('50');
  });

  it('list by month, page and every parameter, in both forms', async () => {
    for (const days of [1, 5, 29, 31])
      exchange.deposits.remember('master', { ...tron, seenAtMs: startMs - days * dayMs });
    exchange.deposits.remember('master', { ...tron, currency: 'BTC', chain: 'btc', seenAtMs: startMs - 2 * dayMs });
    exchange.deposits.remember('sub-1', tron);
    exchange.deposits.receive('master', tron);
    const page = await list();
    expect(misfits(page, sharedShapes.page)).toEqual([]);
    expect(misfits(rows(page)[0], accountShapes.deposit)).toEqual([]);
    expect(rows(page).map(row => (startMs - Number(member(row, 'createdAt'))) / dayMs)).toEqual([0, 1, 2, 5, 29]);
    expect(await list('?currency=BTC')).toMatchObject({ totalNum: 1 });
    expect(await list('?status=PROCESSING')).toMatchObject({ totalNum: 1 });
    expect(await list(`?startAt=${startMs - 40 * dayMs}`)).toMatchObject({ totalNum: 6 });
    expect(await list('?pageSize=10&currentPage=2')).toMatchObject({ totalNum: 5, items: [] });
    const old = wrappedData(await get('v1/hist-deposits'));
    expect(misfits(rows(old)[0], accountShapes.historicalDeposit)).toEqual([]);
    expect(old).toMatchObject({
      totalNum: 5,
      items: expect.arrayContaining([expect.objectContaining({ createAt: startMs / 1000 })]),
    });
    expect((await get('v1/deposits?status=LOST')).json).toMatchObject({ code: '400100' });
    expect((await get('v1/deposits?startAt=5&endAt=4')).json).toMatchObject({ code: '400100' });
  });

  it('have an address on each chain that accepts them', async () => {
    const [open, memo] = [
      await get('v3/deposit-addresses?currency=USDT'),
      await get('v3/deposit-addresses?currency=XRP'),
    ];
    const addresses = rows(wrappedData(open));
    expect(misfits(addresses[0], accountShapes.depositAddress)).toEqual([]);
    expect(addresses.map(row => member(row, 'chainName'))).toEqual(['ERC20', 'TRC20', 'KCC']);
    expect(member(addresses[0], 'address')).toBe(member(addresses[2], 'address'));
    expect(rows(wrappedData(memo))).toMatchObject([{ memo: expect.stringMatching(/^\d{9}$/) }]);
    const one = rows(wrappedData(await get('v3/deposit-addresses?currency=USDT&chain=trx')));
    expect(one).toEqual([addresses[1]]);
    expect((await get('v3/deposit-addresses')).json).toEqual({ code: '400100', msg: 'currency is required' });
    expect((await get('v3/deposit-addresses?currency=BTC&chain=trx')).json).toEqual({
      code: '400100',
      msg: 'BTC has no chain trx',
    });
  });

  it('have their address in the older forms too', async () => {
    const address = depositAddress('master', 'trx');
    const older = { address, memo: '', chain: 'TRC20', chainId: 'trx', to: 'MAIN', currency: 'USDT' };
    const listed = rows(wrappedData(await get('v2/deposit-addresses?currency=USDT')));
    expect(listed.map(row => member(row, 'chain'))).toEqual(['ERC20', 'TRC20', 'KCC']);
    expect(listed[1]).toEqual({ ...older, contractAddress: expect.any(String) });
    expect(wrappedData(await get('v1/deposit-addresses?currency=USDT&chain=trx'))).toEqual(older);
    expect(wrappedData(await get('v1/deposit-addresses?currency=BTC'))).toMatchObject({ chainId: 'btc' });
    expect((await get('v1/deposit-addresses?currency=USDT&chain=omni')).json).toMatchObject({ code: '400100' });
    expect((await get('v1/deposit-addresses')).json).toEqual({ code: '400100', msg: 'currency is required' });
  });

  it('reach the wallet that was chosen for their address', async () => {
    const trade = () => exchange.ledger.balance('master', 'trade', 'USDT').available;
    exchange.deposits.receive('master', tron);
    expect(wrappedData(await create({ currency: 'USDT', chain: 'trx', to: 'trade' }))).toMatchObject({ to: 'TRADE' });
    const shown = rows(wrappedData(await get('v3/deposit-addresses?currency=USDT')));
    expect(shown.map(row => member(row, 'to'))).toEqual(['MAIN', 'TRADE', 'MAIN']);
    exchange.deposits.tick(startMs + 3000);
    expect([main(), trade()]).toEqual(['0', '50']);
    wrappedData(await create({ currency: 'USDT', chain: 'trx', to: 'main' }));
    exchange.deposits.receive('master', { ...tron, seenAtMs: startMs + 4000 });
    exchange.deposits.tick(startMs + 9000);
    expect([main(), trade()]).toEqual(['50', '50']);
    expect((await create({ currency: 'USDT', to: 'margin' })).json).toEqual({
      code: '400100',
      msg: 'to must be one of main, trade',
    });
  });

  it('keep their address on a second request', async () => {
    const created = wrappedData(await create({ currency: 'USDT', chain: 'trx' }));
    expect(misfits(created, accountShapes.newDepositAddress)).toEqual([]);
    expect(created).toMatchObject({ address: depositAddress('master', 'trx'), to: 'MAIN' });
    expect((await create({ currency: 'USDT', chain: 'omni' })).json).toEqual({
      code: '400100',
      msg: 'deposits of USDT on OMNI are closed',
    });
    expect((await create({ chain: 'trx' })).json).toEqual({ code: '400100', msg: 'currency is required' });
  });
});

describe('deposit addresses', () => {
  it('match the format of their chains, and differ between accounts', () => {
    for (const { chains } of currencies) {
      for (const { chainId } of chains) {
        const address = depositAddress('ada', chainId);
        expect([chainId, isAddressOf(chainId, address)]).toEqual([chainId, true]);
        expect(depositAddress('ada', chainId)).toBe(address);
        expect(depositAddress('ben', chainId)).not.toBe(address);
      }
    }
  });
});
