import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { judge, type PolicyResult } from '#shared/policy/judge.ts';
import type { PolicyAction } from '#shared/policy/policy-action.ts';
import { useRead } from '../use-read.ts';

/** What main will say of an action that moves money or settings, by the very code of main. */
export interface JudgedAction {
  readonly action: PolicyAction;
  /** null: the policy is not known here, and main judges it before anything is sent */
  readonly policyResult: PolicyResult | null;
  readonly state: PolicyState | null;
}

/** Of an action that needs no book: margin, a loan, a transfer, what is set for a contract. */
export function useJudgedAction(
  profileId: string,
  action: Exclude<PolicyAction, { readonly kind: 'place' }>,
): JudgedAction {
  const state = useRead('policy.read', { profileId }).data ?? null;
  if (state === null) return { action, state, policyResult: null };
  const { policy, rates, spentToday, moved } = state;
  return { action, state, policyResult: judge(action, policy, { book: null, rates, spentToday, moved }) };
}
