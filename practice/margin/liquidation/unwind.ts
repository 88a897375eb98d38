import { isZero } from '#shared/decimal.ts';
import { payAllThatIsThere } from '../debt/repay.ts';
import { hasReached, worthOf } from '../risk/valuation.ts';
import { debtsOf, isInDebt, owedIn, owedOf } from '../state/liabilities.ts';
import { enterStatus, type MarginAccountState, type MarginVenueState } from '../state/state.ts';
import { buy, missingOf, sellAll, type TradeResult } from './trades.ts';

/** A sale may make a purchase possible, and a purchase may leave a rest: more than a few mean that the book is thin. */
const stepsALook = 4;

/** Everything of the account that waits in the book or for a trigger is cancelled. */
function cancelEverything(venue: MarginVenueState, account: MarginAccountState): void {
  const { accountId, tradeType, symbol } = account;
  const filter = symbol === null ? { tradeType } : { tradeType, symbol };
  for (const { id } of venue.spot.orders(accountId, 'active', filter)) venue.spot.cancel(accountId, id);
  for (const { id, tradeSource } of venue.spot.stops(accountId, filter)) {
    venue.spot.cancelStop(accountId, id, tradeSource);
  }
  account.protectiveStopId = null;
}

/** Sells what is not owed, so that the hub can pay the debts. */
function sellSpare(venue: MarginVenueState, account: MarginAccountState): readonly TradeResult[] {
  return account.currencies
    .filter(currency => currency !== account.hub && isZero(owedIn(account, currency)))
    .map(currency => (isInDebt(account) ? sellAll(venue, account, currency) : 'none'));
}

function buyOwed(venue: MarginVenueState, account: MarginAccountState): readonly TradeResult[] {
  return debtsOf(account)
    .filter(({ currency }) => currency !== account.hub)
    .map(debt => {
      const { currency } = debt;
      const { available } = venue.ledger.balance(account.accountId, account.wallet, currency);
      return buy(venue, account, { currency, amount: missingOf(owedOf(debt), available) });
    });
}

function conclude(venue: MarginVenueState, account: MarginAccountState): void {
  const isLost = hasReached(worthOf(venue, account), venue.terms.liquidationDebtRatio);
  if (isLost) enterStatus(venue, account, { status: 'BANKRUPTCY', reason: 'FORCE_LIQUIDATION' });
  else {
    const reason = isInDebt(account) ? 'DEFAULT_DEBT' : 'DEFAULT_CLEAR';
    enterStatus(venue, account, { status: 'EFFECTIVE', reason });
  }
}

/** One sale of each spare currency, one purchase of each that is owed, and what both pay for. */
function step(venue: MarginVenueState, account: MarginAccountState): readonly TradeResult[] {
  const sales = sellSpare(venue, account);
  payAllThatIsThere(venue, account, 'FORCE_LIQUIDATION');
  const purchases = buyOwed(venue, account);
  payAllThatIsThere(venue, account, 'FORCE_LIQUIDATION');
  return [...sales, ...purchases];
}

/**
 * Turns everything into the owed currencies through the book and pays the debts (docs/exchange/matching.md §11). What
 * the book cannot take within its price limit now is tried again at the next look. It ends with the debts below their
 * line, or with nothing left to sell: bankrupt.
 */
export function unwind(venue: MarginVenueState, account: MarginAccountState): void {
  payAllThatIsThere(venue, account, 'FORCE_LIQUIDATION');
  let results: readonly TradeResult[] = [];
  for (let count = 0; count < stepsALook && isInDebt(account); count += 1) {
    results = step(venue, account);
    if (!results.includes('traded')) break;
  }
  if (!isInDebt(account) || results.every(result => result === 'none')) conclude(venue, account);
}

/** Freezes the account, clears its orders away and begins. */
export function liquidate(venue: MarginVenueState, account: MarginAccountState): void {
  enterStatus(venue, account, { status: 'LIQUIDATION', reason: 'FORCE_LIQUIDATION' });
  cancelEverything(venue, account);
  unwind(venue, account);
}
