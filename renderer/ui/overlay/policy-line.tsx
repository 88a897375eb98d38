import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { PolicyVerdict } from '#shared/policy/judge.ts';
import type { PolicyAct } from '#shared/policy/policy-act.ts';
import { policyWords } from '#lib/orders/policy-words.ts';
import { Facts } from '../value/facts.tsx';
import { RefusalNotices } from './refusal-notices.tsx';
import { t } from '#shared/words/t.ts';

export interface PolicyLineProps {
  readonly act: PolicyAct | null;
  /** null: not known here */
  readonly verdict: PolicyVerdict | null;
  readonly state: PolicyState | null;
}

/** What the policy says of an act before it is sent: every refusal, or the figures and limits that let it pass. */
export function PolicyLine({ act, verdict, state }: PolicyLineProps) {
  if (verdict !== null && verdict.refusals.length > 0) return <RefusalNotices refusals={verdict.refusals} />;
  return <Facts facts={[{ label: t`Policy`, value: policyWords(verdict, state, act?.kind === 'borrow') }]} />;
}
