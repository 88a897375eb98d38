import {
  compare,
  type Decimal,
  divide,
  isPositive,
  maximum,
  minimum,
  multiply,
  roundToStep,
  subtract,
  sum,
} from '#shared/decimal.ts';
import { isInDebt } from '../state/liabilities.ts';
import { checkOperable, type MarginAccountState, type MarginVenueState } from '../state/state.ts';
import type { MarginCurrency } from '../types.ts';
import { priceOf, worthOf } from './valuation.ts';

/** Money that is lent or moved has at most so many digits after the point. */
export const moneyScale = 8;

export function termsOf({ terms }: MarginVenueState, currency: string): MarginCurrency | null {
  return terms.currencies.find(each => each.currency === currency) ?? null;
}

/**
 * How much more debt the account carries at its leverage L, in USDT: its debts may be at most (L − 1) times what it
 * would have without them (docs/exchange/matching.md §11).
 */
function headroomOf(venue: MarginVenueState, account: MarginAccountState): Decimal {
  return maximum(headroomAt(venue, account, account.leverage), '0');
}

/** The same at a leverage; below zero where the debts are more than it carries. */
export function headroomAt(venue: MarginVenueState, account: MarginAccountState, leverage: Decimal): Decimal {
  const { assets, debts } = worthOf(venue, account);
  return subtract(multiply(subtract(assets, debts), subtract(leverage, '1')), debts);
}

/** What the user owes in this currency already, over all of his margin accounts. */
function borrowedBy(venue: MarginVenueState, accountId: string, currency: string): Decimal {
  const own = [...venue.accounts.values()].filter(account => account.accountId === accountId);
  return sum(own.map(account => account.liabilities.get(currency)?.principal ?? '0'));
}

/** The most that the account may borrow of a currency, to the last digit. */
export function borrowable(venue: MarginVenueState, account: MarginAccountState, currency: string): Decimal {
  const [terms, price] = [termsOf(venue, currency), priceOf(venue, currency)];
  if (terms === null || price === null || !isPositive(price) || !checkOperable(account).ok) return '0';
  const byWorth = divide(headroomOf(venue, account), price, { scale: moneyScale, rounding: 'down' });
  const byLimit = maximum(subtract(terms.borrowLimit, borrowedBy(venue, account.accountId, currency)), '0');
  const { available } = venue.ledger.balance(venue.lenderId, 'main', currency);
  return minimum(minimum(byWorth, byLimit), available);
}

/** The same in whole steps, as published; zero below the minimum loan. */
export function maxBorrowOf(venue: MarginVenueState, account: MarginAccountState, currency: string): Decimal {
  const terms = termsOf(venue, currency);
  if (terms === null) return '0';
  const most = roundToStep(borrowable(venue, account, currency), terms.borrowIncrement, 'down');
  return compare(most, terms.borrowMinimum) < 0 ? '0' : most;
}

/**
 * The most that may leave the account: all that is free while nothing is owed; with debts so much that what stays still
 * carries them at the account's leverage.
 */
export function transferableOf(venue: MarginVenueState, account: MarginAccountState, currency: string): Decimal {
  if (!checkOperable(account).ok) return '0';
  const { available } = venue.ledger.balance(account.accountId, account.wallet, currency);
  if (!isInDebt(account)) return available;
  const price = priceOf(venue, currency);
  if (price === null || !isPositive(price)) return '0';
  const share = { scale: moneyScale, rounding: 'down' } as const;
  const spare = divide(headroomOf(venue, account), subtract(account.leverage, '1'), share);
  return minimum(available, divide(spare, price, share));
}
