import { useState } from 'react';
import type { CallInput, CallOutput } from '#shared/contract.ts';
import type { Failure } from '#shared/errors.ts';
import type { ReadName } from '../polling.ts';
import { useWrite, type Write, type WriteName } from '../use-write.ts';
import { useResolvedOutcome, type ResolvedOutcome } from './use-resolved-outcome.ts';

/**
 * The state of one action of a sheet. `checking`: the answer was lost and main is asking the exchange. `resolved`: main
 * has resolved it, with the outcome as a sentence. `absent`: it was not done.
 */
export type ActionStage<T> =
  | { readonly kind: 'editing' | 'sending' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'resolved'; readonly detail: string }
  | { readonly kind: 'refused' | 'checking'; readonly error: Failure }
  | { readonly kind: 'absent'; readonly detail: string };

export interface SheetAction<N extends WriteName> {
  /** what the journal knows this action by: the same however often it is sent, another in a second sheet */
  readonly mark: string;
  readonly stage: ActionStage<CallOutput<N>>;
  readonly send: (input: CallInput<N>) => Promise<void>;
  /** back to the beginning: what is sent from now on is another action, under another mark */
  readonly restart: () => void;
}

const orderReads: readonly ReadName[] = ['orders.done'];

/**
 * One action of a sheet: its mark is made once, a press sends it once, and a lost answer is followed until main has
 * found out. `refreshes`: the reads that it may have made old.
 */
export function useAction<N extends WriteName>(
  name: N,
  profileId: string,
  refreshes: readonly ReadName[] = orderReads,
): SheetAction<N> {
  const [mark, setMark] = useState(() => crypto.randomUUID());
  // the journal row of an earlier sending does not apply to the next
  const [spentId, setSpentId] = useState<string | null>(null);
  const write = useWrite(name, { refreshes });
  const isLost = write.error?.isOutcomeUnknown === true;
  const outcome = useResolvedOutcome(profileId, { mark, isLost, spentId });
  return {
    mark,
    stage: stageOf(write, outcome),
    send: async input => {
      setSpentId(outcome?.intentId ?? spentId);
      await write.send(input);
    },
    restart: () => {
      write.reset();
      setMark(crypto.randomUUID());
    },
  };
}

type WriteState<N extends WriteName> = Pick<Write<N>, 'isPending' | 'error' | 'value'>;

function stageOf<N extends WriteName>(
  { isPending, error, value }: WriteState<N>,
  outcome: ResolvedOutcome | null,
): ActionStage<CallOutput<N>> {
  if (isPending) return { kind: 'sending' };
  if (value !== undefined) return { kind: 'done', value };
  if (error === null) return { kind: 'editing' };
  return error.isOutcomeUnknown ? (outcome ?? { kind: 'checking', error }) : { kind: 'refused', error };
}
