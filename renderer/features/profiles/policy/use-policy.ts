import { useState } from 'react';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { rateIn } from '#shared/policy/rates.ts';
import { readKey } from '#bridge/query-keys.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';
import { emptyDraft, type PolicyDraft, type PolicyRights, type PolicyText, summarise } from './policy-form.ts';

/** The policy of a profile, what the user types over it, and how it is asked for. */
export function usePolicy(profileId: string) {
  const read = useRead('policy.read', { profileId });
  const change = useWrite('policy.change', {
    refreshes: ['policy.read'],
    // the old figures must not come back for the moment of the next read
    onSuccess: (policy, client) =>
      client.setQueryData<PolicyState>(readKey('policy.read', { profileId }), old => old && { ...old, policy }),
  });
  const [draft, setDraft] = useState<PolicyDraft>(emptyDraft);
  const state = read.data;
  const isPriced = (currency: string) =>
    state !== undefined && rateIn(state.rates, currency, state.policy.currency) !== null;
  const summary = state === undefined ? null : summarise(state.policy, draft, isPriced);
  const setText = (field: keyof PolicyText, text: string) =>
    setDraft({ ...draft, text: { ...draft.text, [field]: text } });
  const setRight = (right: keyof PolicyRights, isAllowed: boolean) =>
    setDraft({ ...draft, rights: { ...draft.rights, [right]: isAllowed } });
  const save = async () => {
    const wanted = summary?.wanted;
    if (wanted === null || wanted === undefined) return;
    const outcome = await change.send({ profileId, policy: wanted });
    if (outcome.ok) setDraft(emptyDraft);
  };
  return { read, state, summary, change, setText, setRight, save };
}
