import type { Balance } from '../domain/account/account.ts';
import type { Withdrawal } from '../domain/money/withdrawal.ts';
import type { Currency, CurrencyChain } from '../domain/market/currency.ts';

/** For tests: one BTC in the trade wallet, all of it free. */
export function buildBalance(overrides: Partial<Balance> = {}): Balance {
  return {
    accountId: 'a1',
    wallet: 'trade',
    currency: 'BTC',
    total: '1',
    available: '1',
    held: '0',
    ...overrides,
  };
}

/** For tests: a hundred USDT that have arrived, after a minute and for a fee of 1.5. */
export function buildWithdrawal(overrides: Partial<Withdrawal> = {}): Withdrawal {
  return {
    currency: 'USDT',
    chain: 'trx',
    status: 'success',
    amount: '100',
    fee: '1.5',
    address: 'TxAddress',
    memo: null,
    walletTxId: 'tx',
    isInner: false,
    remark: null,
    createdAtMs: 1_000_000,
    updatedAtMs: 1_060_000,
    ...overrides,
  };
}

/** For tests: an open chain. */
export function buildChain(overrides: Partial<CurrencyChain> = {}): CurrencyChain {
  return {
    id: 'trx',
    name: 'TRC20',
    isDepositEnabled: true,
    isWithdrawEnabled: true,
    depositMinimum: '1',
    depositFeeRate: null,
    withdrawalMinimum: '3',
    withdrawalMinimumFee: '1.5',
    withdrawalFeeRate: null,
    withdrawalMaximumFee: null,
    withdrawalMaximum: null,
    depositMaximum: null,
    withdrawalPrecision: 6,
    confirmations: 1,
    earlyConfirmations: 1,
    contractAddress: 'TContract',
    needsTag: false,
    ...overrides,
  };
}

/** For tests: a currency of one chain. */
export function buildCurrency(overrides: Partial<Currency> = {}): Currency {
  return {
    currency: 'USDT',
    name: 'USDT',
    fullName: 'Tether',
    precision: 8,
    isMarginEnabled: true,
    isDebitEnabled: true,
    contractAddress: null,
    confirmations: null,
    chains: [buildChain()],
    ...overrides,
  };
}
