import { compare, type Decimal, isPositive, isZero, minimum, subtract } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { remember } from '#practice/kernel/remember.ts';
import { debtsOf, isInDebt, liabilityOf, owedIn } from '../state/liabilities.ts';
import { enterStatus, historyOf, type MarginAccountState, type MarginVenueState } from '../state/state.ts';
import type { MarginStatus, MarginStatusReason, RepayRecord, RepayRequest } from '../types.ts';
import { historyMemory } from './borrow.ts';

interface Repayment extends RepayRequest {
  readonly reason: MarginStatusReason;
}

/** After a repayment the account is as it was before it, but free of a bankruptcy once it owes nothing. */
function statusAfter(account: MarginAccountState, before: MarginStatus): MarginStatus {
  return before === 'BANKRUPTCY' && !isInDebt(account) ? 'EFFECTIVE' : before;
}

/**
 * Pays a debt out of what is free in the account, the interest before the principal. The amount must be there and not
 * be more than is owed.
 */
function payBack(
  venue: MarginVenueState,
  account: MarginAccountState,
  { currency, size, reason }: Repayment,
): RepayRecord {
  const { accountId, symbol, wallet, status: before } = account;
  if (before !== 'LIQUIDATION') enterStatus(venue, account, { status: 'REPAY', reason });
  const from = { accountId, wallet, currency, amount: size };
  if (!venue.ledger.transfer(from, { accountId: venue.lenderId, wallet: 'main' })) {
    throw new Error(`${accountId} has not ${size} ${currency} in ${wallet}`);
  }
  const liability = liabilityOf(account, currency);
  const interest = minimum(size, liability.interest);
  const principal = subtract(size, interest);
  liability.interest = subtract(liability.interest, interest);
  liability.principal = subtract(liability.principal, principal);
  const repay: RepayRecord = {
    orderNo: venue.identifiers.orderId(),
    symbol,
    currency,
    size,
    principal,
    interest,
    status: 'SUCCESS',
    createdAtMs: venue.clock.nowMs(),
  };
  remember(historyOf(venue, accountId).repays, repay, historyMemory);
  if (before !== 'LIQUIDATION') {
    const settled = isInDebt(account) ? 'DEFAULT_DEBT' : 'DEFAULT_CLEAR';
    enterStatus(venue, account, { status: statusAfter(account, before), reason: settled });
  }
  return repay;
}

/** Repays on the user's order: at most what is owed (docs/exchange/endpoints.md §5.3). */
export function repayByUser(
  venue: MarginVenueState,
  account: MarginAccountState,
  { currency, size }: RepayRequest,
): Outcome<RepayRecord> {
  if (account.status === 'LIQUIDATION') {
    return refuse('margin-frozen', 'The margin account is frozen by a forced liquidation.');
  }
  const owed = owedIn(account, currency);
  if (isZero(owed)) return refuse('nothing-owed', `no ${currency} is owed`, 'currency');
  const due = minimum(size, owed);
  const { available } = venue.ledger.balance(account.accountId, account.wallet, currency);
  if (compare(available, due) < 0) return refuse('balance', 'Balance insufficient!', 'size');
  return accept(payBack(venue, account, { currency, size: due, reason: 'USER_REPAY' }));
}

/** Repays what is owed in a currency as far as there is money, at most `limit`. */
export function payWhatIsThere(
  venue: MarginVenueState,
  account: MarginAccountState,
  { currency, limit, reason }: { currency: string; limit: Decimal; reason: MarginStatusReason },
): void {
  const { available } = venue.ledger.balance(account.accountId, account.wallet, currency);
  const size = minimum(minimum(available, limit), owedIn(account, currency));
  if (isPositive(size)) payBack(venue, account, { currency, size, reason });
}

/** Repays every debt out of the free money of its own currency. */
export function payAllThatIsThere(
  venue: MarginVenueState,
  account: MarginAccountState,
  reason: MarginStatusReason,
): void {
  for (const { currency } of debtsOf(account)) {
    payWhatIsThere(venue, account, { currency, limit: owedIn(account, currency), reason });
  }
}
