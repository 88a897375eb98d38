import type { Balance } from '../domain/account/account.ts';

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
