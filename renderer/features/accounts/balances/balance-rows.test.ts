import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { balanceRows, debtsOf, totalText, walletName } from './balance-rows.ts';

const prices: Readonly<Record<string, Decimal>> = { USDT: '1', BTC: '50000', XBT: '50000', ETH: '2000' };
const priceOf = (currency: string) => prices[currency] ?? null;
const facts = { currency: 'USDT', priceOf, marginAccounts: [] };

const pair = (symbol: string, currency: string, total: Decimal): MarginAccountRow => {
  const holding = {
    currency,
    total,
    available: total,
    held: '0',
    liability: '0',
    principal: null,
    interest: null,
    mostToBorrow: null,
    isBorrowEnabled: null,
    isTransferInEnabled: null,
  } as const;
  const account = { type: 'isolated', status: 'effective', debtRatio: '0', quoteCurrency: null } as const;
  return { ...account, id: symbol, symbol, totalAssets: null, totalLiabilities: null, holdings: [holding] };
};

it('balance rows value each balance in the reference currency, and none without a price', () => {
  const balances = [
    buildBalance({ total: '2' }),
    buildBalance({ wallet: 'futures', currency: 'XBT', total: '0.1' }),
    buildBalance({ currency: 'NEW', total: '7' }),
    buildBalance({ currency: 'OLD', total: '0' }),
  ];
  expect(balanceRows(balances, facts).map(({ value }) => value)).toEqual(['100000', '5000', null, '0']);
  expect(balanceRows(balances, { ...facts, currency: 'ETH' }).map(({ value }) => value)).toEqual([
    '50',
    '2.5',
    null,
    '0',
  ]);
  expect(balanceRows(balances, { ...facts, currency: 'XXX' })[0]?.value).toBeNull();
});

const noDebts = { value: '0', unpriced: [] } as const;
const totalOf = (balances: readonly Balance[], part: Partial<Parameters<typeof totalText>[0]> = {}) =>
  totalText({ rows: balanceRows(balances, facts), debts: noDebts, currency: 'USDT', missing: [], ...part });

it('balance rows name in the total the currencies without a price and the unread wallets', () => {
  const missing = [{ part: 'the USDT futures wallet', reason: 'It is away.', asOfMs: null }];
  const [btc, other] = [buildBalance({ total: '2' }), buildBalance({ currency: 'NEW', total: '7' })];
  expect(totalOf([btc, other])).toBe('Total 100,000.00 USDT · without a price: NEW');
  expect(totalOf([btc], { missing })).toBe('Total 100,000.00 USDT · without the USDT futures wallet');
  const many = ['A', 'B', 'C', 'D', 'D'].map(currency => buildBalance({ currency, total: '1' }));
  expect(totalOf(many)).toBe('Total 0.00 USDT · without a price: A, B, C and 1 more');
});

it('balance rows show liabilities and the net, or that liabilities are not subtracted', () => {
  const balances = [buildBalance({ wallet: 'margin', total: '2' })];
  const account = pair('BTC-USDT', 'BTC', '2');
  const owing = {
    ...account,
    holdings: account.holdings.flatMap(each => [
      { ...each, currency: 'ETH', liability: '5' as const },
      { ...each, currency: 'NEW', liability: '1' as const },
    ]),
  };
  const totalWith = (marginAccounts: readonly MarginAccountRow[] | undefined) =>
    totalOf(balances, { debts: debtsOf(balances, { ...facts, marginAccounts }) });
  expect(totalWith([owing])).toBe(
    'Total 100,000.00 USDT · debts 10,000.00 USDT · net 90,000.00 USDT · without a price: NEW',
  );
  expect(totalWith([account])).toBe('Total 100,000.00 USDT');
  expect(totalWith(undefined)).toBe('Total 100,000.00 USDT · debts not subtracted: margin accounts were not read');
  const spot = [buildBalance()];
  expect(debtsOf(spot, { ...facts, marginAccounts: undefined })).toEqual(noDebts);
});

it('balance rows name the pair of an isolated wallet when only one pair can hold the balance', () => {
  const isolated = buildBalance({ wallet: 'isolated', currency: 'USDT', total: '100' });
  const nameWith = (...marginAccounts: readonly MarginAccountRow[]) =>
    balanceRows([isolated], { ...facts, marginAccounts }).map(walletName);
  expect(nameWith(pair('BTC-USDT', 'USDT', '99'))).toEqual(['isolated BTC-USDT']);
  expect(nameWith(pair('BTC-USDT', 'USDT', '100'), pair('ETH-USDT', 'USDT', '250'))).toEqual(['isolated BTC-USDT']);
  expect(nameWith(pair('BTC-USDT', 'USDT', '100'), pair('ETH-USDT', 'USDT', '100'))).toEqual(['isolated']);
  expect(nameWith(pair('BTC-USDT', 'BTC', '100'))).toEqual(['isolated']);
  const trade = buildBalance({ currency: 'USDT', total: '100' });
  expect(balanceRows([trade], { ...facts, marginAccounts: [pair('BTC-USDT', 'USDT', '100')] }).map(walletName)).toEqual(
    ['trade'],
  );
});
