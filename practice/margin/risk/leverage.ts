import { compare, type Decimal, isNegative, scaleOf } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { checkOperable, type MarginAccountState, type MarginVenueState } from '../state/state.ts';
import { headroomAt } from './limits.ts';

const finest = 2;

/**
 * Changes the leverage up to which the account can borrow (docs/exchange/endpoints.md §5.3): more than 1, at most the
 * account's highest, and enough for what it owes already.
 */
export function changeLeverage(
  venue: MarginVenueState,
  account: MarginAccountState,
  leverage: Decimal,
): Outcome<Decimal> {
  const operable = checkOperable(account);
  if (!operable.ok) return operable;
  if (scaleOf(leverage) > finest || compare(leverage, '1') <= 0) {
    return refuse('leverage', `leverage must be more than 1 and have at most ${finest} decimals`, 'leverage');
  }
  if (compare(leverage, `${account.maxLeverage}`) > 0) {
    return refuse('leverage', `leverage must be at most ${account.maxLeverage}`, 'leverage');
  }
  if (isNegative(headroomAt(venue, account, leverage))) {
    return refuse('leverage', 'leverage must carry what the account owes', 'leverage');
  }
  account.leverage = leverage;
  return accept(leverage);
}
