import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { add, type Decimal, isZero, sum } from '#shared/decimal.ts';
import type { PolicyVerdict } from '#shared/policy/judge.ts';
import { movementLabels, movementWords } from '#shared/policy/movements.ts';
import { amountWords } from '#shared/policy/words.ts';
import { t } from '#shared/words/t.ts';

/** What the policy says of an act that it lets pass: the figures, the limits, and what more is asked. `isLoan`: one loan is bounded like one order. */
export function policyWords(verdict: PolicyVerdict | null, policy: PolicyState | null, isLoan = false): string {
  if (verdict === null || policy === null) return t`Not known here; judged before it is sent`;
  const counted = movedWords(verdict, policy);
  const typed = verdict.level === 'type-symbol' ? t`; the symbol is typed in a window of its own` : '';
  return `${boundWords(verdict, policy, isLoan)}${counted}${typed}`;
}

/** What all of its kind come to with this one, in the last hour and today. */
function movedWords({ movement, currency }: PolicyVerdict, { policy, moved }: PolicyState): string {
  if (movement === null || isZero(movement.amount)) return '';
  const { kind, amount } = movement;
  const before = moved[kind];
  if (before === null) return '';
  const words = (figure: Decimal) => movementWords(kind, figure, currency);
  const { perHour, perDay } = policy.movements[kind];
  const { hour, day } = movementLabels[kind];
  return `${t`; ${hour}: ${words(add(before.hour, amount))} of ${words(perHour)}`}${t`; ${day}: ${words(add(before.day, amount))} of ${words(perDay)}`}`;
}

function boundWords(
  { notional, counted }: PolicyVerdict,
  { policy, spentToday }: PolicyState,
  isLoan: boolean,
): string {
  const { largestOrder, dailyNotional, currency } = policy;
  const known = counted.filter(each => each !== null);
  if (known.length > 0 && known.length === counted.length && known.every(isZero))
    return t`ok: it only reduces, and counts nothing towards the day`;
  const isBounded = counted.length > 0 || isLoan;
  if (notional === null || (!isBounded && isZero(notional))) return t`ok`;
  const worth = amountWords(notional, currency);
  if (counted.length === 0)
    return isLoan ? t`ok: ${worth} of ${amountWords(largestOrder, currency)}` : t`ok: worth ${worth}`;
  const order = t`ok: ${worth} of ${amountWords(largestOrder, currency)}`;
  if (spentToday === null) return order;
  return `${order}${t`; today ${amountWords(add(spentToday, sum(known)), currency)} of ${amountWords(dailyNotional, currency)}`}`;
}
