import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { PolicyResult } from '#shared/policy/judge.ts';
import type { PolicyAction } from '#shared/policy/policy-action.ts';
import { policySummary } from '#lib/orders/policy-summary.ts';
import { Facts } from '../value/facts.tsx';
import { RejectionNotices } from './rejection-notices.tsx';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

export interface PolicyLineProps {
  readonly action: PolicyAction | null;
  /** null: not known here */
  readonly policyResult: PolicyResult | null;
  readonly state: PolicyState | null;
  /** absent: `Policy` */
  readonly label?: string | undefined;
}

/** What the policy says of an action before it is sent: every validation error, or the figures and limits that let it pass. */
export function PolicyLine({ action, policyResult, state, label = t`Policy` }: PolicyLineProps) {
  if (policyResult !== null && policyResult.validationErrors.length > 0)
    return <RejectionNotices validationErrors={policyResult.validationErrors} />;
  return (
    <Facts
      facts={[{ label, hint: orderHints.policy, value: policySummary(policyResult, state, action?.kind === 'borrow') }]}
    />
  );
}
