import { add, type Decimal, isZero } from '#shared/decimal.ts';
import type { LiabilityState, MarginAccountState } from './state.ts';

/** Principal and interest that the account owes in a currency. */
export function owedIn({ liabilities }: MarginAccountState, currency: string): Decimal {
  const liability = liabilities.get(currency);
  return liability === undefined ? '0' : owedOf(liability);
}

export function owedOf({ principal, interest }: LiabilityState): Decimal {
  return add(principal, interest);
}

/** What the account owes, currency by currency; never an empty one. */
export function debtsOf({ liabilities }: MarginAccountState): readonly LiabilityState[] {
  return [...liabilities.values()].filter(liability => !isZero(owedOf(liability)));
}

export function isInDebt(account: MarginAccountState): boolean {
  return debtsOf(account).length > 0;
}

/** The liability in this currency, made when there is none. */
export function liabilityOf({ liabilities }: MarginAccountState, currency: string): LiabilityState {
  const known = liabilities.get(currency);
  if (known !== undefined) return known;
  const liability: LiabilityState = { currency, principal: '0', interest: '0' };
  liabilities.set(currency, liability);
  return liability;
}
