import type { Decimal } from '#shared/decimal.ts';
import type { SubAccount, SubAccountBalance, SubAccountHoldings } from '#shared/domain/account/account.ts';
import type { OverseenRow } from '../model/overseen-rows.ts';
import { overseenRows, shareOf } from '../model/overseen-rows.ts';
import { coinPrices, valuationIn } from '../model/valuation.ts';
import type { ValueChange } from '../model/changes/value-change.ts';

/** What one bitcoin costs in each coin. */
export const testPrices: Readonly<Record<string, Decimal>> = { USDT: '50000', BTC: '1', ETH: '20', NONE: '0' };

export function buildBalance(overrides: Partial<SubAccountBalance> = {}): SubAccountBalance {
  const currency = overrides.currency ?? 'USDT';
  return {
    wallet: 'main',
    currency,
    total: '1000',
    available: '1000',
    held: '0',
    valueCurrency: 'BTC',
    unitPrice: testPrices[currency] ?? '0',
    value: '0.02',
    ...overrides,
  };
}

export function buildSubAccount(userId: string, overrides: Partial<SubAccount> = {}): SubAccount {
  return {
    userId,
    uid: `10${userId}`,
    name: userId,
    status: 2,
    type: 0,
    access: 'All',
    createdAtMs: 1_700_000_000_000,
    remarks: null,
    ...overrides,
  };
}

export function buildHoldings(userId: string, balances: readonly SubAccountBalance[]): SubAccountHoldings {
  return { userId, name: userId, isReadable: true, balances: [...balances] };
}

/** Rows of accounts that hold these amounts, valued in dollars. */
export function buildRows(
  amounts: Readonly<Record<string, Readonly<Record<string, Decimal>>>>,
): readonly OverseenRow[] {
  const holdings = Object.entries(amounts).map(([userId, coins]) =>
    buildHoldings(
      userId,
      Object.entries(coins).map(([currency, total]) => buildBalance({ currency, total, available: total })),
    ),
  );
  const accounts = Object.keys(amounts).map(userId => buildSubAccount(userId));
  // an account without dollars has a price of them all the same
  const priced = coinPrices([
    buildHoldings(
      'p',
      Object.keys(testPrices).map(currency => buildBalance({ currency })),
    ),
  ]);
  return overseenRows({ accounts, holdings, futures: [] }, valuationIn(priced, 'USDT'));
}

/** A change that is a flow alone. */
export function changeBy(before: Decimal, amount: Decimal): ValueChange {
  return { before, amount, ratio: shareOf(amount, before), flow: amount, futures: '0', price: '0' };
}
