import { describe, expect, it } from 'vitest';
import type { Decimal } from '../decimal.ts';
import { buildCrossAccount, buildIsolatedAccount, buildMarginHolding } from '../testing/account/build-margin.ts';
import { type DebtOptions, type DebtOrder, previewDebt } from './debt-outlook.ts';

const terms = { baseCurrency: 'BTC', quoteCurrency: 'USDT', tick: '0.01' } as const;
/** 2000 USDT, of which 1000 are owed and 1500 are free. */
const account = buildCrossAccount();
const buy: DebtOrder = { side: 'buy', size: '10', worth: '1000', fee: '1', isAutoBorrow: false, isAutoRepay: false };
const preview = (order: Partial<DebtOrder> = {}, options: Partial<DebtOptions> = {}) =>
  previewDebt({ account, order: { ...buy, ...order }, terms, price: '100', liquidationRatio: '0.97', ...options });

/** The cross account with so much of BTC, counted at 100. */
function holding(total: Decimal, liability: Decimal, sums: { readonly assets: Decimal; readonly debts: Decimal }) {
  const [usdt] = account.holdings;
  const btc = buildMarginHolding({ currency: 'BTC', total, available: total, liability });
  return {
    ...account,
    totalAssets: sums.assets,
    totalLiabilities: sums.debts,
    holdings: [...(usdt === undefined ? [] : [usdt]), btc],
  };
}

describe('debt outlook on cross margin', () => {
  it('a buy from the balance costs its fee, and adds the risk of a fall of the pair', () => {
    expect(preview()).toEqual({
      ratioBefore: '0.5',
      // 1000 ÷ 1999
      ratioAfter: '0.5003',
      liquidationBefore: null,
      // 100 − (0.97 × 1999 − 1000) ÷ (0.97 × 10), up to the tick
      liquidationAfter: '3.2',
    });
  });

  it('a buy with auto-borrow lends the missing amount', () => {
    const large = { size: '20', worth: '2000', fee: '2' } as const;
    // 502 lent: 1502 ÷ 2500
    expect(preview({ ...large, isAutoBorrow: true })).toMatchObject({
      ratioAfter: '0.6008',
      liquidationAfter: '52.43',
    });
    expect(preview(large)?.ratioAfter).toBe('0.5006');
  });

  it('has no value when the exchange would lend and the available amount is unknown', () => {
    const unknown = { ...account, holdings: account.holdings.map(each => ({ ...each, available: null })) };
    expect(preview({ isAutoBorrow: true }, { account: unknown })).toBeNull();
    expect(preview({}, { account: unknown })?.ratioAfter).toBe('0.5003');
    const btc = buildMarginHolding({ currency: 'BTC', total: '5', available: null, liability: '0' });
    const hidden = { ...account, holdings: [btc] };
    expect(preview({ side: 'sell', size: '9', isAutoBorrow: true }, { account: hidden })).toBeNull();
  });

  it('a short sale borrows the sold amount, and a rise of the pair liquidates', () => {
    const short = { side: 'sell', size: '5', worth: '500', fee: '0.5', isAutoBorrow: true } as const;
    // 1500 ÷ 2499.5; 100 + (0.97 × 2499.5 − 1500) ÷ 5, down to the tick
    expect(preview(short)).toMatchObject({ ratioAfter: '0.6002', liquidationAfter: '284.9' });
  });

  it('a sale with auto-repay repays the liability', () => {
    const long = holding('5', '0', { assets: '2500', debts: '1000' });
    const sale = { side: 'sell', size: '5', worth: '500', fee: '0.5' } as const;
    // 1000 ÷ 2499.5, and 500.5 ÷ 2000
    expect(preview(sale, { account: long })?.ratioAfter).toBe('0.4001');
    expect(preview({ ...sale, isAutoRepay: true }, { account: long })).toMatchObject({
      ratioAfter: '0.2503',
      liquidationAfter: null,
    });
  });

  it('a buy repays the liability in the base currency', () => {
    const short = holding('0', '5', { assets: '2500', debts: '1500' });
    const back = { size: '5', worth: '500', fee: '0.5', isAutoRepay: true } as const;
    // 1000 ÷ 1999.5
    expect(preview(back, { account: short })?.ratioAfter).toBe('0.5002');
  });

  it('has no value for an account in another currency, or without sums or a price', () => {
    expect(preview({}, { account: { ...account, quoteCurrency: 'BTC' } })).toBeNull();
    expect(preview({}, { account: { ...account, totalAssets: null } })).toBeNull();
    expect(preview({}, { account: { ...account, totalLiabilities: null } })).toBeNull();
    expect(preview({}, { price: '0' })).toBeNull();
  });
});

describe('debt outlook on an isolated pair', () => {
  const pair = buildIsolatedAccount();
  const eth = { ...terms, baseCurrency: 'ETH' } as const;
  const of = { account: pair, terms: eth, price: '1000' } as const;

  it('covers its two currencies only', () => {
    const sale = { side: 'sell', size: '1', worth: '1000', fee: '1', isAutoRepay: true } as const;
    expect(preview(sale, of)).toEqual({
      ratioBefore: '0.9',
      // 801 ÷ 1000
      ratioAfter: '0.801',
      // 1000 − (1940 − 1800) ÷ 1.94, and 1000 − (970 − 801) ÷ 0.97
      liquidationBefore: '927.84',
      liquidationAfter: '825.78',
    });
  });

  it('reports a liquidation now when it is due, and no price without the line or without liabilities', () => {
    expect(preview({}, { ...of, liquidationRatio: '0.9' })?.liquidationBefore).toBe('1000');
    expect(preview({}, { ...of, liquidationRatio: null })?.liquidationBefore).toBeNull();
    const free = buildIsolatedAccount({
      debtRatio: '0',
      holdings: [buildMarginHolding({ total: '5000', available: '5000' })],
    });
    expect(preview({}, { ...of, account: free })).toMatchObject({ ratioAfter: '0', liquidationAfter: null });
    const bankrupt = { ...pair, holdings: [buildMarginHolding({ total: '10', available: '10', liability: '20' })] };
    expect(preview({ worth: '20000' }, { ...of, account: bankrupt })?.ratioAfter).toBeNull();
  });

  it('has no liquidation price when assets and liabilities of the base currency follow the price alike', () => {
    const even = [
      buildMarginHolding({ currency: 'ETH', total: '100', available: '100', liability: '97' }),
      buildMarginHolding({ total: '1000', available: '1000' }),
    ];
    expect(preview({}, { ...of, account: { ...pair, holdings: even } })?.liquidationBefore).toBeNull();
  });
});
