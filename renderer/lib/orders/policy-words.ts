import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { add } from '#shared/decimal.ts';
import type { PolicyVerdict } from '#shared/policy/judge.ts';
import { amountWords } from '#shared/policy/words.ts';
import { t } from '#shared/words/t.ts';

/** What the policy says of an act that it lets pass: the figures, the limits, and what more is asked. */
export function policyWords(verdict: PolicyVerdict | null, policy: PolicyState | null): string {
  if (verdict === null || policy === null) return t`Not known here; judged before it is sent`;
  const { largestOrder, dailyNotional, currency } = policy.policy;
  const { notional, level } = verdict;
  const order =
    notional === null ? 'ok' : t`ok: ${amountWords(notional, currency)} of ${amountWords(largestOrder, currency)}`;
  const day =
    notional === null || policy.spentToday === null
      ? ''
      : t`; today ${amountWords(add(policy.spentToday, notional), currency)} of ${amountWords(dailyNotional, currency)}`;
  return `${order}${day}${level === 'type-symbol' ? t`; the symbol is typed in a window of its own` : ''}`;
}
