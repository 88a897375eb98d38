import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { add, type Decimal, isZero, round, sum } from '#shared/decimal.ts';
import type { PolicyResult } from '#shared/policy/judge.ts';
import { movementLabels, movementText } from '#shared/policy/movements.ts';
import { amountWithCurrency } from '#shared/policy/figure-texts.ts';
import { moneyDigits } from './stop-text.ts';
import { t } from '#shared/words/t.ts';

/**
 * What the policy says of an action that it lets pass: the figures, the limits, and what more is asked. `isLoan`: one
 * loan is bounded like one order.
 */
export function policySummary(policyResult: PolicyResult | null, policy: PolicyState | null, isLoan = false): string {
  if (policyResult === null || policy === null) return t`Unknown here; checked before sending`;
  const counted = movedWords(policyResult, policy);
  const typed = policyResult.level === 'type-symbol' ? t`; you type the symbol in the trusted window` : '';
  return `${boundWords(policyResult, policy, isLoan)}${counted}${typed}`;
}

/** What all of its kind come to with this one, in the last hour and today. */
function movedWords({ movement, currency }: PolicyResult, { policy, moved }: PolicyState): string {
  if (movement === null || isZero(movement.amount)) return '';
  const { kind, amount } = movement;
  const before = moved[kind];
  if (before === null) return '';
  const words = (figure: Decimal) => movementText(kind, figure, currency);
  const { perHour, perDay } = policy.movements[kind];
  const { hour, day } = movementLabels[kind];
  return `${t`; ${hour}: ${words(add(before.hour, amount))} of ${words(perHour)}`}${t`; ${day}: ${words(add(before.day, amount))} of ${words(perDay)}`}`;
}

/** Cents are enough of what is within a limit; rounded up, as a limit breach is. */
function moneyWords(figure: Decimal, currency: string): string {
  return amountWithCurrency(round(figure, moneyDigits(currency), 'up'), currency);
}

function boundWords({ notional, counted }: PolicyResult, { policy, spentToday }: PolicyState, isLoan: boolean): string {
  const { largestOrder, dailyNotional, currency } = policy;
  const known = counted.filter(each => each !== null);
  if (known.length > 0 && known.length === counted.length && known.every(isZero))
    return t`ok: reduce-only, not counted towards the day`;
  const isBounded = counted.length > 0 || isLoan;
  if (notional === null || (!isBounded && isZero(notional))) return t`ok`;
  const worth = moneyWords(notional, currency);
  if (counted.length === 0)
    return isLoan ? t`ok: ${worth} of ${moneyWords(largestOrder, currency)}` : t`ok: value ${worth}`;
  const order = t`ok: ${worth} of ${moneyWords(largestOrder, currency)}`;
  if (spentToday === null) return order;
  return `${order}${t`; today ${moneyWords(add(spentToday, sum(known)), currency)} of ${moneyWords(dailyNotional, currency)}`}`;
}
