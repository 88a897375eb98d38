import { add, type Decimal, divide, isZero, multiply, round } from '#shared/decimal.ts';
import { hourMs } from '#practice/kernel/durations.ts';
import { remember } from '#practice/kernel/remember.ts';
import { moneyScale, termsOf } from '../risk/limits.ts';
import { historyOf, type LiabilityState, type MarginAccountState, type MarginVenueState } from '../state/state.ts';
import { historyMemory } from './borrow.ts';

const hoursADay = '24';
const rateScale = 20;

/** The interest of an hour on the principal, rounded up to the last digit of the currency. */
function hourlyInterest(principal: Decimal, dailyRate: Decimal): Decimal {
  const hourlyRate = divide(dailyRate, hoursADay, { scale: rateScale, rounding: 'up' });
  return round(multiply(principal, hourlyRate), moneyScale, 'up');
}

function charge(
  venue: MarginVenueState,
  { accountId, symbol }: MarginAccountState,
  { liability, hourAtMs }: { readonly liability: LiabilityState; readonly hourAtMs: number },
): void {
  const { currency, principal } = liability;
  if (isZero(principal)) return;
  const dailyRate = termsOf(venue, currency)?.dailyRate ?? '0';
  const amount = hourlyInterest(principal, dailyRate);
  liability.interest = add(liability.interest, amount);
  const interest = { symbol, currency, dailyRate, amount, createdAtMs: hourAtMs };
  remember(historyOf(venue, accountId).interests, interest, historyMemory);
}

/**
 * Charges each principal at every full hour (UTC) that has passed since the last look, as the service's records do. What
 * was borrowed within an hour pays for the whole of it.
 */
export function chargeInterest(venue: MarginVenueState, nowMs: number): void {
  const hour = Math.floor(nowMs / hourMs) * hourMs;
  const first = venue.chargedUntilMs ?? hour;
  for (let hourAtMs = first + hourMs; hourAtMs <= hour; hourAtMs += hourMs) {
    for (const account of venue.accounts.values()) {
      for (const liability of account.liabilities.values()) charge(venue, account, { liability, hourAtMs });
    }
  }
  venue.chargedUntilMs = hour;
}
