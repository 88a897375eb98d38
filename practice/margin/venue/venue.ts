import { compare } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { borrowByUser } from '../debt/borrow.ts';
import { chargeInterest } from '../debt/interest.ts';
import { repayByUser } from '../debt/repay.ts';
import { watchAccounts } from '../liquidation/watch.ts';
import { repayFromFill } from '../orders/auto-repay.ts';
import { placeMarginOrder, testMarginOrder } from '../orders/place.ts';
import { changeLeverage } from '../risk/leverage.ts';
import { transferableOf } from '../risk/limits.ts';
import { priceOf } from '../risk/valuation.ts';
import {
  accountOf,
  checkOperable,
  createVenueState,
  historyOf,
  type MarginAccountState,
  type MarginVenueOptions,
  type MarginVenueState,
} from '../state/state.ts';
import type { MarginScope, MarginTransfers, MarginVenue } from '../types.ts';
import { showAccount } from './show-account.ts';

function withAccount<T>(
  venue: MarginVenueState,
  scope: MarginScope,
  action: (account: MarginAccountState) => Outcome<T>,
): Outcome<T> {
  const account = accountOf(venue, scope);
  return account.ok ? venue.events.run(() => action(account.value)) : account;
}

function createTransfers(venue: MarginVenueState): MarginTransfers {
  const transferable: MarginTransfers['transferable'] = (scope, currency) => {
    const account = accountOf(venue, scope);
    return account.ok ? transferableOf(venue, account.value, currency) : '0';
  };
  return {
    transferable,
    mayLeave(scope, { currency, amount }) {
      const account = accountOf(venue, scope);
      if (!account.ok) return account;
      const { available } = venue.ledger.balance(scope.accountId, account.value.wallet, currency);
      if (compare(amount, available) > 0) return refuse('balance', 'Balance insufficient!');
      const most = transferable(scope, currency);
      if (compare(amount, most) <= 0) return accept(null);
      return refuse('margin-ratio', `at most ${most} ${currency} may leave the account with its debts`, 'amount');
    },
    mayEnter(scope, currency) {
      const account = accountOf(venue, scope);
      if (!account.ok) return account;
      if (account.value.status === 'LIQUIDATION') {
        return refuse('margin-frozen', 'The margin account is frozen by a forced liquidation.');
      }
      if (account.value.currencies.includes(currency)) return accept(null);
      return refuse('parameter', `${currency} does not belong into this margin account`, 'currency');
    },
  };
}

/**
 * Cross and isolated margin over the books of spot: loans, interest, debt ratios, liquidation, after
 * docs/exchange/endpoints.md §5, docs/exchange/states.md §9 and docs/exchange/matching.md §11. The money lies in the
 * wallets of the ledger, what is owed lies here; orders, stop orders and fills are the spot venue's.
 */
export function createMarginVenue(options: MarginVenueOptions): MarginVenue {
  const venue = createVenueState(options);
  const { spot, events } = venue;
  spot.onEvent(event => event.kind === 'repaying-fill' && repayFromFill(venue, event.fill), ['repaying-fill']);
  return {
    ...createTransfers(venue),
    terms: options.terms,
    crossPairs: () => spot.pairs.filter(pair => pair.isMarginEnabled),
    place: (accountId, order) => events.run(() => placeMarginOrder(venue, accountId, order)),
    test: (accountId, order) => testMarginOrder(venue, accountId, order),
    mayTrade: scope => withAccount(venue, scope, checkOperable),
    borrow: (scope, request) => withAccount(venue, scope, account => borrowByUser(venue, account, request)),
    repay: (scope, request) => withAccount(venue, scope, account => repayByUser(venue, account, request)),
    changeLeverage: (scope, leverage) => withAccount(venue, scope, account => changeLeverage(venue, account, leverage)),
    account: scope => withAccount(venue, scope, account => accept(showAccount(venue, account))),
    history(accountId) {
      const { borrows, repays, interests } = historyOf(venue, accountId);
      return { borrows: borrows.toReversed(), repays: repays.toReversed(), interests: interests.toReversed() };
    },
    priceOf: currency => priceOf(venue, currency),
    tick: nowMs =>
      events.run(() => {
        chargeInterest(venue, nowMs);
        watchAccounts(venue);
      }),
    onEvent: listener => events.listen(listener),
  };
}
