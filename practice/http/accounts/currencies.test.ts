import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currencies } from '#practice/accounts/currencies/currency.ts';
import { spotPairs } from '#practice/markets/listing/spot-pairs.ts';
import { accountShapes } from '../testing/account-shapes.ts';
import { type FakeExchange, openFakeExchange } from '../testing/fake-exchange.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { misfits } from '../testing/wire-shapes.ts';

describe.each(['document', 'live'] as const)('currencies, dialect %s', dialect => {
  let exchange: FakeExchange;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const get = (target: string) => exchange.call({ target, as: null });
  const chainsOf = async (target: string) => rows(member(wrappedData(await get(target)), 'chains'));

  it('list everything without a key, at the weight of public data', async () => {
    const reply = await get('/api/v3/currencies');
    const all = rows(wrappedData(reply));
    expect(all.map(row => member(row, 'currency'))).toEqual(currencies.map(({ currency }) => currency));
    for (const row of all) expect(misfits(row, accountShapes.currency)).toEqual([]);
    expect(reply.headers.get('gw-ratelimit-remaining')).toBe('1997');
  });

  it('show each chain with its states, minimums, fees and confirmations', async () => {
    const currency = wrappedData(await get('/api/v3/currencies/BTC'));
    expect(currency).toMatchObject({ currency: 'BTC', confirms: null, contractAddress: null, precision: 8 });
    const [bitcoin, , kcc, segwit] = rows(member(currency, 'chains'));
    expect(misfits(bitcoin, accountShapes.chain[dialect])).toEqual([]);
    expect(bitcoin).toMatchObject({
      chainId: 'btc',
      withdrawalMinSize: '0.001',
      withdrawalMinFee: '0.0005',
      depositMinSize: '0.0002',
      confirms: 3,
      preConfirms: 1,
      contractAddress: '',
    });
    expect(kcc).toMatchObject({ depositMinSize: null, contractAddress: '0xfa93c12cd345c658bc4644d1d4e1b9615952258c' });
    expect(segwit).toMatchObject({ isWithdrawEnabled: false, isDepositEnabled: true });
  });

  it('name a deposit fee and a maximum fee if any', async () => {
    const [dogecoin] = await chainsOf('/api/v3/currencies/DOGE');
    expect(dogecoin).toMatchObject({ depositFeeRate: '0.001', withdrawFeeRate: '0.002', withdrawMaxFee: '200' });
    const [tether] = await chainsOf('/api/v3/currencies/USDT');
    expect(tether).not.toHaveProperty('depositFeeRate');
    expect(tether).not.toHaveProperty('withdrawMaxFee');
  });

  it.each(['TRC20', 'trc20', 'trx'])('filter by the chain %s', async chain => {
    const chains = await chainsOf(`/api/v3/currencies/USDT?chain=${chain}`);
    expect(chains.map(row => member(row, 'chainName'))).toEqual(['TRC20']);
  });

  it('reject unknown currencies and chains', async () => {
    expect((await get('/api/v3/currencies/NONE')).json).toEqual({ code: '400100', msg: 'currency not exists: NONE' });
    expect((await get('/api/v3/currencies/BTC?chain=TRC20')).json).toEqual({
      code: '400100',
      msg: 'BTC has no chain TRC20',
    });
    expect((await get(`/api/v3/currencies/${'X'.repeat(17)}`)).json).toEqual({
      code: '400100',
      msg: 'currency must be text of 1 to 16 characters',
    });
  });
});

describe('the listing of currencies', () => {
  it('has every currency that a pair trades', () => {
    const traded = new Set(spotPairs.flatMap(pair => [pair.baseCurrency, pair.quoteCurrency]));
    const listed = new Set(currencies.map(({ currency }) => currency));
    expect([...traded].filter(currency => !listed.has(currency))).toEqual([]);
  });
});
