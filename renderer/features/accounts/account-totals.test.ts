import { describe, expect, it } from 'vitest';
import { formatDecimal } from '#lib/format.ts';
import type { SubAccountBalance } from '#shared/domain/account/account.ts';
import {
  accountRows,
  heldRatio,
  statusText,
  totalsOf,
  typeText,
  valueCurrencies,
  valueFormat,
  valueIn,
} from './account-totals.ts';

const balance: SubAccountBalance = {
  wallet: 'main',
  currency: 'USDT',
  total: '100',
  available: '75',
  held: '25',
  valueCurrency: 'USDT',
  unitPrice: '1',
  value: '100',
};
const coin: SubAccountBalance = {
  ...balance,
  currency: 'BTC',
  total: '0.5',
  available: '0.5',
  held: '0',
  unitPrice: '60000',
  value: '30000',
};
const account = {
  userId: 'a',
  uid: '1',
  name: 'alpha',
  status: 2,
  type: 0,
  access: 'All',
  createdAtMs: 0,
  remarks: null,
};

describe('account totals', () => {
  it('sum per value currency and never across', () => {
    const totals = totalsOf([balance, coin, { ...balance, valueCurrency: 'BTC', value: '0.001' }]);
    expect(totals.get('USDT')).toEqual({ value: '30100', held: '25' });
    expect(totals.get('BTC')).toEqual({ value: '0.001', held: '0.00025' });
  });

  it('account totals are empty for an empty balance', () => {
    expect(totalsOf([{ ...balance, total: '0', available: '0', held: '0', value: '0' }]).get('USDT')).toEqual({
      value: '0',
      held: '0',
    });
  });
});

describe('account rows', () => {
  it('include an account without assets, and unknown accounts with their assets', () => {
    const rows = accountRows([{ userId: 'b', name: 'beta', isReadable: true, balances: [balance, coin] }], [account]);
    expect(rows.map(row => [row.name, row.account?.status ?? null, row.topCurrency])).toEqual([
      ['beta', null, 'BTC'],
      ['alpha', 2, null],
    ]);
  });

  it('have no top currency for balances without value', () => {
    const [row] = accountRows(
      [{ userId: 'a', name: 'alpha', isReadable: true, balances: [{ ...balance, value: '0' }] }],
      [account],
    );
    expect(row?.topCurrency).toBeNull();
    expect(row?.account).toEqual(account);
  });

  it('have the value, the share on hold and the currencies of the table', () => {
    const rows = accountRows(
      [
        { userId: 'a', name: 'a', isReadable: true, balances: [balance, coin] },
        { userId: 'b', name: 'b', isReadable: true, balances: [{ ...balance, valueCurrency: 'EUR' }] },
        { userId: 'c', name: 'c', isReadable: true, balances: [balance] },
      ],
      [],
    );
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('rows are missing');
    expect(valueIn(first, 'USDT')).toBe('30100');
    expect(valueIn(second, 'USDT')).toBe('0');
    expect(heldRatio(first, 'USDT')).toBe('0.0008');
    expect(heldRatio(second, 'USDT')).toBeNull();
    expect(heldRatio({ totals: new Map([['USDT', { value: '0', held: '0' }]]) }, 'USDT')).toBeNull();
    expect(valueCurrencies(rows)).toEqual(['USDT', 'EUR']);
  });
});

it('account codes have texts, and unknown ones are shown as they are', () => {
  expect([statusText(2), statusText(3), statusText(9)]).toEqual(['enabled', 'frozen', 'status 9']);
  expect([typeText(0), typeText(1), typeText(2), typeText(5), typeText(7)]).toEqual([
    'normal',
    'robot',
    'novice',
    'asset management',
    'type 7',
  ]);
});

it('a small account valued in a large coin is not shown as zero', () => {
  expect(formatDecimal('0.00318', valueFormat('BTC'))).toBe('0.003180');
  expect(formatDecimal('310.5', valueFormat('USDT'))).toBe('310.50');
});
