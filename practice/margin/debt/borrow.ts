import { add, compare, type Decimal, isMultipleOf, isPositive, minimum } from '#shared/decimal.ts';
import { accept, type Outcome, type Rejection, refuse } from '#practice/kernel/kernel.ts';
import { remember } from '#practice/kernel/remember.ts';
import { borrowable, termsOf } from '../risk/limits.ts';
import { liabilityOf } from '../state/liabilities.ts';
import {
  checkOperable,
  enterStatus,
  historyOf,
  type MarginAccountState,
  type MarginVenueState,
} from '../state/state.ts';
import type { BorrowRecord, BorrowRequest, MarginStatusReason } from '../types.ts';

/** Loans, repayments and charges remembered for a user, of each. */
export const historyMemory = 20_000;

interface Loan {
  readonly currency: string;
  /** what was asked for */
  readonly size: Decimal;
  readonly actualSize: Decimal;
}

function record(venue: MarginVenueState, account: MarginAccountState, loan: Loan): BorrowRecord {
  const { accountId, symbol } = account;
  const borrow: BorrowRecord = {
    ...loan,
    orderNo: venue.identifiers.orderId(),
    symbol,
    status: isPositive(loan.actualSize) ? 'SUCCESS' : 'FAILED',
    createdAtMs: venue.clock.nowMs(),
  };
  remember(historyOf(venue, accountId).borrows, borrow, historyMemory);
  return borrow;
}

/** Lends the money: it comes from the lender, and the account owes it from now on. The lender must have it. */
export function lend(
  venue: MarginVenueState,
  account: MarginAccountState,
  loan: Loan & { readonly reason: MarginStatusReason },
): BorrowRecord {
  const { accountId, wallet } = account;
  const { reason, ...sizes } = loan;
  const { currency, actualSize: amount } = sizes;
  enterStatus(venue, account, { status: 'BORROW', reason });
  const from = { accountId: venue.lenderId, wallet: 'main', currency, amount } as const;
  if (!venue.ledger.transfer(from, { accountId, wallet })) throw new Error(`the lender has not ${amount} ${currency}`);
  const liability = liabilityOf(account, currency);
  liability.principal = add(liability.principal, amount);
  const borrow = record(venue, account, sizes);
  enterStatus(venue, account, { status: 'EFFECTIVE', reason: 'DEFAULT_DEBT' });
  return borrow;
}

function checkSize(venue: MarginVenueState, account: MarginAccountState, request: BorrowRequest): Rejection | null {
  const { currency, size } = request;
  const terms = account.currencies.includes(currency) ? termsOf(venue, currency) : null;
  if (terms === null) return refuse('borrow-disabled', `${currency} cannot be borrowed here`, 'currency');
  if (compare(size, terms.borrowMinimum) < 0) {
    return refuse('borrow-size', `at least ${terms.borrowMinimum} ${currency} can be borrowed`, 'size');
  }
  if (isMultipleOf(size, terms.borrowIncrement)) return null;
  return refuse('borrow-size', `size must be a multiple of ${terms.borrowIncrement}`, 'size');
}

/** Borrows on the user's order (docs/exchange/endpoints.md §5.3). What fails for want of margin is remembered, too. */
export function borrowByUser(
  venue: MarginVenueState,
  account: MarginAccountState,
  request: BorrowRequest,
): Outcome<BorrowRecord> {
  const operable = checkOperable(account);
  if (!operable.ok) return operable;
  const rejection = checkSize(venue, account, request);
  if (rejection !== null) return rejection;
  const { currency, size, timeInForce } = request;
  const most = borrowable(venue, account, currency);
  const actualSize = minimum(size, most);
  if (!isPositive(actualSize) || (timeInForce === 'FOK' && compare(actualSize, size) < 0)) {
    record(venue, account, { currency, size, actualSize: '0' });
    return refuse('borrow-limit', `at most ${most} ${currency} can be borrowed now`, 'size');
  }
  return accept(lend(venue, account, { currency, size, actualSize, reason: 'USER_BORROW' }));
}
