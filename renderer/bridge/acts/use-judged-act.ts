import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { judge, type PolicyVerdict } from '#shared/policy/judge.ts';
import type { PolicyAct } from '#shared/policy/policy-act.ts';
import { useRead } from '../use-read.ts';

/** What main will say of an act that moves money or settings, by the very code of main. */
export interface JudgedAct {
  readonly act: PolicyAct;
  /** null: the policy is not known here, and main judges it before anything is sent */
  readonly verdict: PolicyVerdict | null;
  readonly state: PolicyState | null;
}

/** Of an act that needs no book: margin, a loan, a transfer, what is set for a contract. */
export function useJudgedAct(profileId: string, act: Exclude<PolicyAct, { readonly kind: 'place' }>): JudgedAct {
  const state = useRead('policy.read', { profileId }).data ?? null;
  const facts = state === null ? null : { book: null, rates: state.rates, spentToday: state.spentToday };
  return { act, state, verdict: state === null || facts === null ? null : judge(act, state.policy, facts) };
}
