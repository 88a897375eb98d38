import { hasReached, worthOf } from '../risk/valuation.ts';
import { isInDebt } from '../state/liabilities.ts';
import { enterStatus, type MarginAccountState, type MarginVenueState } from '../state/state.ts';
import { protect, unprotect } from './protective-stop.ts';
import { liquidate, unwind } from './unwind.ts';

function look(venue: MarginVenueState, account: MarginAccountState): void {
  const { warningDebtRatio, liquidationDebtRatio } = venue.terms;
  if (account.status === 'LIQUIDATION') {
    unwind(venue, account);
    return;
  }
  const worth = worthOf(venue, account);
  if (account.status === 'BANKRUPTCY') {
    // money has come in, or a price has moved
    if (!hasReached(worth, liquidationDebtRatio)) {
      const reason = isInDebt(account) ? 'DEFAULT_DEBT' : 'DEFAULT_CLEAR';
      enterStatus(venue, account, { status: 'EFFECTIVE', reason });
    }
    return;
  }
  if (hasReached(worth, liquidationDebtRatio)) liquidate(venue, account);
  else if (hasReached(worth, warningDebtRatio)) protect(venue, account);
  else unprotect(venue, account);
}

/** Looks at every account that owes something: warns, liquidates, sets free (docs/exchange/states.md §9). */
export function watchAccounts(venue: MarginVenueState): void {
  for (const account of venue.accounts.values()) {
    if (isInDebt(account) || account.status !== 'EFFECTIVE' || account.protectiveStopId !== null) look(venue, account);
  }
}
