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
  if (state === null) return { act, state, verdict: null };
  const { policy, rates, spentToday, moved } = state;
  return { act, state, verdict: judge(act, policy, { book: null, rates, spentToday, moved }) };
}
